/** The chances over the game, with axes and a mark at every mistake; a click jumps to a move. */

import { el, svg } from "./dom.js";
import { pointsText } from "./ground.js";
import { percent } from "./scores.js";

const [WIDE, HIGH] = [300, 110];
const [LEFT, RIGHT, TOP, BOTTOM] = [34, 6, 6, 16];
const TICKS = [0, 0.25, 0.5, 0.75, 1];
const MOST_LABELS = 6;

/** @typedef {{ply: number, chance: number}} ChancePoint */
/** @typedef {(number: number) => number} Axis */

/**
 * @param {App} app
 * @param {ChancePoint[]} chances of the first player, by the moves before; those that are not known yet are left out
 */
export function chanceGraph(app, chances) {
  const label = app.catalogue.text("graph.label", { seat: app.catalogue.seat(app.table.seats[0]) });
  const lines = (/** @type {Axis} */ x, /** @type {Axis} */ y) => {
    const points = chances.map(({ ply, chance }) => [x(ply), y(chance)]);
    return [
      svg("polygon", {
        points: pointsText([[x(0), y(0.5)], ...points, [points.at(-1)?.[0] ?? x(0), y(0.5)]]),
        class: "graph-area",
      }),
      svg("polyline", { points: pointsText(points), class: "graph-line" }),
    ];
  };
  return el("figure", { class: "chance-graph" }, plot(app, label, lines, chances), el("figcaption", { class: "quiet" }, label));
}

/**
 * Lines over axes, with the marks of moves.
 * @param {App} app
 * @param {string} label
 * @param {(x: Axis, y: Axis) => (Element | null)[]} lines
 * @param {ChancePoint[]} reached the chance after each move that may have a mark
 */
export function plot(app, label, lines, reached) {
  const { catalogue, table, view } = app;
  const last = Math.max(1, table.turns.length);
  const x = (/** @type {number} */ ply) => LEFT + (ply / last) * (WIDE - LEFT - RIGHT);
  const y = (/** @type {number} */ chance) => TOP + (1 - chance) * (HIGH - BOTTOM - TOP);
  const now = x(Math.min(view.basePly, last));
  const drawing = svg(
    "svg",
    { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": label },
    ...axes(catalogue, x, y, last),
    ...lines(x, y),
    svg("line", { x1: now, x2: now, y1: y(1), y2: y(0), class: "graph-now" }),
    ...reached.map(({ ply, chance }) => mark(app, ply, x(ply), y(chance))),
  );
  drawing.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const box = drawing.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * WIDE;
    view.goTo(Math.max(0, Math.round(((at - LEFT) / (WIDE - LEFT - RIGHT)) * last)));
  });
  return drawing;
}

/**
 * The label of a chance on the axis.
 * @param {App["catalogue"]} catalogue
 * @param {number} chance
 * @param {number} y
 */
export function tick(catalogue, chance, y) {
  return svg("text", { x: LEFT - 4, y: y + 3, class: "graph-tick end" }, percent(catalogue, chance));
}

/**
 * @param {App["catalogue"]} catalogue
 * @param {Axis} x
 * @param {Axis} y
 * @param {number} last
 */
function axes(catalogue, x, y, last) {
  const step = Math.max(1, Math.ceil(last / MOST_LABELS));
  const plies = Array.from({ length: Math.floor(last / step) + 1 }, (_, index) => index * step);
  return [
    ...TICKS.map((chance) => svg("line", { x1: x(0), x2: x(last), y1: y(chance), y2: y(chance), class: "graph-middle" })),
    ...TICKS.filter((chance) => chance * 2 === Math.round(chance * 2)).map((chance) => tick(catalogue, chance, y(chance))),
    ...plies.map((ply) => svg("text", { x: x(ply), y: HIGH - 3, class: "graph-tick" }, String(ply))),
  ];
}

/**
 * The mark of a move that a review found fault with; null of any other.
 * @param {App} app
 * @param {number} ply
 * @param {number} x
 * @param {number} y
 */
function mark({ catalogue, table }, ply, x, y) {
  const found = table.marks[ply - 1];
  if (!found) return null;
  const title = svg("title", {}, `${ply}. ${table.turns[ply - 1].move}: ${catalogue.text(`review.${found}`)}`);
  return svg("circle", { cx: x, cy: y, r: 3.4, class: `graph-mark mark-${found}` }, title);
}
