/** Labelled fields of forms. */

import { el } from "./dom.js";

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
