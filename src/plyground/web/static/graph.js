/** The evaluation over the game, drawn as the server finds it; a click jumps. */

import { button } from "./dialogs.js";
import { el, find, renew, svg } from "./dom.js";
import { pointsText } from "./ground.js";
import { clear } from "./notices.js";

const WIDE = 100;
const HIGH = 30;

/**
 * Keep the graph up to date; it is made when it is asked for.
 * @param {App} app
 */
export function showGraph(app) {
  /** @type {Map<number, GraphAnswer>} */
  const values = new Map();
  let [game, plies] = ["", 0];
  const draw = () => drawGraph(app, values, ask);
  const ask = () => {
    values.clear();
    [game, plies] = [app.table.state?.game.id ?? "", app.table.turns.length];
    app.analysis.hold();
    const failed = (/** @type {any} */ problem) => {
      app.analysis.goOn();
      app.events.emit("problem", problem);
    };
    const found = (/** @type {GraphAnswer} */ answer) => {
      if (answer.final) app.analysis.goOn();
      clear(".loading");
      if (answer.game !== app.table.state?.game.id) return;
      values.set(answer.ply, answer);
      draw();
    };
    app.socket.send("graph", {}, found, failed);
    draw();
  };
  app.events.on("graph", ask);
  app.events.on("view", () => {
    const other = app.table.state?.game.id !== game || app.table.turns.length < plies;
    if (other) values.clear();
    draw();
  });
  app.events.on("language", draw);
}

/**
 * @param {App} app
 * @param {Map<number, GraphAnswer>} values
 * @param {() => void} ask
 */
function drawGraph(app, values, ask) {
  const { catalogue, table } = app;
  const wanted = button(catalogue.text("command.graph"), ask, "small");
  wanted.disabled = table.turns.length === 0 || table.seats.length !== 2;
  const drawing = values.size > 0 ? [picture(app, values)] : [];
  renew(find("graph"), wanted, ...drawing);
}

/**
 * @param {App} app
 * @param {Map<number, GraphAnswer>} values
 */
function picture(app, values) {
  const { view, table, catalogue } = app;
  const last = Math.max(1, table.turns.length);
  const at = (/** @type {number} */ ply) => (ply / last) * WIDE;
  const points = [...values].sort(([one], [other]) => one - other).map(([ply, { bar }]) => [at(ply), (1 - bar) * HIGH]);
  const now = at(Math.min(view.basePly, last));
  const label = catalogue.text("graph.label", { seat: catalogue.seat(table.seats[0]) });
  const drawing = svg(
    "svg",
    { viewBox: `0 -1 ${WIDE} ${HIGH + 2}`, preserveAspectRatio: "none", role: "img", "aria-label": label },
    svg("line", { x1: 0, x2: WIDE, y1: HIGH / 2, y2: HIGH / 2, class: "graph-middle" }),
    svg("polygon", {
      points: pointsText([[0, HIGH / 2], ...points, [points.at(-1)?.[0] ?? 0, HIGH / 2]]),
      class: "graph-area",
    }),
    svg("polyline", { points: pointsText(points), class: "graph-line" }),
    svg("line", { x1: now, x2: now, y1: 0, y2: HIGH, class: "graph-now" }),
  );
  drawing.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const box = drawing.getBoundingClientRect();
    view.goTo(Math.round(((event.clientX - box.left) / box.width) * last));
  });
  return el("div", { class: "graph-box" }, drawing);
}
