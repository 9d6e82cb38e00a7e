/** A piece that is dragged: it follows the pointer, and glides back where it may not be put. */

import { svg } from "./dom.js";
import { piece as drawn } from "./pieces.js";

/** Milliseconds of the way back. */
const BACK = 160;

export class Dragged {
  #app;
  #cell;
  #box;

  /**
   * @param {App} app
   * @param {Cell} cell
   * @param {Piece} piece what stands there
   */
  constructor(app, cell, piece) {
    this.#app = app;
    this.#cell = cell;
    const colour = piece.seat === null ? null : app.board.seats[piece.seat];
    this.#box = svg("g", { class: "moving dragged" }, drawn(piece.kind, colour, cell));
    app.board.layers.motion.append(this.#box);
    this.#lift(cell.name);
  }

  /**
   * Take up what stands on a cell; null where nothing does.
   * @param {App} app
   * @param {string} name
   */
  static lift(app, name) {
    const cell = app.board.cells.get(name);
    const piece = app.view.picture?.scene.pieces.find((each) => each.cell === name);
    return cell && piece ? new Dragged(app, cell, piece) : null;
  }

  /** @param {{clientX: number, clientY: number}} pointer */
  follow(pointer) {
    const { x, y } = this.#app.board.pointAt(pointer);
    this.#box.style.transform = `translate(${x - this.#cell.x}px, ${y - this.#cell.y}px)`;
  }

  /**
   * Put it on a cell where it may go.
   * @param {string} name
   */
  put(name) {
    this.#app.motion.carried = this.#app.chooser.selection.completes(name) !== null;
    this.#done();
  }

  /** Let it glide back. */
  back() {
    const from = this.#box.style.transform || "none";
    const options = { duration: this.#app.motion.pace && BACK, easing: "ease-out" };
    this.#box.animate([{ transform: from }, { transform: "none" }], options).finished.then(
      () => this.#done(),
      () => this.#done(),
    );
  }

  #done() {
    this.#box.remove();
    if (this.#app.chooser.lifted === this.#cell.name) this.#lift(null);
  }

  /** @param {string | null} name */
  #lift(name) {
    this.#app.chooser.lifted = name;
    this.#app.events.emit("choice");
  }
}
