/** Little boards, drawn by the code of the large one: the ground once, and for each only its pieces. */

import { svg } from "./dom.js";
import { turned } from "./geometry.js";
import { ground } from "./ground.js";
import { shape } from "./marks.js";
import { definitions } from "./paints.js";
import { piece } from "./pieces.js";

let made = 0;

export class MiniBoards {
  #id = `mini-ground-${++made}`;

  /**
   * @param {Board} board
   * @param {string[]} seats
   * @param {string} [material]
   */
  constructor(board, seats, material = "wood") {
    this.seats = seats;
    this.material = material;
    this.board = turned(board, 0, false);
    this.cells = new Map(this.board.cells.map((cell) => [cell.name, cell]));
    const { left, top, width, height } = this.board.extent;
    this.box = `${left} ${top} ${width} ${height}`;
    /** To be put on the page once, before the boards; it takes no room. */
    this.definitions = svg(
      "svg",
      { class: "unseen", "aria-hidden": "true", "data-material": material, width: 0, height: 0 },
      definitions(seats),
      svg("symbol", { id: this.#id, viewBox: this.box }, ground(this.board, 0, seats, material)),
    );
  }

  /**
   * A little board.
   * @param {Piece[]} pieces
   * @param {string[]} [marked] cells to mark
   * @param {SVGElement[]} [under] more between ground and pieces
   */
  draw(pieces, marked = [], under = []) {
    const { left, top, width, height } = this.board.extent;
    const standing = pieces.flatMap((each) => {
      const cell = this.cells.get(each.cell);
      return cell ? [piece(each.kind, each.seat === null ? null : this.seats[each.seat], cell)] : [];
    });
    const marks = marked.flatMap((name) => {
      const cell = this.cells.get(name);
      return cell ? [shape(cell, 0, "last")] : [];
    });
    return svg(
      "svg",
      { viewBox: this.box, class: "mini", "aria-hidden": "true", "data-material": this.material },
      svg("use", { href: `#${this.#id}`, x: left, y: top, width, height }),
      ...marks,
      ...under,
      ...standing,
    );
  }
}
