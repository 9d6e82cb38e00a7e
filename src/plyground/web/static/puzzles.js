/**
 * Puzzles: the position is on a table of its own, moves are tried there in a line, and the server checks each by proof.
 * The game before waits at its table. Nothing of a puzzle is saved as a game.
 */

import { button, select } from "./controls.js";
import { el, find } from "./dom.js";
import { join } from "./entering.js";
import { field } from "./fields.js";
import { allGames } from "./games.js";
import { clear } from "./notices.js";
import { styled } from "./views.js";

/** @type {PuzzlePanel | null} */
let panel = null;

/**
 * Show the puzzles of the game on the table.
 * @param {App} app
 */
export function openPuzzles(app) {
  panel ??= new PuzzlePanel(app);
  panel.open(app.table.state?.game.name ?? "hex");
}

class PuzzlePanel {
  #app;
  #box = find("puzzles");
  /** @type {PuzzleList | null} */
  #list = null;
  #number = 0;
  #gameId = "";
  /** Whether the puzzle has been shown: from then on a live view means that the player goes back. */
  #shown = false;
  /** @type {{table: string, saved: number | null} | null} where the player was before the first puzzle */
  #home = null;
  /** @type {string[]} moves that were checked, and the replies */
  #known = [];
  #clean = true;
  #told = false;
  #solved = false;
  /** @type {string[][]} names and titles */
  #games = [];
  #said = el("p", { class: "verdict", "aria-live": "polite", hidden: true });

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    app.events.on("view", () => this.#follow());
    app.events.on("state", () => this.#stateCame());
    app.events.on("language", () => this.#draw());
  }

  /** @param {string} game */
  async open(game) {
    await styled("review.css");
    this.#box.hidden = false;
    this.#games = (await allGames(this.#app.catalogue.language)).map(({ name, title }) => [name, title]);
    this.#load(game, (list) => this.#begin(list.daily));
  }

  /** Return to the game that was on the table before. */
  close() {
    const home = this.#home;
    this.#leave();
    if (home) join(this.#app, home);
    else if (!this.#app.view.live) this.#app.view.goLive();
  }

  #leave() {
    this.#box.hidden = true;
    this.#gameId = "";
    this.#home = null;
  }

  /** Leave the game where it is, so that a puzzle does not take its table. */
  #stepAway() {
    const { socket, table } = this.#app;
    if (this.#home || !table.state) return;
    this.#home = { table: table.state.table, saved: table.state.game.saved };
    socket.send("leave", {}, () => {});
  }

  /**
   * @param {string} game
   * @param {(list: PuzzleList) => void} then
   */
  #load(game, then) {
    this.#app.socket.send("puzzles", { game }, (/** @type {PuzzleList} */ list) => {
      this.#list = list;
      then(list);
      this.#draw();
    });
  }

