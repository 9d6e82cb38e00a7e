/** The moves of the game, with jumps, and under them the line that is tried. */

import { button } from "./controls.js";
import { el, find, renew, sign } from "./dom.js";
import { judgedSign, proved, scoreText } from "./scores.js";

/**
 * Keep the list up to date.
 * @param {App} app
 */
export function showMoves(app) {
  const draw = () => {
    drawMoves(app);
    drawBanner(app);
  };
  app.events.on("view language marks", draw);
  app.events.on("language", () => drawJumps(app));
}

/** @param {App} app */
function drawJumps(app) {
  const { view, catalogue } = app;
  const jumps = /** @type {[string, string, () => void][]} */ ([
    ["first", "M18 5 9 12l9 7ZM6 5v14", () => view.goTo(0)],
    ["back", "M16 5 7 12l9 7Z", () => view.back()],
    ["forward", "m8 5 9 7-9 7Z", () => view.forward()],
    ["now", "m6 5 9 7-9 7ZM18 5v14", () => view.goLive()],
  ]);
  const made = jumps.map(([name, d, go]) => {
    const label = catalogue.text(`jump.${name}`);
    return el("button", { type: "button", "aria-label": label, title: label, onclick: go }, sign(d));
  });
  find("jumps").replaceChildren(...made);
}

/** @param {App} app */
function drawMoves(app) {
  const { table, view } = app;
  const list = find("moves");
  const shown = view.trying && view.place?.start === undefined ? -1 : view.basePly;
  const tried = view.place?.moves ?? [];
  renew(
    list,
    ...table.turns.map((turn, index) => entry(app, turn, index, index + 1 === shown)),
    ...(tried.length > 0 ? [el("li", { class: "tried" }, tried.join(" "))] : []),
  );
  reveal(list, list.querySelector("[aria-current]") ?? list.lastElementChild);
}

/**
 * Scroll the list, and nothing else, to one of its entries.
 * @param {HTMLElement} list
 * @param {any} item
 */
function reveal(list, item) {
  if (!item) return;
  const [top, bottom] = [item.offsetTop - list.offsetTop, item.offsetTop - list.offsetTop + item.offsetHeight];
  if (top < list.scrollTop || bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}

/**
 * @param {App} app
 * @param {Turn} turn
 * @param {number} index
 * @param {boolean} current
 */
function entry(app, turn, index, current) {
  const facts = [
    turn.score ? chanceText(app.catalogue, turn.score) : "",
    turn.seconds ? app.catalogue.duration(turn.seconds) : "",
  ];
  const colour = app.table.seats[turn.seat];
  const mark = app.table.marks[index];
  const jump = el(
    "button",
    {
      type: "button",
      class: "move",
      "aria-current": current ? "true" : null,
      title: facts.filter(Boolean).join(", ") || null,
    },
    el("span", { class: "move-number" }, String(index + 1)),
    el("span", { class: `move-sign seat-${colour}`, "aria-hidden": "true" }),
    el("span", { class: "move-text" }, turn.move),
    mark ? judgedSign(app.catalogue, mark) : null,
  );
  jump.addEventListener("click", () => app.view.goTo(index + 1));
  return el("li", {}, jump);
}

/**
 * A score as a player reads it: proved, or a chance in percent; nothing where neither is known.
 * @param {App["catalogue"]} catalogue
 * @param {Score} score
 */
function chanceText(catalogue, score) {
  const chance = score.chance ?? null;
  return proved(score) || chance !== null ? scoreText(catalogue, score, chance) : "";
}

/**
 * What one looks at, where it is not the game.
 * @param {App} app
 */
function drawBanner(app) {
  const { view, catalogue, table } = app;
  const banner = find("banner");
  banner.hidden = view.live || app.editor.open;
  if (view.live) return;
  const said = catalogue.text(bannerKey(app), { ply: view.basePly, plies: table.turns.length });
  renew(
    banner,
    el("span", {}, said),
    button(catalogue.text("banner.back"), () => view.goLive(), "primary"),
  );
}

/** @param {App} app */
function bannerKey({ view, table }) {
  if (!find("puzzles").hidden) return "banner.puzzle";
  if (view.trying) return "banner.trying";
  return table.turns.length === 0 ? "banner.start" : "banner.looking";
}
