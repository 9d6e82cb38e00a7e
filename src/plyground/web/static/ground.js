/** The board itself: what stays as it is during a game. */

import { svg } from "./dom.js";
import { outline } from "./geometry.js";
import { frame, grain } from "./material.js";
import { pattern } from "./paints.js";

/** How far a side is drawn from the edge that it means. */
const BESIDE = 0.15;

/**
 * Points as SVG wants them.
 * @param {number[][]} points
 */
export function pointsText(points) {
  return points.map(([x, y]) => `${x.toFixed(4)},${y.toFixed(4)}`).join(" ");
}

/**
 * Everything under the pieces.
 * @param {Board} board a turned one
 * @param {number} degrees how far it is turned
 * @param {string[]} seats the colours by seat
 * @param {string} material what it is made of
 */
export function ground(board, degrees, seats, material) {
  const { left, top, width, height } = board.extent;
  const middle = [left + width / 2, top + height / 2];
  return svg(
    "g",
    { class: "ground", "aria-hidden": "true" },
    frame(board, degrees, material),
    plate(board, degrees, material),
    ...board.borders.flatMap((border) => side(border, seats[border.seat], middle)),
    ...board.cells.map((cell) => place(cell, degrees)),
    ...board.lines.flatMap(groove),
    ...board.cells.filter((cell) => cell.shape === "point").map(dot),
    ...board.labels.map(label),
  );
}

/**
 * The plate on which cells lie, a little larger than all of them.
 * @param {Board} board
 * @param {number} degrees
 * @param {string} material
 */
function plate(board, degrees, material) {
  if (board.cells[0].shape === "hexagon") {
    return svg(
      "g",
      { class: "plate" },
      ...board.cells.map((cell) => svg("polygon", { points: pointsText(outline(cell, degrees, 1.14)) })),
    );
  }
  const all = board.cells.flatMap((cell) => outline(cell, degrees));
  const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)];
  const [left, top, room] = [Math.min(...xs), Math.min(...ys), 0.07];
  const size = { width: Math.max(...xs) - left, height: Math.max(...ys) - top };
  const box = { x: left - room, y: top - room, width: size.width + 2 * room, height: size.height + 2 * room, rx: 0.08 };
  const open = board.cells[0].shape === "point";
  const lines = open ? grain({ left, top, ...size }, material) : [];
  const field = svg("rect", { ...box, class: open ? "plate open" : "plate" });
  return svg("g", {}, field, ...lines, svg("rect", { ...box, class: "field-shade" }));
}

/**
 * A line cut into the board, with the light on its lower edge.
 * @param {{points: number[][]}} line
 */
function groove(line) {
  const points = pointsText(line.points);
  return [
    svg("polyline", { points, transform: "translate(.025 .035)", class: "board-groove" }),
    svg("polyline", { points, class: "board-line" }),
  ];
}

/**
 * A player's side of the board, with a pattern of its own.
 * @param {{points: number[][]}} border
 * @param {string} colour
 * @param {number[]} middle of the board
 */
function side(border, colour, middle) {
  const points = pointsText(outwards(border.points, middle));
  return [
    svg("polyline", { points, class: `border seat-${colour}` }),
    svg("polyline", { points, class: "border-pattern", "stroke-dasharray": pattern(colour) }),
  ];
}

/**
 * A side's points, moved away from the middle of the board so that they lie beside the cells.
 * @param {number[][]} points
 * @param {number[]} middle
 */
function outwards(points, [x, y]) {
  const [[x1, y1], [x2, y2]] = [points[0], points[points.length - 1]];
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [nx, ny] = [(y2 - y1) / length, (x1 - x2) / length];
  const away = (x1 - x) * nx + (y1 - y) * ny > 0 ? BESIDE : -BESIDE;
  return points.map(([px, py]) => [px + nx * away, py + ny * away]);
}

/**
 * @param {Cell} cell
 * @param {number} degrees
 */
function place(cell, degrees) {
  if (cell.shape === "slot" || cell.shape === "point") return svg("g");
  const look = `cell cell-${cell.shape} ${cell.shade ?? "plain"}`;
  if (cell.shape === "hexagon")
    return svg("polygon", { points: pointsText(outline(cell, degrees, 0.965)), class: look });
  const [w, h] = [cell.width, cell.height];
  return svg("rect", {
    x: cell.x - w / 2,
    y: cell.y - h / 2,
    width: w,
    height: h,
    rx: cell.shade ? 0.03 : 0.1,
    class: look,
  });
}

/** @param {Cell} cell */
function dot(cell) {
  return svg("circle", { cx: cell.x, cy: cell.y, r: 0.11, class: "board-point" });
}

/** @param {{text: string, x: number, y: number}} label */
function label({ text, x, y }) {
  return svg("text", { x, y, dy: "0.35em", class: "board-label" }, text);
}
