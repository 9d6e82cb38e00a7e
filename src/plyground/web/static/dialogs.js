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

/**
 * A labelled field of a form.
 * @param {string} label
 * @param {HTMLElement} input
 * @param {string} [note]
 */
export function field(label, input, note) {
  return el("label", { class: "field" }, el("span", {}, label), input, note ? el("small", {}, note) : null);
}

/**
 * A box to tick, with its label.
 * @param {string} name
 * @param {string} label
 * @param {boolean} checked
 * @param {(on: boolean) => void} set
 * @param {string} [note]
 */
export function tick(name, label, checked, set, note) {
  const box = el("input", { type: "checkbox", name, checked });
  box.addEventListener("change", () => set(box.checked));
  return el("label", { class: "field check" }, box, el("span", {}, label), note ? el("small", {}, note) : null);
}

/**
 * A select with options.
 * @param {string[][]} options values and their texts
 * @param {string} chosen
 * @param {Record<string, any>} [attributes]
 * @returns {HTMLSelectElement}
 */
export function select(options, chosen, attributes = {}) {
  return el("select", attributes, ...optionsOf(options, chosen));
}

/**
 * Options that are in no select yet: one would choose its first by itself.
 * @param {string[][]} options values and their texts
 * @param {string} chosen
 */
function optionsOf(options, chosen) {
  return options.map(([value, text]) => el("option", { value, selected: value === chosen }, text));
}

/**
 * Options of a select under a heading.
 * @param {string} label
 * @param {string[][]} options values and their texts
 * @param {string} chosen
 */
export function optionGroup(label, options, chosen) {
  return el("optgroup", { label }, ...optionsOf(options, chosen));
}

/**
 * A button.
 * @param {string} text
 * @param {() => void} onclick
 * @param {string} [look]
 */
export function button(text, onclick, look = "") {
  return el("button", { type: "button", class: look || null, onclick }, text);
}
