/** Choosing a move: clicks become steps, steps become moves; with previews, a way back and confirmation on touch. */

import { notice } from "./notices.js";
import { Selection } from "./selection.js";

/** On touch screens, cells closer together than this many pixels are confirmed first. */
const SMALL = 34;

export class Chooser {
  /** @type {App} */
  #app;
  selection = new Selection([]);
  /** @type {string | null} a last step that waits for confirmation */
  pending = null;
  /** @type {string | null} */
  pointed = null;
  /** @type {string | null} the cell of the piece that is dragged */
  lifted = null;
  /** @type {string[]} the cells of a hint for the position shown */
  hints = [];
  #position = "";
  #explained = false;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    app.events.on("view", () => this.#follow());
  }

  /** Whether a move can be chosen in what is shown. */
  get active() {
    const { view, table, editor } = this.#app;
    if (!view.picture || view.picture.outcome || editor.open) return false;
    return !view.live || Boolean(table.state?.can.move);
  }

  /** What may be clicked next. @returns {Set<string>} */
  get targets() {
    return this.active ? this.selection.next : new Set();
  }

  /** The clicks so far, with the one that waits for confirmation. */
  get path() {
    return this.pending === null ? this.selection.path : [...this.selection.path, this.pending];
  }

  /**
   * Take a click on a cell or button.
   * @param {string} step
   * @param {boolean} [touch]
   */
  click(step, touch = false) {
    if (!this.active) return;
    const move = this.selection.completes(step);
    if (move !== null && touch && this.pending !== step && this.#mustConfirm(step)) this.#wait(step);
    else if (move !== null) this.make(move);
    else this.#step(step);
    this.#app.events.emit("choice");
  }

  /**
   * Let a move wait for confirmation; the first time the reason is told.
   * @param {string} step
   */
  #wait(step) {
    const { settings, catalogue } = this.#app;
    if (!this.#explained && settings.get("confirm") === "auto") notice(catalogue.text("choice.small"), "lasts");
    this.#explained = true;
    this.pending = step;
  }

  /** Play the move that waits for confirmation. */
  confirm() {
    const move = this.pending === null ? null : this.selection.completes(this.pending);
    if (move !== null) this.make(move);
    this.#app.events.emit("choice");
  }

  /** One step back; false where there is none. */
  back() {
    const had = this.pending !== null || this.selection.back();
    this.pending = null;
    this.#app.events.emit("choice");
    return had;
  }

  /**
   * Play a move, or try it where the position is not the one on the table.
   * @param {string} move
   */
  make(move) {
    const { view, socket, table } = this.#app;
    this.pending = null;
    this.selection.path = [];
    if (!view.live) view.tryMoves([move]);
    else socket.send("move", { ply: table.state?.ply ?? 0, move });
  }

  /**
   * Say which cell the pointer means.
   * @param {string | null} cell
   */
  point(cell) {
    if (this.pointed === cell) return;
    this.pointed = cell;
    this.#app.events.emit("choice");
  }

  /** What the pointer would do, for a preview. @returns {{cell: string, look: string} | null} */
  get preview() {
    const cell = this.pointed;
    if (cell === null || !this.active) return null;
    if (this.#app.view.picture?.forbidden.includes(cell)) return { cell, look: "forbidden" };
    return this.targets.has(cell) ? { cell, look: "ghost" } : null;
  }

  /** @param {string} step */
  #step(step) {
    this.pending = null;
    if (this.#app.view.picture?.forbidden.includes(step)) this.#app.events.emit("forbidden", step);
    else {
      if (!this.selection.takes(step)) this.nowhere(step);
      this.selection.click(step);
    }
  }

  /**
   * Tell whoever explains moves that none goes on there.
   * @param {string} step
   */
  nowhere(step) {
    this.#app.events.emit("nowhere", [...this.selection.path, step]);
  }

  /** @param {string} step */
  #mustConfirm(step) {
    const { settings, board } = this.#app;
    const wish = settings.get("confirm");
    const narrow = board.cells.get(step)?.shape === "slot" || board.unit < SMALL;
    return wish === "always" || (wish === "auto" && narrow && board.cells.has(step));
  }

  /** Begin anew when another position is shown. */
  #follow() {
    const picture = this.#app.view.picture;
    const named = picture ? `${picture.ply} ${picture.position} ${this.#app.view.live}` : "";
    if (named !== this.#position) {
      this.#position = named;
      this.selection = new Selection(picture?.moves ?? []);
      this.pending = null;
      this.hints = [];
    }
    this.#app.events.emit("choice");
  }
}
