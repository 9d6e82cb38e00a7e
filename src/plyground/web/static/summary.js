/** What each side spent, in a small table once the game is over. */

import { el, find, renew } from "./dom.js";
import { nextButtons } from "./ending.js";
import { situation } from "./notices.js";

/**
 * Keep the table up to date.
 * @param {App} app
 */
export function showSummary(app) {
  const draw = () => app.table.state && drawSummary(app, app.table.state);
  app.events.on("state language", draw);
  draw();
}

/**
 * @param {App} app
 * @param {State} state
 */
function drawSummary(app, state) {
  const { catalogue } = app;
  const sides = state.summary?.sides ?? [];
  find("summary").hidden = sides.length === 0;
  if (sides.length === 0) return;
  const chains = sides.some(({ plays, steps }) => plays !== steps);
  const facts = {
    plays: (/** @type {Side} */ side) => catalogue.number(side.plays),
    ...(chains && { steps: (/** @type {Side} */ side) => catalogue.number(side.steps) }),
    time: (/** @type {Side} */ side) => catalogue.duration(side.seconds),
    mean: (/** @type {Side} */ side) => catalogue.duration(side.seconds_a_play),
    nodes: (/** @type {Side} */ side) => catalogue.number(side.nodes),
  };
  const heads = sides.map(({ seat }) => el("th", { scope: "col" }, catalogue.title(seat)));
  const rows = Object.entries(facts).map(([key, figure]) =>
    el("tr", {}, el("th", { scope: "row" }, catalogue.text(`summary.${key}`)), ...sides.map((side) => el("td", {}, figure(side)))),
  );
  const table = el("table", {}, el("tr", {}, el("td"), ...heads), ...rows);
  const next = el("div", { class: "row" }, ...nextButtons(app));
  renew(find("summary"), el("h2", {}, situation(app, state)), table, next);
}
