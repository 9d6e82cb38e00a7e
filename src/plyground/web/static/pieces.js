/** Pieces as drawings: round ones, pawns and barriers, with a little depth. */

import { svg } from "./dom.js";
import { mark } from "./paints.js";

const RADIUS = { stone: 0.4, man: 0.36, piece: 0.37, pawn: 0.4 };
const PAWN =
  "M-.62 .82C-.7.5-.3.42-.24-.02C-.5-.14-.5-.34-.3-.4A.44.44 0 1 1 .3-.4C.5-.34.5-.14.24-.02C.3.42.7.5.62.82" +
  "Q0 1.02-.62 .82Z";

/**
 * A piece at a place of the board.
 * @param {string} kind
 * @param {string | null} colour
 * @param {{x: number, y: number, width: number, height: number}} cell
 * @param {string} [look] more classes, such as `ghost`
 */
export function piece(kind, colour, cell, look = "") {
  if (colour === null) return barrier(cell, look);
  const radius = RADIUS[/** @type {keyof typeof RADIUS} */ (kind)] ?? 0.36;
  const body = kind === "pawn" ? pawn(colour) : disc(colour);
  return svg(
    "g",
    { class: `piece seat-${colour} ${look}`, transform: `translate(${cell.x} ${cell.y}) scale(${radius})` },
    ...body,
  );
}

/** @param {string} colour */
function disc(colour) {
  return [
    svg("ellipse", { cx: 0.07, cy: 0.16, rx: 1.02, ry: 1, class: "piece-shadow" }),
    svg("circle", { r: 1, fill: `url(#paint-${colour})`, class: "piece-body" }),
    svg("path", { d: "M-.66-.46A.8.8 0 0 1 .5-.62", class: "piece-shine" }),
    mark(colour),
  ];
}

/** @param {string} colour */
function pawn(colour) {
  return [
    svg("ellipse", { cx: 0.08, cy: 0.84, rx: 0.78, ry: 0.24, class: "piece-shadow" }),
    svg("path", { d: PAWN, fill: `url(#paint-${colour})`, class: "piece-body" }),
    svg("g", { transform: "translate(0 -.62) scale(.62)" }, mark(colour)),
  ];
}

/**
 * @param {{x: number, y: number, width: number, height: number}} cell
 * @param {string} look
 */
function barrier(cell, look) {
  const [w, h] = [cell.width - 0.03, cell.height - 0.03];
  const rect = (/** @type {Record<string, any>} */ more) =>
    svg("rect", { x: cell.x - w / 2, y: cell.y - h / 2, width: w, height: h, rx: 0.07, ...more });
  return svg(
    "g",
    { class: `piece barrier ${look}` },
    rect({ class: "piece-shadow", transform: "translate(.02 .045)" }),
    rect({ class: "barrier-body", fill: "url(#paint-barrier)" }),
  );
}

/**
 * A piece alone, for cards and palettes.
 * @param {string} kind
 * @param {string | null} colour
 */
export function icon(kind, colour) {
  const cell = kind === "barrier" ? { x: 0, y: 0, width: 0.9, height: 0.22 } : { x: 0, y: 0, width: 1, height: 1 };
  return svg("svg", { viewBox: "-.5 -.5 1 1", class: "icon", "aria-hidden": "true" }, piece(kind, colour, cell));
}
