/** The end of a game: what can be done next, and the card over the board when a game has just ended. */

import { COMMANDS, run } from "./commands.js";
import { button } from "./controls.js";
import { find } from "./dom.js";
import { later } from "./later.js";

/** What may follow a game, as far as the page has it. */
const NEXT = ["rematch", "review", "new"];

/**
 * Show the card once the game that is watched has ended and its last move has been shown.
 * @param {App} app
 */
export function showEnding(app) {
  const open = later(
    () => import("./endcard.js"),
    (part) => part.openCard,
  );
  const sum = later(
    () => import("./summary.js"),
    (part) => part.showSummary,
  );
  let [game, over, due] = ["", false, false];
  const forget = app.events.on("state", (/** @type {State} */ { summary }) => {
    if (summary === null) return;
    forget();
    sum(app);
  });
  app.events.on("state", (/** @type {State} */ state) => {
    const ended = Boolean(state.outcome);
    due = ended && (due || (state.game.id === game && !over));
    [game, over] = [state.game.id, ended];
    if (!ended) closeCard();
  });
  app.events.on("state view motion", () => {
    if (!app.view.live) closeCard();
    else if (due && !app.motion.runs) {
      due = false;
      open(app);
    }
  });
}

/** Take the card away; true if it was there. */
export function closeCard() {
  const card = find("end-card");
  const shown = !card.hidden;
  card.hidden = true;
  card.replaceChildren();
  return shown;
}

/**
 * The buttons for what may follow.
 * @param {App} app
 */
export function nextButtons(app) {
  const known = NEXT.flatMap((id) => COMMANDS.filter((each) => each.id === id && each.enabled?.(app) !== false));
  return known.map((each, index) => {
    const long = app.catalogue.text(`command.${each.id}`);
    const short = app.catalogue.word(`action.${each.id}`, long);
    const made = button(short, () => run(app, each), index === 0 ? "primary" : "");
    made.title = long;
    made.dataset.next = each.id;
    return made;
  });
}
