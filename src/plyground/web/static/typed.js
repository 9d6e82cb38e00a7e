/** Moves by their notation. */

import { find } from "./dom.js";
import { focusBoard } from "./focus.js";

/**
 * Let the field play what is typed; a wrong move stays there, with the reason until the next thing happens.
 * @param {App} app
 */
export function listenToTyping(app) {
  const [form, input, problem] = [find("typed"), find("typed-move"), find("typed-problem")];
  /** @type {number | null} the ply at which a move was sent that the server has not shown yet */
  let sentAt = null;
  const shown = () => `${app.table.state?.game.id} ${app.view.picture?.position}`;
  /** The game and the position in which a move was refused. */
  let refusedAt = "";
  const forget = () => (problem.textContent = "");
  const refused = (/** @type {any} */ answer) => {
    problem.textContent = answer.text;
    refusedAt = shown();
    input.select();
    sentAt = null;
  };
  app.events.on("view", () => {
    if (sentAt !== null && (app.view.picture?.ply ?? 0) > sentAt) [input.value, sentAt] = ["", null];
    if (shown() !== refusedAt) forget();
  });
  app.events.on("commands", forget);
  input.addEventListener("input", forget);
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    const move = spelled(app, input.value.trim());
    if (move === "") return focusBoard(app.board);
    sentAt = app.view.picture?.ply ?? 0;
    play(app, move, refused);
  });
}

/**
 * The legal move that was meant where only capitals or spaces differ, else what was typed.
 * @param {App} app
 * @param {string} text
 */
function spelled(app, text) {
  const plain = (/** @type {string} */ move) => move.toLowerCase().replaceAll(/\s/g, "");
  const legal = (app.view.picture?.moves ?? []).map(([move]) => move);
  return legal.includes(text) ? text : (legal.find((move) => plain(move) === plain(text)) ?? text);
}

/**
 * @param {App} app
 * @param {string} move
 * @param {(answer: any) => void} refused
 */
function play(app, move, refused) {
  const { view, socket, table } = app;
  if (view.live) socket.send("move", { ply: table.state?.ply ?? 0, move }, undefined, refused);
  else view.tryMoves([move], refused);
}
