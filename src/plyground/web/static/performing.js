/** How a move is performed on the board: pieces that slide, hop, come and leave. */

import { svg } from "./dom.js";
import { piece as drawn } from "./pieces.js";
import { hops, movements } from "./transition.js";

/** @typedef {import("./transition.js").Movement} Movement */
/** @typedef {import("./motion.js").Passage} Passage */

/** More differences than these are no movement. */
const MANY = 6;

/**
 * Let everything run that leads from one position to the next, and say what stands still meanwhile; null for nothing.
 * @param {App["board"]} board
 * @param {Passage} passage
 * @param {number} pace milliseconds of a step
 */
export function perform(board, { before, after, steps, pause }, pace) {
  const all = movements(before, after, steps, board.cells);
  if (all.length > MANY || all.length === 0) return null;
  const moved = new Set(all.flatMap(({ piece, what }) => (what === "come" ? [] : [piece])));
  const still = before.filter((each) => !moved.has(each));
  return { still, running: all.flatMap((each) => animate(board, each, before, pause * pace, pace)) };
}

/**
 * Draw a movement and let it run.
 * @param {App["board"]} board
 * @param {Movement} movement
 * @param {Piece[]} before what stood there
 * @param {number} shift milliseconds before the first
 * @param {number} pace milliseconds of a step
 * @returns {Animation[]}
 */
function animate(board, movement, before, shift, pace) {
  const { piece, turns, way, begins, lasts, what, fades } = movement;
  const [delay, duration] = [shift + begins * pace, lasts * pace];
  const timing = { delay, duration, fill: /** @type {const} */ ("both") };
  const drawing = (/** @type {Piece} */ each) => {
    const colour = each.seat === null ? null : board.seats[each.seat];
    const box = svg("g", { class: `moving ${what}` }, drawn(each.kind, colour, way[0]));
    board.layers.motion.append(box);
    return box;
  };
  const stays = what === "come" ? coming(way[0]) : leaving(way[0]);
  if (what !== "go") return [drawing(piece).animate(stays, { ...timing, easing: "ease-out" })];
  const others = before.filter((each) => each !== piece);
  const frames = walking(way, (from, to) => hops(from, to, others, board.cells));
  const fade = (/** @type {any} */ box, /** @type {number[]} */ opacity) => box.animate({ opacity }, timing);
  const old = drawing(piece);
  const walk = [old.animate(frames, timing), ...(fades ? [fade(old, [1, 1, 1, 0])] : [])];
  if (!turns) return walk;
  const fresh = drawing(turns);
  return [...walk, fresh.animate(frames, timing), fade(old, [1, 0]), fade(fresh, [0, 1])];
}

/**
 * A piece along its way: a slide, or a hop, which lifts it.
 * @param {Cell[]} way
 * @param {(from: Cell, to: Cell) => boolean} lifts
 */
function walking(way, lifts) {
  const at = (/** @type {{x: number, y: number}} */ spot, scale = 1) =>
    grown(way[0], scale, spot.x - way[0].x, spot.y - way[0].y);
  const frames = [{ transform: at(way[0]), offset: 0, easing: "ease-in-out" }];
  way.slice(1).forEach((to, index) => {
    const from = way[index];
    const [middle, end] = [(index + 0.5) / (way.length - 1), (index + 1) / (way.length - 1)];
    const spot = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - 0.12 };
    if (lifts(from, to)) frames.push({ transform: at(spot, 1.22), offset: middle, easing: "ease-in-out" });
    frames.push({ transform: at(to), offset: end, easing: "ease-in-out" });
  });
  return frames;
}

/** @param {Cell} cell */
function coming(cell) {
  return [
    { transform: grown(cell, 1.5), opacity: 0 },
    { transform: grown(cell, 0.94), opacity: 1, offset: 0.75 },
    { transform: grown(cell, 1), opacity: 1 },
  ];
}

/** @param {Cell} cell */
function leaving(cell) {
  return [
    { transform: grown(cell, 1), opacity: 1 },
    { transform: grown(cell, 1.12), opacity: 1, offset: 0.3 },
    { transform: grown(cell, 0.3), opacity: 0 },
  ];
}

/**
 * A drawing at a cell, grown around the cell's middle and moved.
 * @param {{x: number, y: number}} cell
 * @param {number} scale
 * @param {number} [dx]
 * @param {number} [dy]
 */
function grown({ x, y }, scale, dx = 0, dy = 0) {
  return `translate(${x + dx}px, ${y + dy}px) scale(${scale}) translate(${-x}px, ${-y}px)`;
}
