/** Buttons and selects, wherever they stand. */

import { el } from "./dom.js";

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
