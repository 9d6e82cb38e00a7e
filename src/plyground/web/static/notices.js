/** Short notices beside the board or in the open dialog, and what screen readers are told. */

import { capital } from "./catalogue.js";
import { el, find } from "./dom.js";

const STAYS = 6000;
const MOST = 3;

/**
 * Show a sentence for a while; one that `lasts`, until the next move or notice; one in a dialog, until the next there.
 * A click takes it away.
 * @param {string} text
 * @param {string} [look]
 * @param {Element} [box] the open dialog's, or the page's
 */
export function notice(text, look = "", box = document.querySelector("dialog[open] > .notices") ?? find("notices")) {
  const page = box.id === "notices";
  const shown = el("p", { class: `notice ${look}`, onclick: () => shown.remove() }, text);
  clear(page ? ".lasts" : ".notice", box);
  box.append(shown);
  [...box.querySelectorAll(".notice:not(.holds)")].slice(0, -MOST).forEach((old) => old.remove());
  if (page && !look.startsWith("lasts")) setTimeout(() => shown.remove(), STAYS);
}

/**
 * Take notices away.
 * @param {string} which
 * @param {Element} [box]
 */
export function clear(which, box = find("notices")) {
  for (const old of box.querySelectorAll(which)) if (!old.matches(".holds")) old.remove();
}

/**
 * Show a sentence until it is `released`, whatever comes meanwhile; in the open dialog as well.
 * @param {string} text
 */
export function hold(text) {
  if (document.querySelector("#notices > .holds")?.textContent === text) return;
  release();
  for (const box of document.querySelectorAll("#notices, dialog[open] > .notices"))
    box.prepend(el("p", { class: "notice wrong holds" }, text));
}

/** Take away what was held. */
export function release() {
  for (const old of document.querySelectorAll(".notice.holds")) old.remove();
}

/**
 * Tell screen readers a sentence.
 * @param {string} text
 */
export function announce(text) {
  find("polite").textContent = text;
}

/**
 * Announce moves, turns and ends; show problems.
 * @param {App} app
 */
export function tellEverything(app) {
  let [gameId, plies, over] = ["", 0, false];
  app.events.on("problem", (problem) => {
    clear(".loading");
    if (problem.code !== "stale") notice(problem.text, "wrong");
  });
  app.events.on("server:notice", ({ text }) => {
    notice(text, "lasts", find("notices"));
    announce(text);
  });
  app.events.on("server:loading", ({ what }) =>
    notice(app.catalogue.text(`loading.${what}`), "lasts loading", find("notices")),
  );
  app.events.on("state", () => {
    const state = /** @type {State} */ (app.table.state);
    const news = state.game.id === gameId && app.table.turns.length > plies;
    if (state.game.id !== gameId || app.table.turns.length !== plies) clear(".lasts, .wrong");
    const ended = Boolean(state.outcome) && !over;
    if (ended && state.outcome?.detail) notice(state.outcome.detail, "lasts wrong", find("notices"));
    if (news) explainButton(app, state);
    if (news || ended) announce(sentences(app, news).join(". "));
    [gameId, plies, over] = [state.game.id, app.table.turns.length, Boolean(state.outcome)];
  });
}

/**
 * Say what a move that is no cell has done, to the one who has to answer it.
 * @param {App} app
 * @param {State} state
 */
function explainButton(app, state) {
  const done = app.catalogue.word(`button_done.${state.last?.move}`, "");
  if (done && state.my_turn) notice(done, "lasts", find("notices"));
}

/**
 * @param {App} app
 * @param {boolean} news
 */
function sentences(app, news) {
  const state = /** @type {State} */ (app.table.state);
  const turn = app.table.turns.at(-1);
  const played = news && turn ? [app.catalogue.about("plays", app.table.seats[turn.seat], { move: turn.move })] : [];
  return [...played, situation(app, state), ...[state.outcome?.detail ?? ""].filter(Boolean)];
}

/**
 * Whose turn it is, or how the game ended.
 * @param {App} app
 * @param {Picture} picture
 */
export function situation(app, picture) {
  const { catalogue, table } = app;
  if (!picture.outcome) return catalogue.about("turn", table.seats[picture.mover]);
  const { winner, fault, reason } = picture.outcome;
  if (fault !== null) return capital(catalogue.about("gave_up", table.seats[fault], { reason }));
  if (winner === null) return capital(catalogue.text("drawn", { reason }));
  return catalogue.about("won", table.seats[winner], { reason });
}
