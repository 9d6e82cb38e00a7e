/** Dialogs: made when they are opened, gone when they are closed. Closing one closes nothing else. */

import { el } from "./dom.js";
import { notice } from "./notices.js";

/** Milliseconds that a new game may take without a word. */
const SOON = 300;

/**
 * Open a dialog with a title.
 * @param {App} app
 * @param {string} name its id
 * @param {string} title
 * @param {...(Node | string | null)} children
 * @returns {HTMLDialogElement}
 */
export function openDialog(app, name, title, ...children) {
  document.getElementById(name)?.remove();
  const heading = `${name}-title`;
  const cross = el("button", { type: "button", class: "close", "aria-label": app.catalogue.text("dialog.close") }, "×");
  const head = el("header", {}, el("h2", { id: heading }, title), cross);
  const dialog = el(
    "dialog",
    { id: name, "aria-labelledby": heading },
    head,
    el("div", { class: "dialog-body", tabindex: "0", autofocus: true }, ...children),
    el("div", { class: "notices", "aria-live": "assertive" }),
  );
  cross.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (/** @type {Event} */ event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Ask for another game. The dialog stays until that is on the table, with what the server has against it, or what it
 * takes so long for: rules that are compiled, maybe those of the game asked for before.
 * @param {App} app
 * @param {HTMLDialogElement} dialog
 * @param {string} type
 * @param {Record<string, any>} fields
 * @param {() => void} [arrived]
 */
export function askForGame(app, dialog, type, fields, arrived) {
  const before = app.table.state?.game.id;
  dialog.querySelector(".notices")?.replaceChildren();
  const forget = app.events.on("state", (state) => {
    if (state.game.id === before || (fields.game ?? state.game.name) !== state.game.name) return;
    arrived?.();
    dialog.close();
  });
  const wait = setTimeout(() => notice(app.catalogue.text("loading.rules")), SOON);
  const stop = () => {
    clearTimeout(wait);
    forget();
  };
  dialog.addEventListener("close", stop);
  app.socket.send(type, fields, undefined, (problem) => {
    stop();
    app.events.emit("problem", problem);
  });
}
