/** What two people say to each other: questions with a time limit, their answers, and the link for the second seat. */

import { button } from "./controls.js";
import { copy, el, find, renew } from "./dom.js";
import { announce, notice } from "./notices.js";

/** Milliseconds between two looks at the time that is left. */
const TICK = 250;

/**
 * Keep the questions up to date.
 * @param {App} app
 */
export function showAsking(app) {
  let last = "";
  const draw = () => {
    drawAsking(app);
    const said = find("asking").querySelector(".asked")?.textContent ?? "";
    if (said && said !== last) announce(said);
    last = said;
  };
  app.events.on("state language", draw);
  draw();
  app.events.on("server:answered", ({ how }) => {
    const said = app.catalogue.text(`answered.${how}`);
    notice(said, "lasts");
    announce(said);
  });
  setInterval(() => {
    const left = find("asking").querySelector(".left");
    if (left) left.textContent = timeLeft(app);
  }, TICK);
}

/**
 * How long the question waits for its answer, in words.
 * @param {App} app
 */
function timeLeft(app) {
  const seconds = (app.table.state?.asks?.left ?? 0) - (performance.now() - app.table.receivedAt) / 1000;
  return app.catalogue.text("asks.left", { seconds: Math.max(0, Math.ceil(seconds)) });
}

/**
 * Whatever one person waits for: an answer, or the guest.
 * @param {App} app
 */
function drawAsking(app) {
  const state = app.table.state;
  const box = find("asking");
  const parts = state ? asked(app, state) : [];
  renew(box, ...parts);
  box.hidden = parts.length === 0;
}

/**
 * @param {App} app
 * @param {State} state
 */
function asked(app, state) {
  if (state.asks) return question(app, state);
  if (state.other !== null) return decision(app, state.other);
  return state.invite && waits(state) ? invitation(app, state.invite) : [];
}

/**
 * Another program went on with the game: what becomes of the moves made here?
 * @param {App} app
 * @param {number} plies
 */
function decision(app, plies) {
  const { catalogue, socket } = app;
  const decide = (/** @type {boolean} */ agree) => () => socket.send("keep", { agree });
  return [
    el("span", { class: "asked" }, catalogue.text("other.text", { moves: catalogue.count("moves", plies) })),
    el(
      "span",
      { class: "row" },
      button(catalogue.text("other.keep"), decide(true), "primary"),
      button(catalogue.text("other.drop"), decide(false)),
    ),
  ];
}

/** @param {State} state */
function waits(state) {
  return state.players.some(({ player, present }) => player === "guest" && !present);
}

/**
 * @param {App} app
 * @param {State} state
 */
function question(app, state) {
  const { catalogue, socket } = app;
  const asks = /** @type {NonNullable<typeof state.asks>} */ (state.asks);
  const answer = (/** @type {boolean} */ agree) => () => socket.send("answer", { agree });
  const left = el("span", { class: "left", role: "timer" }, timeLeft(app));
  if (asks.mine)
    return [el("span", {}, catalogue.text("asks.mine")), left, button(catalogue.text("asks.withdraw"), answer(false))];
  const said = catalogue.about(`asks.${asks.what}`, state.game.seats[asks.seat]);
  return [
    el("span", { class: "asked" }, said),
    left,
    el(
      "span",
      { class: "row" },
      button(catalogue.text("asks.yes"), answer(true), "primary"),
      button(catalogue.text("asks.no"), answer(false)),
    ),
  ];
}

/**
 * The link for the second seat.
 * @param {App} app
 * @param {string} key
 */
function invitation(app, key) {
  const local = /^(localhost|127\.|\[::1\])/.test(location.hostname);
  const numeric = (/** @type {string} */ address) => /\/\d/.test(address);
  const known = local ? app.welcome.addresses.find(numeric) : `${location.origin}/`;
  const note = known ? [] : [el("small", {}, app.catalogue.text("invite.local"))];
  const link = `${known ?? `${location.origin}/`}?invite=${encodeURIComponent(key)}`;
  const input = el("input", {
    readonly: true,
    value: link,
    "aria-label": app.catalogue.text("invite.link"),
    class: "link",
  });
  input.addEventListener("focus", () => input.select());
  const copied = button(app.catalogue.text("dialog.copy"), () => copy(input));
  return [el("span", {}, app.catalogue.text("invite.text")), input, copied, ...note];
}
