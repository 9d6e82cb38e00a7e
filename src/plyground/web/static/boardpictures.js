/**
 * Many little boards, painted fast: the ground and one piece of each look are drawn once as a sheet of pictures, by the
 * code of the large board; a board is the ground with copies of the pieces where they stand.
 */

import { el, svg } from "./dom.js";
import { turned } from "./geometry.js";
import { ground } from "./ground.js";
import { shape } from "./marks.js";
import { definitions } from "./paints.js";
import { imageOf } from "./picture.js";
import { piece } from "./pieces.js";

/** Around a piece for its shadow and its edge, in the board's unit. */
const ROOM = 0.15;

/** @typedef {{image: CanvasImageSource | null, tiles: Map<string, {left: number, side: number}>}} Sheet */

export class BoardPictures {
  /** @type {Map<number, Sheet>} by pixels for the board's unit */
  #sheets = new Map();

  /**
   * @param {Board} board
   * @param {string[]} seats
   * @param {string} material
   * @param {() => void} ready called when boards that were asked for can be painted
   */
  constructor(board, seats, material, ready) {
    this.seats = seats;
    this.material = material;
    this.ready = ready;
    this.board = turned(board, 0, false);
    this.cells = new Map(this.board.cells.map((cell) => [cell.name, cell]));
  }

  /** Draw the pictures anew when they are next needed: the colours of the page have changed. */
  refresh() {
    this.#sheets.clear();
  }

  /** A canvas for a board. */
  canvas() {
    return el("canvas", { class: "mini", "aria-hidden": "true", "data-material": this.material });
  }

  /**
   * Paint a position.
   * @param {HTMLCanvasElement} canvas
   * @param {number} box the longer side of the board, in pixels of the page
   * @param {Piece[]} pieces
   * @param {string[]} marked cells to mark
   */
  paint(canvas, box, pieces, marked) {
    const { width, height } = this.board.extent;
    const scale = (box * devicePixelRatio) / Math.max(width, height);
    const [wide, high] = [Math.round(width * scale), Math.round(height * scale)];
    if (canvas.width !== wide) canvas.width = wide;
    if (canvas.height !== high) canvas.height = high;
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    const { image, tiles } = this.#sheet(scale);
    pen.clearRect(0, 0, wide, high);
    if (!image) return;
    pen.drawImage(image, 0, 0, wide, high, 0, 0, wide, high);
    const put = this.#putter(pen, image, tiles, scale);
    for (const name of marked) put(name, "mark");
    for (const each of pieces) put(each.cell, String(each.seat));
  }

  /**
   * Copies a picture of the sheet to a cell.
   * @param {CanvasRenderingContext2D} pen
   * @param {CanvasImageSource} image
   * @param {Sheet["tiles"]} tiles
   * @param {number} scale
   */
  #putter(pen, image, tiles, scale) {
    const { left, top, height } = this.board.extent;
    const below = Math.round(height * scale);
    return (/** @type {string} */ name, /** @type {string} */ look) => {
      const cell = this.cells.get(name);
      const tile = cell && tiles.get(form(cell, look));
      if (!tile) return;
      const { side } = tile;
      const [x, y] = [Math.round((cell.x - left) * scale - side / 2), Math.round((cell.y - top) * scale - side / 2)];
      pen.drawImage(image, tile.left, below, side, side, x, y, side, side);
    };
  }

  /** @param {number} scale */
  #sheet(scale) {
    const found = this.#sheets.get(scale);
    if (found) return found;
    const { drawing, tiles, size } = this.#draw(scale);
    const sheet = /** @type {Sheet} */ ({ image: null, tiles });
    this.#sheets.set(scale, sheet);
    document.body.append(drawing);
    imageOf(drawing, size).then((image) => {
      sheet.image = image;
      this.ready();
    });
    drawing.remove();
    return sheet;
  }

  /**
   * The sheet as a drawing: the ground, below it in one row a square for each look of a piece and a mark.
   * @param {number} scale
   */
  #draw(scale) {
    const { left, top, width, height } = this.board.extent;
    const tiles = new Map();
    const parts = [ground(this.board, 0, this.seats, this.material)];
    const below = Math.round(height * scale);
    let [across, tallest] = [0, 0];
    for (const [look, cell] of this.#looks()) {
      const side = 2 * Math.ceil(scale * (Math.max(cell.width, cell.height, 1) / 2 + ROOM));
      const middle = { ...cell, x: left + (across + side / 2) / scale, y: top + (below + side / 2) / scale };
      parts.push(this.#part(look, middle));
      tiles.set(form(cell, look), { left: across, side });
      [across, tallest] = [across + side, Math.max(tallest, side)];
    }
    const size = { width: Math.max(Math.round(width * scale), across), height: below + tallest };
    const viewBox = `${left} ${top} ${size.width / scale} ${size.height / scale}`;
    const drawing = svg("svg", { viewBox, class: "mini unseen", "data-material": this.material }, definitions(this.seats), ...parts);
    return { drawing, tiles, size };
  }

  /** Every look with a cell of every form. @returns {[string, Cell][]} */
  #looks() {
    const looks = ["mark", "null", ...this.seats.keys()].map(String);
    const forms = new Map(this.board.cells.map((cell) => [form(cell, ""), cell]));
    return [...forms.values()].flatMap((cell) => looks.map((look) => /** @type {[string, Cell]} */ ([look, cell])));
  }

  /**
   * @param {string} look `mark`, a seat's number or `null`
   * @param {Cell} cell
   */
  #part(look, cell) {
    if (look === "mark") return shape(cell, 0, "last");
    return piece(cell.holds, look === "null" ? null : this.seats[Number(look)], cell);
  }
}

/**
 * What has one picture: a look in all cells of the same form.
 * @param {Cell} cell
 * @param {string} look
 */
function form(cell, look) {
  return `${look} ${cell.holds} ${cell.shape} ${cell.width.toFixed(3)} ${cell.height.toFixed(3)}`;
}
