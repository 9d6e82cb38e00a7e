/** The chances over the game, with axes and a mark at every mistake; a click jumps to a move. */

import { el, svg } from "./dom.js";
import { pointsText } from "./ground.js";
import { percent } from "./scores.js";

const [WIDE, HIGH] = [300, 110];
const [LEFT, RIGHT, TOP, BOTTOM] = [34, 6, 6, 16];
const TICKS = [0, 0.25, 0.5, 0.75, 1];
const MOST_LABELS = 6;

/** @typedef {{ply: number, chance: number}} ChancePoint */

/**
 * @param {App} app
 * @param {ChancePoint[]} chances of the first player, by the moves before; those that are not known yet are left out
 */
export function chanceGraph(app, chances) {
  const { catalogue, table, view } = app;
  const last = Math.max(1, table.turns.length);
  const x = (/** @type {number} */ ply) => LEFT + (ply / last) * (WIDE - LEFT - RIGHT);
  const y = (/** @type {number} */ chance) => TOP + (1 - chance) * (HIGH - BOTTOM - TOP);
  const points = chances.map(({ ply, chance }) => [x(ply), y(chance)]);
  const now = x(Math.min(view.basePly, last));
  const label = catalogue.text("graph.label", { seat: catalogue.seat(table.seats[0]) });
  const drawing = svg(
    "svg",
    { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": label },
    ...axes(catalogue, x, y, last),
    svg("polygon", {
      points: pointsText([[x(0), y(0.5)], ...points, [points.at(-1)?.[0] ?? x(0), y(0.5)]]),
      class: "graph-area",
    }),
    svg("polyline", { points: pointsText(points), class: "graph-line" }),
    svg("line", { x1: now, x2: now, y1: y(1), y2: y(0), class: "graph-now" }),
    ...chances.map(({ ply, chance }) => mark(app, ply, x(ply), y(chance))),
  );
  drawing.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const box = drawing.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * WIDE;
    view.goTo(Math.max(0, Math.round(((at - LEFT) / (WIDE - LEFT - RIGHT)) * last)));
  });
  return el("figure", { class: "chance-graph" }, drawing, el("figcaption", { class: "quiet" }, label));
}

/**
 * @param {App["catalogue"]} catalogue
 * @param {(ply: number) => number} x
 * @param {(chance: number) => number} y
 * @param {number} last
 */
function axes(catalogue, x, y, last) {
  const step = Math.max(1, Math.ceil(last / MOST_LABELS));
  const plies = Array.from({ length: Math.floor(last / step) + 1 }, (_, index) => index * step);
  return [
    ...TICKS.map((chance) => svg("line", { x1: x(0), x2: x(last), y1: y(chance), y2: y(chance), class: "graph-middle" })),
    ...TICKS.filter((chance) => chance * 2 === Math.round(chance * 2)).map((chance) =>
      svg("text", { x: LEFT - 4, y: y(chance) + 3, class: "graph-tick end" }, percent(catalogue, chance)),
    ),
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
