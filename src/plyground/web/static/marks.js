/** What is drawn over the board for the moment: last move, targets, clicks so far, hint, winning chain, previews. */

import { svg } from "./dom.js";
import { outline } from "./geometry.js";
import { pointsText } from "./ground.js";

/**
 * A cell's shape with a class, a little smaller than the cell.
 * @param {Cell} cell
 * @param {number} degrees
 * @param {string} look
 */
export function shape(cell, degrees, look) {
  if (cell.shape === "point") return svg("circle", { cx: cell.x, cy: cell.y, r: 0.44, class: look });
  const scale = cell.shape === "slot" ? 1 : 0.93;
  return svg("polygon", { points: pointsText(outline(cell, degrees, scale)), class: look });
}

/**
 * Where a move can go on: a dot on a free cell, a ring around an own piece, corners around an enemy's.
 * @param {Cell} cell
 * @param {boolean} taken whether a piece stands there
 * @param {boolean} enemy whether the piece is an enemy's
 */
export function target(cell, taken, enemy) {
  if (enemy) return cross(cell, "target-take");
  if (taken) return svg("circle", { cx: cell.x, cy: cell.y, r: 0.46, class: "target-ring" });
  return svg("circle", { cx: cell.x, cy: cell.y, r: 0.12, class: "target-dot" });
}

/**
 * @param {Cell} cell
 * @param {string} look
 */
export function cross(cell, look) {
  const d = "M-.42-.22V-.42H-.22M.22-.42H.42V-.22M.42.22V.42H.22M-.22.42H-.42V.22";
  return svg("path", { d, transform: `translate(${cell.x} ${cell.y})`, class: look });
}

/**
 * The number of a click that is part of a longer move.
 * @param {Cell} cell
 * @param {number} number
 */
export function badge(cell, number) {
  return svg(
    "g",
    { class: "badge", transform: `translate(${cell.x + 0.3} ${cell.y - 0.3})` },
    svg("circle", { r: 0.19 }),
    svg("text", { dy: "0.35em" }, String(number)),
  );
}

/**
 * The cells of the last move, joined where there are several.
 * @param {Cell[]} cells
 * @param {number} degrees
 */
export function lastMove(cells, degrees) {
  const path =
    cells.length > 1
      ? [svg("polyline", { points: pointsText(cells.map(({ x, y }) => [x, y])), class: "last-way" })]
      : [];
  return [...cells.map((cell) => shape(cell, degrees, "last")), ...path];
}

/**
 * The cells that show why the game was won; a line where they follow each other.
 * @param {Cell[]} cells
 */
export function winning(cells) {
  const near = cells.every(
    (cell, at) => at === 0 || Math.hypot(cell.x - cells[at - 1].x, cell.y - cells[at - 1].y) < 1.6,
  );
  const points = pointsText(cells.map(({ x, y }) => [x, y]));
  const line = (/** @type {string} */ look) => svg("polyline", { points, pathLength: 1, class: look });
  const way = near && cells.length > 1 ? [line("win-back"), line("win-way")] : [];
  return [...way, ...cells.map((cell, at) => ring(cell, at / cells.length))];
}

/**
 * @param {Cell} cell
 * @param {number} share of the line that is drawn before it
 */
function ring({ x, y }, share) {
  const made = svg("circle", { cx: x, cy: y, r: 0.46, class: "win" });
  made.style.animationDelay = `${(0.9 * share).toFixed(2)}s`;
  return made;
}

/**
 * A hint on a cell.
 * @param {Cell} cell
 * @param {number} degrees
 */
export function hint(cell, degrees) {
  return shape(cell, degrees, "hint");
}
