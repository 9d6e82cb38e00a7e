/** Finding the way to a table: the one this page sat at, the game it showed, a link's, or a new one. */

import { beginAgain, beginUsual, openForm } from "./starting.js";
import { viewInAddress } from "./views.js";

const KEY = "plyground-seat";

/**
 * Enter whenever the server says welcome, and remember where one sits.
 * @param {App} app
 */
export function enterTables(app) {
  app.events.on("server:welcome", (welcome) => {
    app.welcome = welcome;
    if (welcome.table === null) enter(app);
  });
  app.events.on("server:state", (state) => {
    const how = app.table.take(state, performance.now());
    if (how === "taken") seated(app);
    else if (how === "lost") rejoin(app);
  });
}

/** @param {App} app */
function seated(app) {
  const state = /** @type {State} */ (app.table.state);
  app.settings.remember(KEY, { table: state.table, saved: state.game.saved });
  document.title = `${state.game.title} – Plyground`;
  app.events.emit("state", state);
}

/**
 * Ask for what was missed.
 * @param {App} app
 */
function rejoin(app) {
  const state = app.table.state;
  if (state) app.socket.send("join", { table: state.table, since: state.version });
}

/** @param {App} app */
function enter(app) {
  const link = location.hash.slice(1);
  const shown = app.table.state;
  const seat = shown ? { table: shown.table, saved: shown.game.saved } : app.settings.recall(KEY);
  if (link.startsWith("game=") && !app.table.state) {
    history.replaceState(null, "", location.pathname + location.search);
    app.socket.send("open", { link }, undefined, (problem) => {
      app.events.emit("problem", problem);
      join(app, seat);
    });
  } else join(app, seat);
}

/**
 * Return to a table, or where it is gone to its saved game.
 * @param {App} app
 * @param {{table?: string, saved?: number | null}} seat
 */
export function join(app, seat) {
  if (!seat.table) return welcomeGame(app);
  const since = app.table.state?.table === seat.table ? { since: app.table.state?.version } : {};
  app.socket.send("join", { table: seat.table, ...since }, undefined, (problem) => {
    if (app.welcome.host) resume(app, seat);
    else app.events.emit("problem", problem);
  });
}

/**
 * @param {App} app
 * @param {{saved?: number | null}} seat
 */
function resume(app, seat) {
  if (typeof seat.saved !== "number") return welcomeGame(app);
  app.socket.send("resume", { saved: seat.saved }, undefined, (problem) => {
    app.events.emit("problem", problem);
    welcomeGame(app);
  });
}

/**
 * The game that is shown again, if a server that was started anew does not know it yet; else a board to look at, and the
 * form for another game over it.
 * @param {App} app
 */
function welcomeGame(app) {
  const shown = app.table.state;
  if (shown) return beginAgain(app, shown);
  beginUsual(app);
  if (!viewInAddress()) openForm(app);
}
