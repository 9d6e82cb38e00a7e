/** The card that appears over the board when a game has ended: who won, why, what it took, and what may follow. */

import { capital } from "./catalogue.js";
import { el, find } from "./dom.js";
import { closeCard, nextButtons } from "./ending.js";
import { icon } from "./pieces.js";

/** @param {App} app */
export function openCard(app) {
  const state = app.table.state;
  if (!state?.outcome) return;
  const card = find("end-card");
  const label = app.catalogue.text("dialog.close");
  const close = el("button", { type: "button", class: "close", "aria-label": label, onclick: closeCard }, "×");
  card.replaceChildren(
    close,
    emblem(app, state),
    el("h2", { id: "end-title" }, headline(app, state)),
    el("p", { class: "end-why" }, why(app, state)),
    facts(app, state),
    el("div", { class: "row end-next" }, ...nextButtons(app)),
  );
  card.hidden = false;
}

/**
 * The winner's piece; both for a draw.
 * @param {App} app
 * @param {State} state
 */
function emblem(app, state) {
  const kind = app.table.board?.cells[0].holds ?? "stone";
  const winner = state.outcome?.winner ?? null;
  const seats = winner === null ? app.table.seats : [app.table.seats[winner]];
  return el("div", { class: `emblem ${winner === null ? "drawn" : "won"}` }, ...seats.map((seat) => icon(kind, seat)));
}

/**
 * Who won; a player who held one side alone reads whether they did.
 * @param {App} app
 * @param {State} state
 */
function headline(app, state) {
  const { catalogue } = app;
  const { winner, fault } = /** @type {Outcome} */ (state.outcome);
  if (winner === null) return catalogue.text(fault === null ? "end.draw" : "end.broken");
  const mine = own(state);
  if (mine !== null) return catalogue.text(mine === winner ? "end.you_won" : "end.you_lost");
  return catalogue.about("end.won", app.table.seats[winner]);
}

/**
 * The only seat that is played here by a person; null where there are none or several.
 * @param {State} state
 */
function own(state) {
  const people = ["human", "guest"];
  const seats = state.players.flatMap(({ mine, player }, seat) => (mine && people.includes(player) ? [seat] : []));
  return seats.length === 1 ? seats[0] : null;
}

/**
 * The reason, with the winner where the headline does not say who it is.
 * @param {App} app
 * @param {State} state
 */
function why(app, state) {
  const { winner, fault, reason } = /** @type {Outcome} */ (state.outcome);
  const seat = app.table.seats[winner ?? fault ?? 0];
  if (winner !== null && own(state) !== null) return `${app.catalogue.about("won", seat, { reason })}.`;
  return fault === null ? `${capital(reason)}.` : `${app.catalogue.about("gave_up", seat, { reason })}.`;
}

/**
 * How long it was: moves, and the time of each side.
 * @param {App} app
 * @param {State} state
 */
function facts(app, state) {
  const { catalogue, table } = app;
  const sides = state.summary?.sides ?? [];
  const times = sides.map(({ seat, seconds }) => `${catalogue.title(seat)} ${catalogue.duration(seconds)}`);
  const all = [catalogue.count("moves", table.turns.length), ...times];
  return el("ul", { class: "end-facts" }, ...all.map((text) => el("li", {}, text)));
}
