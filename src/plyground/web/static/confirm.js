/** One question before what cannot be undone, in the page itself: Escape and the first button say no. */

import { button } from "./controls.js";
import { openDialog } from "./dialogs.js";
import { el } from "./dom.js";

/**
 * Ask, and do it if the answer is yes. The words are `confirm.NAME.title`, `.text` and `.yes`.
 * @param {App} app
 * @param {string} name
 * @param {Record<string, any>} values what fills the words
 * @param {() => void} act
 * @returns {HTMLDialogElement}
 */
export function confirmFirst(app, name, values, act) {
  const say = (/** @type {string} */ part) => app.catalogue.text(`confirm.${name}.${part}`, values);
  const no = button(app.catalogue.text("confirm.no"), () => dialog.close());
  const yes = button(
    say("yes"),
    () => {
      dialog.close();
      act();
    },
    "danger",
  );
  const text = el("p", { id: "confirm-text" }, say("text"));
  const dialog = openDialog(app, "confirm-dialog", say("title"), text, el("div", { class: "row" }, no, yes));
  dialog.setAttribute("role", "alertdialog");
  dialog.setAttribute("aria-describedby", text.id);
  no.focus();
  return dialog;
}

/**
 * Give up, once it is sure that this is meant; not any more when the game is over meanwhile.
 * @param {App} app
 */
export function resign(app) {
  const dialog = confirmFirst(app, "resign", {}, () => app.socket.send("resign"));
  const forget = app.events.on("state", (state) => state.can.resign || dialog.close());
  dialog.addEventListener("close", forget);
}
