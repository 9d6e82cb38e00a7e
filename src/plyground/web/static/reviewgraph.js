/** The chances over the game, with axes and a mark at every mistake; a click jumps to a move. */

import { el, svg } from "./dom.js";
import { pointsText } from "./ground.js";
import { percent } from "./scores.js";

const [WIDE, HIGH] = [300, 110];
const [LEFT, BOTTOM] = [34, 16];
const TICKS = [0, 0.25, 0.5, 0.75, 1];
const MOST_LABELS = 6;

/**
 * @param {App} app
 * @param {GameReview} review
 */
export function chanceGraph(app, review) {
  const { catalogue, table, view } = app;
  const last = Math.max(1, review.moves.length);
  const x = (/** @type {number} */ ply) => LEFT + (ply / last) * (WIDE - LEFT - 6);
  const y = (/** @type {number} */ chance) => 6 + (1 - chance) * (HIGH - BOTTOM - 6);
  const points = review.chances.map((chance, ply) => [x(ply), y(chance)]);
  const now = x(Math.min(view.basePly, last));
  const label = catalogue.text("review.graph", { seat: catalogue.seat(table.seats[0]) });
  const drawing = svg(
    "svg",
    { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": label },
    ...axes(catalogue, x, y, last),
    svg("polygon", { points: pointsText([[x(0), y(0.5)], ...points, [x(last), y(0.5)]]), class: "graph-area" }),
    svg("polyline", { points: pointsText(points), class: "graph-line" }),
    svg("line", { x1: now, x2: now, y1: y(1), y2: y(0), class: "graph-now" }),
    ...review.moves.filter((move) => move.mark).map((move) => mark(catalogue, move, x(move.ply), y(review.chances[move.ply]))),
  );
  drawing.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const box = drawing.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * WIDE;
    view.goTo(Math.max(0, Math.round(((at - LEFT) / (WIDE - LEFT - 6)) * last)));
  });
  return el("figure", { class: "review-graph" }, drawing, el("figcaption", { class: "quiet" }, label));
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
 * @param {App["catalogue"]} catalogue
 * @param {JudgedMove} move
 * @param {number} x
 * @param {number} y
 */
function mark(catalogue, move, x, y) {
  const title = svg("title", {}, `${move.ply}. ${move.move}: ${catalogue.text(`review.${move.mark}`)}`);
  return svg("circle", { cx: x, cy: y, r: 3.4, class: `graph-mark mark-${move.mark}` }, title);
}
