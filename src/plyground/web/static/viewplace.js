/** The position on the board as the address of a view, and back. */

import { goToView } from "./views.js";

/**
 * Open the search theatre at the shown position.
 * @param {App} app
 */
export function openTheatre(app) {
  goToView("theatre", shownPosition(app));
}

/**
 * Open the heuristic bench at the shown position.
 * @param {App} app
 */
export function openBench(app) {
  goToView("bench", shownPosition(app));
}

/**
 * The position shown on the board as a query of a view: the game, its options, the start and the moves. Of a game that
 * is over it is the position before the last move: after it there is nothing to search.
 * @param {App} app
 */
export function shownPosition({ table, view }) {
  const query = new URLSearchParams();
  if (!table.state) return query;
  const { name, options, start } = table.state.game;
  query.set("game", name);
  for (const [key, value] of Object.entries(options)) query.set(key, value);
  const moves = shownMoves(table, view);
  if (view.picture?.outcome) moves.pop();
  query.set("start", view.place?.start ?? start);
  if (moves.length > 0) query.set("moves", moves.join("."));
  return query;
}

/**
 * The moves from the start to the shown position.
 * @param {App["table"]} table
 * @param {App["view"]} view
 */
function shownMoves(table, view) {
  const tried = view.place?.moves ?? [];
  if (view.place?.start !== undefined) return [...tried];
  return [...table.turns.slice(0, view.basePly).map(({ move }) => move), ...tried];
}

/**
 * The place that a view's query names, as the server wants it; `own` are the query's keys that mean something else.
 * @param {URLSearchParams} query
 * @param {string[]} own
 */
export function placeIn(query, own) {
  const options = [...query].filter(([key]) => !["game", "start", "moves", ...own].includes(key));
  const moves = query.get("moves");
  return {
    game: query.get("game") ?? "neutreeko",
    options: Object.fromEntries(options),
    ...(query.get("start") ? { start: query.get("start") } : {}),
    moves: moves ? moves.split(".") : [],
  };
}
