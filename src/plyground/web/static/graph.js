/** The chances over the game as short searches see them, drawn as the server finds them. */

import { chanceGraph } from "./chancegraph.js";
import { find, renew } from "./dom.js";
import { clear } from "./notices.js";
import { styled } from "./views.js";

/** @type {GraphPanel | null} */
let panel = null;

/**
 * Evaluate the game on the table, and draw that.
 * @param {App} app
 */
export async function openGraph(app) {
  await styled("chancegraph.css");
  panel ??= new GraphPanel(app);
  panel.ask();
}

class GraphPanel {
  #app;
  /** @type {Map<number, number>} the first player's chance, by ply */
  #chances = new Map();
  #game = "";
  #plies = 0;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    app.events.on("view", () => this.#follow());
    app.events.on("language marks", () => this.#draw());
  }

  ask() {
    const { analysis, events, socket, table } = this.#app;
    this.#chances.clear();
    [this.#game, this.#plies] = [table.state?.game.id ?? "", table.turns.length];
    analysis.hold();
    const failed = (/** @type {any} */ problem) => {
      analysis.goOn();
      events.emit("problem", problem);
    };
    socket.send("graph", {}, (answer) => this.#take(answer), failed);
    this.#draw();
  }

  /** @param {GraphAnswer} answer */
  #take({ game, ply, bar, final }) {
    const { analysis, table } = this.#app;
    if (final) analysis.goOn();
    clear(".loading");
    if (game !== table.state?.game.id) return;
    this.#chances.set(ply, bar);
    this.#draw();
  }

  /** Another game, or one with fewer moves, has no graph yet. */
  #follow() {
    const { table } = this.#app;
    if (table.state?.game.id !== this.#game || table.turns.length < this.#plies) this.#chances.clear();
    this.#draw();
  }

  #draw() {
    const known = [...this.#chances].sort(([one], [other]) => one - other);
    const chances = known.map(([ply, chance]) => ({ ply, chance }));
    renew(find("graph"), ...(chances.length > 0 ? [chanceGraph(this.#app, chances)] : []));
  }
}