  get #puzzle() {
    return this.#list?.puzzles[this.#number - 1] ?? null;
  }

  /** @param {number} number */
  #begin(number) {
    const list = this.#list;
    if (!list?.puzzles[number - 1]) return;
    this.#number = number;
    this.#known = [];
    [this.#clean, this.#told, this.#solved, this.#gameId, this.#shown] = [true, false, false, "", false];
    this.#stepAway();
    this.#tell("");
    const { options, position } = list.puzzles[number - 1];
    const fields = { game: list.game, options, players: ["human", "human"], start: position };
    this.#app.socket.send("new", fields, undefined, (problem) => this.#app.events.emit("problem", problem));
    this.#draw();
  }

  /** The position came to the table: from here on moves are tried beside the game. */
  #stateCame() {
    const { table, view } = this.#app;
    if (this.#box.hidden || !table.state || !this.#puzzle) return;
    const ours = table.state.game.start === this.#puzzle.position && table.turns.length === 0;
    if (ours && this.#gameId !== table.state.game.id) {
      this.#gameId = table.state.game.id;
      view.look({ ply: 0, moves: [] });
      this.#draw();
    } else if (this.#gameId && table.state.game.id !== this.#gameId) this.#leave();
  }

  /** Go back with the player, or check a move that was tried. */
  #follow() {
    const { view, table } = this.#app;
    if (this.#box.hidden || table.state?.game.id !== this.#gameId) return;
    if (view.live && this.#shown) return this.close();
    this.#shown = !view.live;
    if (!this.#solved) this.#check(view.place?.moves ?? []);
  }

  /** @param {string[]} moves */
  #check(moves) {
    const next = moves.length === this.#known.length + 1 && this.#known.every((move, at) => move === moves[at]);
    if (!next || moves.length % 2 === 0) return;
    this.#tell("puzzle.checking");
    const asked = { ...this.#name(), moves, clean: this.#clean, told: this.#told };
    this.#app.socket.send("puzzle", asked, (answer) => this.#take(answer, moves));
  }

  /**
   * @param {PuzzleAnswer} answer
   * @param {string[]} moves
   */
  #take(answer, moves) {
    clear(".loading");
    const { view } = this.#app;
    if (answer.verdict === "wrong") {
      this.#clean = false;
      view.look({ ply: 0, moves: this.#known });
    } else if (answer.verdict === "right" && answer.reply) {
      this.#known = [...moves, answer.reply];
      view.look({ ply: 0, moves: this.#known });
    } else if (this.#list) {
      this.#solved = true;
      this.#load(this.#list.game, () => {});
    }
    this.#tell(`puzzle.${answer.verdict}`);
  }

  #name() {
    return { game: this.#list?.game ?? "", number: this.#number };
  }

  /** @param {"step" | "move"} what */
  #hint(what) {
    this.#clean = false;
    this.#told ||= what === "move";
    const said = what === "step" ? "puzzle.look" : "puzzle.move";
    this.#app.socket.send("puzzle", { ...this.#name(), moves: this.#known, hint: true }, (answer) =>
      this.#tell(said, { [what]: answer[what] }),
    );
  }

  /**
   * @param {string} key
   * @param {Record<string, any>} [values]
   */
  #tell(key, values) {
    this.#said.hidden = key === "";
    this.#said.textContent = key ? this.#app.catalogue.text(key, values) : "";
  }

  #draw() {
    const list = this.#list;
    if (!list || this.#box.hidden) return;
    const { catalogue } = this.#app;
    const cross = el(
      "button",
      { type: "button", class: "close", "aria-label": catalogue.text("dialog.close"), onclick: () => this.close() },
      "×",
    );
    const facts = { solved: list.solved.length, all: list.puzzles.length, streak: list.streak };
    this.#box.replaceChildren(
      el("header", { class: "review-head" }, el("h2", {}, catalogue.text("puzzle.title")), cross),
      this.#task(),
      this.#said,
      this.#tools(),
      this.#choices(list),
      el("p", { class: "quiet" }, catalogue.text("puzzle.facts", facts)),
    );
  }

  #task() {
    const { catalogue, table } = this.#app;
    const puzzle = this.#puzzle;
    if (!puzzle || table.state?.game.id !== this.#gameId) return el("p", { class: "quiet" }, catalogue.text("loading.rules"));
    const seat = table.seats[table.state.mover];
    const moves = catalogue.count("puzzle.moves", Math.ceil(puzzle.plies / 2));
    const plies = catalogue.count("plies", puzzle.plies);
    return el("p", {}, catalogue.about("puzzle.task", seat, { moves, plies, rating: puzzle.rating }));
  }

  /** @param {PuzzleList} list */
  #choices(list) {
    const { catalogue } = this.#app;
    const game = select(this.#games, list.game, { name: "puzzle-game" });
    game.addEventListener("change", () => this.#load(game.value, (other) => this.#begin(other.daily)));
    const number = el("input", { type: "number", name: "puzzle-number", min: 1, max: list.puzzles.length, value: this.#number });
    number.addEventListener("change", () => this.#begin(Number(number.value)));
    return el("div", { class: "puzzle-choices" }, field(catalogue.text("puzzle.game"), game), field(catalogue.text("puzzle.number"), number));
  }

  #tools() {
    const { catalogue, view } = this.#app;
    const list = this.#list;
    const again = () => {
      this.#known = [];
      this.#solved = false;
      this.#tell("");
      view.look({ ply: 0, moves: [] });
    };
    return el(
      "div",
      { class: "review-tools" },
      button(catalogue.text("puzzle.hint"), () => this.#hint("step"), "small"),
      button(catalogue.text("puzzle.solution"), () => this.#hint("move"), "small"),
      button(catalogue.text("puzzle.again"), again, "small"),
      button(catalogue.text("puzzle.daily"), () => list && this.#begin(list.daily), "small"),
      button(catalogue.text("puzzle.next"), () => list && this.#begin(list.next), "small"),
    );
  }
}
