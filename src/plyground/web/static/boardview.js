/**
 * The board on the page. It is told everything (the board, what stands there, what is marked) and reports pointers by
 * the cell they mean; it knows no rule.
 */

import { svg } from "./dom.js";
import { nearest, turned } from "./geometry.js";
import { ground } from "./ground.js";
import * as marks from "./marks.js";
import { definitions } from "./paints.js";
import { piece } from "./pieces.js";

/** The angles at which a board can be seen: a rhombus of hexagons slanted, lying on its side, or standing. */
const ANGLES = { slanted: 0, lying: -30, standing: 60 };
/** More free cells than these are not marked one by one. */
const MANY = 12;

export class BoardView {
  /** @type {Board | null} as the server sent it */
  #board = null;
  /** @type {Board | null} turned */
  board = null;
  /** @type {Map<string, Cell>} */
  cells = new Map();
  degrees = 0;
  /** The winning cells that are drawn. */
  #won = "";
  /** @type {string[]} */
  seats = [];

  /** @param {SVGSVGElement} element */
  constructor(element) {
    this.element = element;
    this.layers = {
      under: svg("g"),
      pieces: svg("g"),
      motion: svg("g"),
      over: svg("g"),
      win: svg("g"),
      focus: svg("g"),
    };
  }

  /**
   * Draw a board anew.
   * @param {Board} board
   * @param {string[]} seats
   * @param {number} degrees how far it is turned
   * @param {boolean} labelled
   * @param {string} material
   */
  draw(board, seats, degrees, labelled, material) {
    this.element.dataset.material = material;
    this.#board = board;
    this.seats = seats;
    this.degrees = degrees;
    this.board = turned(board, degrees, labelled);
    this.cells = new Map(this.board.cells.map((cell) => [cell.name, cell]));
    const { left, top, width, height } = this.board.extent;
    this.element.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
    const { focus, win, ...drawn } = this.layers;
    for (const layer of [...Object.values(drawn), win]) layer.setAttribute("aria-hidden", "true");
    win.replaceChildren();
    this.#won = "";
    const layers = [...Object.values(drawn), win, focus];
    this.element.replaceChildren(definitions(seats), ground(this.board, degrees, seats, material), ...layers);
  }

  /**
   * The angle that is wished for, or at which the board is largest in its frame.
   * @param {Board} board
   * @param {{orientation: string, turned: boolean, coordinates: boolean}} wishes
   * @param {{width: number, height: number}} frame
   */
  angle(board, wishes, frame) {
    const half = wishes.turned ? 180 : 0;
    if (board.cells[0].shape !== "hexagon") return half;
    const wished = ANGLES[/** @type {keyof typeof ANGLES} */ (wishes.orientation)];
    if (wished !== undefined) return wished + half;
    const scale = (/** @type {number} */ angle) => {
      const { width, height } = turned(board, angle, wishes.coordinates).extent;
      return Math.min(frame.width / width, frame.height / height);
    };
    const best = Object.values(ANGLES).reduce((one, other) => (scale(other) > scale(one) * 1.02 ? other : one));
    return best + half;
  }

  /** Whether the board has orientations to choose from. */
  get hexagonal() {
    return this.#board?.cells[0].shape === "hexagon";
  }

  /** The pixels between two neighbouring cells. */
  get unit() {
    return this.board ? this.element.getBoundingClientRect().width / this.board.extent.width : 0;
  }

