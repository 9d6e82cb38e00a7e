/** Keys: the shortcuts of the commands, the board's own, jumps through the game, letters into the typed move. */

import { COMMANDS, run } from "./commands.js";
import { find } from "./dom.js";
import { closeCard } from "./ending.js";
import { focusBoard, keyOnBoard } from "./focus.js";

/**
 * Let the page hear keys.
 * @param {App} app
 */
export function listenToKeys(app) {
  document.addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]") || event.defaultPrevented) return;
    const onBoard = !document.body.dataset.view;
    if (shortcut(app, event) || (onBoard && (keyOnBoard(app, event) || otherKey(app, event)))) event.preventDefault();
  });
}

/**
 * A key with its modifiers, as the commands write it: `Alt+N`. By its place on the keyboard, since Alt changes letters
 * on some systems.
 * @param {KeyboardEvent} event
 */
export function keyName(event) {
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1];
  const key = letter ?? event.key;
  const modifiers = [event.ctrlKey || event.metaKey ? "Ctrl+" : "", event.altKey ? "Alt+" : ""];
  return modifiers.join("") + key;
}

/**
 * @param {App} app
 * @param {KeyboardEvent} event
 */
function shortcut(app, event) {
  const name = keyName(event);
  const typing = event.target instanceof HTMLInputElement && name.startsWith("Ctrl+");
  const found = COMMANDS.find((each) => each.keys === name);
  if (!found || typing) return false;
  run(app, found);
  return true;
}

/**
 * @param {App} app
 * @param {KeyboardEvent} event
 */
function otherKey(app, event) {
  const target = /** @type {Element} */ (event.target);
  if (event.altKey || event.ctrlKey || event.metaKey) return false;
  if (event.key === "Escape") return stepBack(app, target);
  if (target.closest("input, select, textarea, .menu")) return false;
  if (jump(app, event.key)) return true;
  if (!/^[a-z0-9]$/i.test(event.key)) return false;
  find("typed-move").value = event.key;
  find("typed-move").focus();
  return true;
}

/**
 * One step back: of the typed move, of the clicks, of the line that is tried.
 * @param {App} app
 * @param {Element} target
 */
function stepBack(app, target) {
  if (target.id === "typed-move") {
    find("typed-move").value = "";
    focusBoard(app.board);
  } else if (!closeCard() && !app.chooser.back() && app.view.trying) app.view.back();
  return true;
}

/**
 * Move through the game.
 * @param {App} app
 * @param {string} key
 */
function jump(app, key) {
  if (key === "PageUp") app.view.back();
  else if (key === "PageDown") app.view.forward();
  else if (key === "Home") app.view.goTo(0);
  else if (key === "End") app.view.goLive();
  else return false;
  return true;
}
