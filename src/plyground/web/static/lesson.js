/**
 * Learning a game by playing: positions with a text, and moves to try on them. The board is drawn and played on by the
 * code of the large one; the server says what may be played and what comes of it.
 */

import { mark } from "./boardpane.js";
import { BoardView } from "./boardview.js";
import { Chooser } from "./chooser.js";
import { button } from "./controls.js";
import { openDialog } from "./dialogs.js";
import { el, svg } from "./dom.js";
import { Events } from "./events.js";
import { drawFocus, focusBoard, keyOnBoard } from "./focus.js";
import { allGames } from "./games.js";
import { materialOf } from "./material.js";
import { announce } from "./notices.js";
import { listenToPointers } from "./pointer.js";
import { openForm } from "./starting.js";

/**
 * @typedef {{name: string, rules: string[], place: Record<string, any>, seats: string[], tries: string[],
 *   refused: string[][], title: string, ask: string, well: string, wrong: string}} Step `tries`: the moves asked for, `refused`: the clicks
 *   asked for that make no move
 */

/** @param {App} app */
export async function openLesson(app) {
  const { catalogue, table } = app;
  const name = table.state?.game.name ?? "hex";
  const answer = await fetch(`/api/lessons/${name}?language=${catalogue.language}`);
  const steps = answer.ok ? (await answer.json()).steps : [];
  const game = (await allGames(catalogue.language)).find((each) => each.name === name);
  if (steps.length > 0 && game) new Lesson(app, game, steps).show(0);
  else openDialog(app, "lesson-dialog", catalogue.text("command.learn"), el("p", {}, catalogue.text("lesson.none")));
}

class Lesson {
  #at = 0;
  #drawn = "";
  #played = false;
  /** @type {Set<number>} the steps that were done as asked */
  #done = new Set();

