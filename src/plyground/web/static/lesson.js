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

/** @typedef {{name: string, place: Record<string, any>, tries: string[], text: string}} Step */

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

  /**
   * @param {App} app
   * @param {GameEntry} game
   * @param {Step[]} steps
   */
  constructor(app, game, steps) {
    this.app = app;
    this.game = game;
    this.steps = steps;
    this.text = el("p", { class: "lesson-text" });
    this.said = el("p", { class: "lesson-said", role: "status" });
    this.choice = el("div", { class: "row lesson-choice" });
    this.row = el("div", { class: "row lesson-steps" });
    const board = svg("svg", { class: "board", role: "group", "aria-label": app.catalogue.text("region.board") });
    this.small = smallApp(app, game.seats, board, (move) => this.#played(move));
    const box = el("div", { class: "lesson-board" }, board);
    const dialog = openDialog(app, "lesson-dialog", "", this.text, box, this.choice, this.said, this.row);
    this.heading = /** @type {Element} */ (dialog.querySelector("h2"));
    listenToPointers(this.small);
    dialog.addEventListener("keydown", (event) => keyOnBoard(this.small, event) && event.preventDefault());
    this.small.events.on("choice", () => this.#mark());
  }

  /**
   * Show a step from its beginning.
   * @param {number} at
   */
  show(at) {
    this.#at = at;
    const { catalogue } = this.app;
    const values = { game: this.game.title, step: at + 1, steps: this.steps.length };
    this.heading.textContent = catalogue.text("lesson.title", values);
    this.text.textContent = this.steps[at].text;
    this.said.textContent = "";
    this.#look([]);
    this.#buttons(false);
  }

  /**
   * Show the step's position after more moves.
   * @param {string[]} moves
   * @param {boolean} [done] whether nothing more is to be played
   */
  #look(moves, done = false) {
    const { place } = this.steps[this.#at];
    const wanted = { ...place, moves: [...place.moves, ...moves] };
    this.app.socket.send("look", { place: wanted }, (answer) => {
      this.small.view.show({ ...answer, moves: done ? [] : answer.moves });
      this.#draw(answer.board);
      this.small.events.emit("view");
    });
  }

  /** @param {Board} board */
  #draw(board) {
    const named = JSON.stringify(this.steps[this.#at].place.options);
    if (named === this.#drawn) return;
    this.#drawn = named;
    const material = materialOf(this.app.settings.get("board"), board);
    this.small.board.draw(board, this.game.seats, 0, true, material);
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
  #played(move) {
    const { tries } = this.steps[this.#at];
    const right = tries.length === 0 || tries.includes(move);
    this.said.textContent = this.app.catalogue.text(right ? "lesson.well" : "lesson.other");
    announce(this.said.textContent ?? "");
    this.#look(right ? [move] : [], right);
    if (right) this.#buttons(true);
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
    if (done) next.focus();
  }
}

/**
 * What the parts that draw and play need, for a board of its own.
 * @param {App} app
 * @param {string[]} seats
 * @param {SVGSVGElement} element
 * @param {(move: string) => void} played
 * @returns {any}
 */
function smallApp(app, seats, element, played) {
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
    settings: app.settings,
    socket: app.socket,
    table: { seats, state: null, turns: [] },
    board: new BoardView(element),
    editor: { open: false, scene: { pieces: [], mover: 0, reserves: [] } },
    analysis: { firstSteps: [] },
    motion: { runs: false, shown: null, pace: 0, carried: false, finish: () => {} },
  });
  small.chooser = new Chooser(small);
  return small;
}