  /**
   * Show what stands on the board and what is marked.
   * @param {Shown} shown
   */
  show(shown) {
    const at = (/** @type {string} */ name) => this.cells.get(name);
    const known = (/** @type {string[]} */ names) => /** @type {Cell[]} */ (names.map(at).filter(Boolean));
    const standing = new Map(shown.pieces.map((each) => [each.cell, each]));
    this.layers.under.replaceChildren(
      ...marks.lastMove(known(shown.last), this.degrees),
      ...known(shown.path).map((cell) => marks.shape(cell, this.degrees, "chosen")),
    );
    this.layers.pieces.replaceChildren(
      ...shown.pieces.flatMap((each) => this.#piece(each, shown)),
      ...this.#ghosts(shown, standing),
    );
    this.layers.over.replaceChildren(
      ...this.#targets(known([...shown.targets]), standing, shown),
      ...known(shown.best).map((cell) => marks.shape(cell, this.degrees, "best")),
      ...known(shown.hints).map((cell) => marks.hint(cell, this.degrees)),
      ...(shown.path.length > 1 ? known(shown.path).map((cell, index) => marks.badge(cell, index + 1)) : []),
    );
    this.#win(known(shown.winning));
  }

  /**
   * Draw why the game was won, once: what is drawn there moves, and would begin anew.
   * @param {Cell[]} cells
   */
  #win(cells) {
    const named = cells.map(({ name }) => name).join(" ");
    if (named !== this.#won) this.layers.win.replaceChildren(...marks.winning(cells));
    this.#won = named;
  }

  /**
   * The cell that a pointer means.
   * @param {{clientX: number, clientY: number}} pointer
   * @param {(cell: Cell) => boolean} [wanted]
   */
  cellAt(pointer, wanted = () => true) {
    if (!this.board) return null;
    const point = this.pointAt(pointer);
    return nearest(this.board.cells.filter(wanted), point.x, point.y);
  }

  /**
   * A pointer's place in the board's unit.
   * @param {{clientX: number, clientY: number}} pointer
   */
  pointAt(pointer) {
    const matrix = this.element.getScreenCTM();
    return new DOMPoint(pointer.clientX, pointer.clientY).matrixTransform(matrix?.inverse());
  }

  /**
   * @param {Piece} each
   * @param {Shown} shown
   */
  #piece(each, shown) {
    const cell = this.cells.get(each.cell);
    if (!cell) return [];
    const moved = shown.lifted === each.cell || (shown.path.length > 1 && shown.path[0] === each.cell);
    const colour = each.seat === null ? null : this.seats[each.seat];
    return [piece(each.kind, colour, cell, moved ? "faded" : "")];
  }

  /**
   * Pieces that are not there yet: on the free cells clicked so far, and under the pointer.
   * @param {Shown} shown
   * @param {Map<string, any>} standing
   */
  #ghosts(shown, standing) {
    const colour = this.seats[shown.mover];
    const free = shown.path.filter((name) => this.cells.has(name) && !standing.has(name));
    const ghosts = free.map((name) => this.#ghost(/** @type {Cell} */ (this.cells.get(name)), colour, "ghost firm"));
    const cell = shown.preview && this.cells.get(shown.preview.cell);
    if (!cell || !shown.preview || standing.has(cell.name)) return ghosts;
    if (shown.preview.look === "forbidden") return [...ghosts, marks.shape(cell, this.degrees, "forbidden")];
    return [...ghosts, this.#ghost(cell, colour, "ghost")];
  }

  /**
   * @param {Cell} cell
   * @param {string} colour
   * @param {string} look
   */
  #ghost(cell, colour, look) {
    return piece(cell.holds, cell.shape === "slot" ? null : colour, cell, look);
  }

  /**
   * Where one may go on, unless that is nearly everywhere.
   * @param {Cell[]} cells
   * @param {Map<string, any>} standing
   * @param {Shown} shown
   */
  #targets(cells, standing, shown) {
    const places = cells.filter((cell) => cell.shape !== "slot");
    const free = places.filter((cell) => !standing.has(cell.name));
    const wanted =
      free.length > MANY && shown.path.length === 0 ? places.filter((cell) => standing.has(cell.name)) : places;
    return wanted.map((cell) => {
      const there = standing.get(cell.name);
      return marks.target(cell, Boolean(there), Boolean(there) && there.seat !== shown.mover);
    });
  }
}
