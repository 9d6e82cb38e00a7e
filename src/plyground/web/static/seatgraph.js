/** The chances over a game of more than two players: a line for each, from before to after each of their own moves. */

import { plot, tick } from "./chancegraph.js";
import { el, svg } from "./dom.js";
import { pointsText } from "./ground.js";

/** @typedef {import("./chancegraph.js").Axis} Axis */
/** @typedef {[number, number][]} Course the chance of a seat, by the moves before */

/** Dashes by seat, so that no line is known by its colour alone. */
const DASHES = ["", "7 3", "2 3", "9 3 2 3"];

/**
 * @param {App} app
 * @param {Course[]} courses by seat
 */
export function seatGraph(app, courses) {
  const { catalogue, table } = app;
  const label = catalogue.text("graph.seats");
  const even = 1 / courses.length;
  const lines = (/** @type {Axis} */ x, /** @type {Axis} */ y) => [
    svg("line", { x1: x(0), x2: x(table.turns.length), y1: y(even), y2: y(even), class: "graph-even" }),
    tick(catalogue, even, y(even)),
    ...courses.map((course, seat) => line(app, seat, pointsText(course.map(([ply, chance]) => [x(ply), y(chance)])))),
  ];
  const reached = courses.flatMap((course) => course.filter((_, at) => at % 2).map(([ply, chance]) => ({ ply, chance })));
  const names = table.seats.map((colour, seat) =>
    el("span", { class: "graph-name" }, sample(app, seat), ` ${catalogue.title(colour)}`),
  );
  const caption = el("figcaption", { class: "quiet" }, el("span", { class: "graph-names" }, ...names), label);
  return el("figure", { class: "chance-graph" }, plot(app, label, lines, reached), caption);
}

/**
 * @param {App} app
 * @param {number} seat
 * @param {string} points
 */
function line({ table }, seat, points) {
  return svg("polyline", { points, class: `graph-seat seat-${table.seats[seat]}`, "stroke-dasharray": DASHES[seat] });
}

/**
 * A piece of a seat's line, for the names.
 * @param {App} app
 * @param {number} seat
 */
function sample(app, seat) {
  return svg("svg", { viewBox: "0 0 28 8", class: "graph-sample", "aria-hidden": "true" }, line(app, seat, "0,4 28,4"));
}
