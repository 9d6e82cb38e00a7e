/** Beginning a game: what is chosen, as the server wants it, and what was chosen last. */

import { later } from "./later.js";

const KEY = "plyground-new";

/** @type {Choice} */
const USUAL = {
  game: "hex",
  options: {},
  players: ["human", "easy"],
  time: { kind: "none", minutes: 10, seconds: 5, each: 10 },
};

/**
 * Open the form for a new game.
 */
export const openForm = later(
  () => import("./newgame.js"),
  (part) => part.openNewGame,
);

/**
 * What was chosen last, or the usual.
 * @param {App} app
 * @returns {Choice}
 */
export function lastChoice(app) {
  return { ...structuredClone(USUAL), ...app.settings.recall(KEY) };
}

/**
 * Remember what was chosen.
 * @param {App} app
 * @param {Choice} choice
 */
export function rememberChoice(app, choice) {
  app.settings.remember(KEY, choice);
}

/**
 * What is chosen, as a message.
 * @param {Choice} choice
 * @param {string | null} start
 */
export function newMessage(choice, start) {
  return {
    game: choice.game,
    options: choice.options[choice.game] ?? {},
    players: choice.random && Math.random() < 0.5 ? [...choice.players].reverse() : choice.players,
    time: timeText(choice.time),
    start,
  };
}

/** @param {Choice["time"]} time */
function timeText(time) {
  if (time.kind === "move") return `${time.each}s`;
  return time.kind === "game" ? `${time.minutes}+${time.seconds}` : "";
}

/**
 * Begin what was chosen last, or the usual game, without asking.
 * @param {App} app
 */
export function beginUsual(app) {
  app.socket.send("new", newMessage(lastChoice(app), null));
}

/**
 * Begin a game like the one that is shown, from its start.
 * @param {App} app
 * @param {State} shown
 * @param {boolean} [exchanged] whether every player takes the next one's seat
 */
export function beginAgain(app, shown, exchanged = false) {
  const { name, options, start } = shown.game;
  const seated = shown.players.map(({ player }) => player);
  const players = exchanged ? [...seated.slice(1), seated[0]] : seated;
  app.socket.send("new", { game: name, options, players, time: shown.clock.control, start });
}
