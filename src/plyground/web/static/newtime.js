/** The time in the form for a new game: none, a clock for the game, or so much for a move. */

import { select } from "./controls.js";
import { el } from "./dom.js";
import { field } from "./fields.js";

/**
 * @param {App} app
 * @param {Choice} choice
 * @param {() => void} draw
 */
export function timePart(app, choice, draw) {
  const { catalogue } = app;
  const { time } = choice;
  const kinds = ["none", "game", "move"].map((kind) => [kind, catalogue.text(`time.${kind}`)]);
  const box = select(kinds, time.kind, { name: "time" });
  box.addEventListener("change", () => {
    time.kind = box.value;
    draw();
  });
  const wanted = { none: [], game: ["minutes", "seconds"], move: ["each"] }[time.kind] ?? [];
  const numbers = wanted.map((name) => number(app, choice, /** @type {"minutes" | "seconds" | "each"} */ (name)));
  return el(
    "fieldset",
    { class: "options" },
    el("legend", {}, catalogue.text("new.time")),
    field(catalogue.text("time.kind"), box),
    ...numbers,
  );
}

/**
 * @param {App} app
 * @param {Choice} choice
 * @param {"minutes" | "seconds" | "each"} name
 */
function number(app, choice, name) {
  const least = name === "seconds" ? 0 : 1;
  const input = el("input", {
    type: "number",
    name: `time-${name}`,
    min: least,
    max: 180,
    required: true,
    value: choice.time[name],
  });
  input.addEventListener("input", () => (choice.time[name] = Number(input.value)));
  return field(app.catalogue.text(`time.${name}`), input);
}
