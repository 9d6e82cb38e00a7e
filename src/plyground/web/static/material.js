/** What a board is made of: its frame, its grain, and the light on it. The colours are in materials.css. */

import { svg } from "./dom.js";
import { outline } from "./geometry.js";

/** The materials with rings, and those with veins. */
const GRAIN = { birch: "rings", walnut: "rings", oak: "rings", wood: "rings", marble: "veins", slate: "veins" };
/** From a label's middle to the edge of the frame. */
const BESIDE_LABEL = 0.32;
/** From the cells to the edge of the frame where no labels are. */
const BESIDE_CELL = 0.34;
/** How round the corners of a square frame are. */
const CORNER = 0.28;

/**
 * What a board is made of by the setting.
 * @param {string} wish a material, or `own` for what its game says
 * @param {Board} board
 */
export function materialOf(wish, board) {
  return wish === "own" ? board.material : wish;
}

/**
 * The frame around everything, with its grain and its light.
 * @param {Board} board a turned one
 * @param {number} degrees
 * @param {string} material
 */
export function frame(board, degrees, material) {
  const points = edge(board, degrees);
  const d = `M${points.map(([x, y]) => `${x.toFixed(3)} ${y.toFixed(3)}`).join("L")}Z`;
  const shape = (/** @type {Record<string, any>} */ more) => svg("path", { d, ...more });
  const id = `frame-${Math.round(board.extent.width * 1000)}-${board.cells.length}`;
  return svg(
    "g",
    { class: "board-frame" },
    svg("clipPath", { id }, shape({})),
    shape({ class: "frame-body" }),
    svg("g", { "clip-path": `url(#${id})` }, ...grain(board.extent, material)),
    shape({ class: "frame-light", fill: "url(#light)" }),
  );
}

/**
 * The grain over a rectangle: the same for the same board, whenever it is drawn.
 * @param {Extent} extent
 * @param {string} material
 */
export function grain({ left, top, width, height }, material) {
  const kind = GRAIN[/** @type {keyof typeof GRAIN} */ (material)];
  if (!kind) return [];
  const random = numbers(width * 7919 + height);
  const many = kind === "rings" ? Math.round(height * 3.2) : 7;
  return Array.from({ length: many }, (_, index) => {
    const bend = () => (random() - 0.5) * (kind === "rings" ? 0.5 : 2.4);
    const tilt = kind === "rings" ? 0 : height / 2;
    const start = top + height * (kind === "rings" ? index / many : random() * 1.6 - 0.5);
    const spot = (/** @type {number} */ share, /** @type {number} */ off) =>
      `${(left + width * share).toFixed(2)} ${(start + tilt * share + off).toFixed(2)}`;
    const d = `M${spot(0, 0)}C${spot(1 / 3, bend())} ${spot(2 / 3, bend())} ${spot(1, bend())}`;
    return svg("path", { d, class: `grain ${kind}`, "stroke-width": (0.02 + 0.05 * random()).toFixed(3) });
  });
}

/** The light from the upper left. */
export function light() {
  const stop = (/** @type {string} */ offset, /** @type {string} */ look) => svg("stop", { offset, class: look });
  return svg(
    "linearGradient",
    { id: "light", x1: "0", y1: "0", x2: "1", y2: "1" },
    stop("0%", "light-high"),
    stop("45%", "light-none"),
    stop("100%", "light-low"),
  );
}

/**
 * The corners of the frame: around all cells and labels.
 * @param {Board} board
 * @param {number} degrees
 * @returns {number[][]}
 */
function edge(board, degrees) {
  const spots = [
    ...board.cells.flatMap((cell) => outline(cell, degrees).map(([x, y]) => [x, y, BESIDE_CELL])),
    ...board.labels.map(({ x, y }) => [x, y, BESIDE_LABEL]),
  ];
  if (board.cells[0].shape !== "hexagon") return rounded(spots);
  const turns = Array.from({ length: 12 }, (_, index) => (index * Math.PI) / 6);
  return hull(
    spots.flatMap(([x, y, far]) => turns.map((angle) => [x + far * Math.cos(angle), y + far * Math.sin(angle)])),
  );
}

/**
 * A rectangle with round corners around spots, each with the room that it needs.
 * @param {number[][]} spots
 */
function rounded(spots) {
  const side = (/** @type {number} */ at, /** @type {number} */ sign) =>
    sign * Math.max(...spots.map((spot) => sign * spot[at] + spot[2]));
  const corners = [
    [side(0, 1), side(1, 1), 0],
    [side(0, -1), side(1, 1), 1],
    [side(0, -1), side(1, -1), 2],
    [side(0, 1), side(1, -1), 3],
  ];
  return corners.flatMap(([x, y, quarter]) =>
    [0, 1, 2, 3].map((part) => {
      const angle = ((quarter + part / 3) * Math.PI) / 2;
      const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
      const [mx, my] = [quarter === 1 || quarter === 2 ? 1 : -1, quarter > 1 ? 1 : -1];
      return [x + CORNER * (mx + dx), y + CORNER * (my + dy)];
    }),
  );
}

/**
 * The corners of the smallest convex shape around points, in order.
 * @param {number[][]} points
 */
function hull(points) {
  const sorted = [...points].sort(([x1, y1], [x2, y2]) => x1 - x2 || y1 - y2);
  const half = (/** @type {number[][]} */ all) => {
    /** @type {number[][]} */
    const found = [];
    for (const point of all) {
      while (found.length > 1 && cross(found[found.length - 2], found[found.length - 1], point) <= 1e-9) found.pop();
      found.push(point);
    }
    return found.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/**
 * Twice the area that three points span; positive for a turn to one side.
 * @param {number[]} a
 * @param {number[]} b
 * @param {number[]} c
 */
function cross([ax, ay], [bx, by], [cx, cy]) {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}

/**
 * Numbers from 0 to 1 that look random and are the same for the same seed.
 * @param {number} seed
 */
function numbers(seed) {
  let state = Math.floor(seed) % 2147483647 || 1;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}
