/** The explorer: which moves were played from the position shown in all saved games, how often, with what result. */

import { el, find } from "./dom.js";
import { percent } from "./scores.js";
import { styled } from "./views.js";

/** @type {ExplorerPanel | null} */
let panel = null;

/**
 * Show the explorer, or hide it.
 * @param {App} app
 */
export function openExplorer(app) {
  panel ??= new ExplorerPanel(app);
  panel.toggle();
}

class ExplorerPanel {
  #app;
  #box = find("explorer");
  #asked = "";
  /** @type {Explored | null} */
  #found = null;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    app.events.on("view", () => this.#follow());
    app.events.on("language", () => this.#draw());
  }

  async toggle() {
    await styled("review.css");
    this.#box.hidden = !this.#box.hidden;
    this.#asked = "";
    this.#follow();
  }

  /** Ask about another position when another is shown. */
  #follow() {
    const { view, socket, table } = this.#app;
    const picture = view.picture;
    const named = picture ? `${table.state?.game.id} ${picture.ply} ${picture.position}` : "";
    if (this.#box.hidden || !picture || named === this.#asked) return;
    this.#asked = named;
    const place = view.place ?? { ply: picture.ply };
    socket.send("explore", { place }, (/** @type {Explored} */ answer) => {
      if (named !== this.#asked || !(answer.final || answer.moves.length)) return;
      this.#found = answer;
      this.#draw();
    });
  }

  #draw() {
    if (this.#box.hidden || !this.#found) return;
    const { catalogue } = this.#app;
    const close = { type: "button", class: "close", "aria-label": catalogue.text("dialog.close"), onclick: () => this.toggle() };
    const head = el("header", { class: "review-head" }, el("h2", {}, catalogue.text("explorer.title")), el("button", close, "×"));
    const about = el("p", { class: "quiet" }, catalogue.text("explorer.about", { games: this.#found.games }));
    const none = el("p", { class: "quiet" }, catalogue.text("explorer.none"));
    this.#box.replaceChildren(head, about, this.#found.moves.length ? this.#table(this.#found) : none);
  }

  /**
   * A bar with the shares of won, drawn and lost games; nothing where none has ended.
   * @param {number} won
   * @param {number} drawn
   * @param {number} lost
   */
  #results(won, drawn, lost) {
    const shares = Object.entries({ won, drawn, lost }).filter(([, number]) => number > 0);
    if (shares.length === 0) return "–";
    const label = this.#app.catalogue.text("explorer.shares", { won, drawn, lost });
    const parts = shares.map(([name, number]) => {
      const part = el("span", { class: `share ${name}` }, String(number));
      part.style.flexGrow = String(number);
      return part;
    });
    return el("span", { class: "explorer-shares", role: "img", "aria-label": label, title: label }, ...parts);
  }

  /** @param {Explored} found */
  #table({ moves }) {
    const { catalogue, view } = this.#app;
    const heads = ["move", "games", "result", "score"].map((key) => el("th", { scope: "col" }, catalogue.text(`explorer.${key}`)));
    const rows = moves.map(({ move, games, won, drawn, lost, score }) => {
      const go = el("button", { type: "button", class: "line-move", onclick: () => view.tryMoves([move]) }, move);
      const share = score === null ? "–" : percent(catalogue, score);
      return el("tr", {}, el("td", {}, go), el("td", {}, catalogue.number(games)), el("td", {}, this.#results(won, drawn, lost)), el("td", {}, share));
    });
    return el("table", { class: "review-sides explorer-moves" }, el("tr", {}, ...heads), ...rows);
  }
}