  /**
   * @param {App} app
   * @param {GameEntry} game
   * @param {Step[]} steps
   */
  constructor(app, game, steps) {
    this.app = app;
    this.game = game;
    this.steps = steps;
    this.contents = el("select", { class: "lesson-contents", "aria-label": app.catalogue.text("lesson.contents") });
    this.contents.addEventListener("change", () => this.show(Number(this.contents.value)));
    this.rules = el("small", { class: "lesson-rules" });
    const where = el("div", { class: "row lesson-where" }, this.contents, this.rules);
    this.text = el("p", { class: "lesson-text" });
    this.said = el("p", { class: "lesson-said", role: "status" });
    this.choice = el("div", { class: "row lesson-choice" });
    this.row = el("div", { class: "row lesson-steps" });
    const board = svg("svg", { class: "board", role: "group", "aria-label": app.catalogue.text("region.board") });
    this.small = smallApp(app, board, (move) => this.#tried(move));
    this.box = el("div", { class: "lesson-board" }, board);
    const foot = el("div", { class: "lesson-foot" }, this.choice, this.said, this.row);
    const dialog = openDialog(app, "lesson-dialog", "", where, this.text, this.box, foot);
    this.heading = /** @type {Element} */ (dialog.querySelector("h2"));
    listenToPointers(this.small);
    keepTaps(dialog, board);
    dialog.addEventListener("keydown", (event) => keyOnBoard(this.small, event) && event.preventDefault());
    this.small.events.on("choice", () => this.#mark());
    this.small.events.on("nowhere", (/** @type {string[]} */ clicks) => this.#nowhere(clicks));
    this.small.events.on("forbidden", (/** @type {string} */ cell) => this.#nowhere([cell]));
  }

  /**
   * Show a step from its beginning.
   * @param {number} at
   */
  show(at) {
    this.#at = at;
    const { catalogue } = this.app;
    const values = { game: this.game.title, step: at + 1, steps: this.steps.length };
    const { rules, ask } = this.steps[at];
    this.heading.textContent = catalogue.text("lesson.title", values);
    this.rules.textContent = rules.length ? catalogue.text("lesson.rules", { rules: rules.join(", ") }) : "";
    this.text.textContent = ask;
    this.said.textContent = "";
    this.box.parentElement?.scrollTo(0, 0);
    this.#played = false;
    this.small.view.picture = null;
    this.#list();
    this.#look([]);
    this.#buttons(false);
  }

  /** The steps to choose from; those done are ticked. */
  #list() {
    const option = (/** @type {Step} */ { title }, /** @type {number} */ at) =>
      el("option", { value: String(at) }, `${at + 1}. ${title}${this.#done.has(at) ? " ✓" : ""}`);
    this.contents.replaceChildren(...this.steps.map(option));
    this.contents.value = String(this.#at);
  }

  /**
   * Show the step's position after more moves.
   * @param {string[]} moves
   * @param {boolean} [done] whether nothing more is to be played
   */
  #look(moves, done = false) {
    const { place } = this.steps[this.#at];
    const wanted = { ...place, moves: [...place.moves, ...moves] };
    this.box.setAttribute("aria-busy", "true");
    this.app.socket.send("look", { place: wanted }, (answer) => {
      const alone = this.steps[this.#at].refused.filter((clicks) => clicks.length === 1).flat();
      const forbidden = done ? [] : [...new Set([...answer.forbidden, ...alone])];
      this.small.view.show({ ...answer, moves: done ? [] : answer.moves, forbidden });
      this.#draw(answer.board);
      this.small.events.emit("view");
      this.box.setAttribute("aria-busy", "false");
    });
  }

  /** @param {Board} board */
  #draw(board) {
    const { place, seats } = this.steps[this.#at];
    const named = JSON.stringify(place.options);
    if (named === this.#drawn) return;
    this.#drawn = named;
    const material = materialOf(this.app.settings.get("board"), board);
    this.small.table.seats = seats;
    this.small.board.draw(board, seats, 0, true, material);
    drawFocus(this.small);
  }

  #mark() {
    const { chooser, board } = this.small;
    if (!board.board) return;
    mark(this.small);
    const names = board.board.buttons.filter((/** @type {string} */ name) => chooser.targets.has(name));
    const { catalogue } = this.app;
    this.choice.replaceChildren(
      ...names.map((/** @type {string} */ name) =>
        button(catalogue.word(`button.${name}`, name), () => chooser.click(name), "primary"),
      ),
    );
  }

  /** @param {string} move */
  #tried(move) {
    const { tries, refused, well, wrong } = this.steps[this.#at];
    const right = tries.includes(move) || (tries.length === 0 && refused.length === 0);
    this.#played = right;
    this.#say(right ? "lesson.well" : "lesson.other", right ? well : wrong);
    this.#look(right ? [move] : [], right);
    if (right) this.#finish();
  }

  /**
   * Answer clicks that make no move: the step may have asked for them, to show why.
   * @param {string[]} clicks
   */
  #nowhere(clicks) {
    if (this.#played) return;
    const { refused, well, wrong } = this.steps[this.#at];
    const right = refused.some((each) => each.join() === clicks.join());
    this.#say(right ? "lesson.refused" : "lesson.not", right ? well : wrong);
    if (right) this.#finish();
  }

  /**
   * @param {string} key
   * @param {string} text
   */
  #say(key, text) {
    this.said.textContent = `${this.app.catalogue.text(key)} ${text}`;
    announce(this.said.textContent);
  }

  #finish() {
    this.#done.add(this.#at);
    this.#list();
    this.#buttons(true);
  }

  /**
   * Back, again, and on; after the last step to a game.
   * @param {boolean} done
   */
  #buttons(done) {
    const { catalogue } = this.app;
    const last = this.#at === this.steps.length - 1;
    const go = (/** @type {number} */ at) => () => {
      this.show(at);
      focusBoard(this.small.board);
    };
    const back = button(catalogue.text("lesson.back"), go(this.#at - 1), "lesson-back");
    const again = button(catalogue.text("lesson.again"), go(this.#at), "lesson-again");
    const play = () => {
      this.row.closest("dialog")?.close();
      openForm(this.app);
    };
    const look = `lesson-next ${done ? "primary" : ""}`;
    const next = button(catalogue.text(last ? "lesson.play" : "lesson.next"), last ? play : go(this.#at + 1), look);
    back.disabled = this.#at === 0;
    this.row.replaceChildren(back, again, next);
    if (done) next.focus({ preventScroll: true });
  }
}

/**
 * A tap on the board presses nothing else: what is said after it may push a button under the finger before its click.
 * @param {HTMLDialogElement} dialog
 * @param {Element} board
 */
function keepTaps(dialog, board) {
  let pressed = false;
  const on = (/** @type {Event} */ { target }) => board.contains(/** @type {Node} */ (target));
  dialog.addEventListener("pointerdown", (event) => (pressed = on(event)), true);
  dialog.addEventListener("click", (event) => pressed && event.detail > 0 && !on(event) && event.stopPropagation(), true);
}

/**
 * What the parts that draw and play need, for a board of its own.
 * @param {App} app
 * @param {SVGSVGElement} element
 * @param {(move: string) => void} played
 * @returns {any}
 */
function smallApp(app, element, played) {
  const events = new Events();
  const view = {
    live: false,
    trying: false,
    /** @type {Picture | null} */
    picture: null,
    show: (/** @type {Picture} */ picture) => (view.picture = picture),
    tryMoves: (/** @type {string[]} */ [move]) => played(move),
  };
  const small = /** @type {any} */ ({
    events,
    view,
    catalogue: app.catalogue,
    // A wrong move costs nothing here, so none is confirmed.
    settings: { get: (/** @type {string} */ name) => (name === "confirm" ? "never" : app.settings.get(name)) },
    socket: app.socket,
    table: { seats: [], state: null, turns: [] },
    board: new BoardView(element),
    editor: { open: false, scene: { pieces: [], mover: 0, reserves: [] } },
    analysis: { firstSteps: [] },
    motion: { runs: false, shown: null, pace: 0, carried: false, finish: () => {} },
  });
  small.chooser = new Chooser(small);
  return small;
}
