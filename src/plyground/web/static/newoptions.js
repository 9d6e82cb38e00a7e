/** The options of a game in the form for a new one. */

import { select } from "./controls.js";
import { el } from "./dom.js";
import { field, tick } from "./fields.js";

/** Options that change nothing for players; they stand apart. */
const DEVELOPERS = new Set(["order"]);

/**
 * @param {App} app
 * @param {GameEntry} game
 * @param {Choice} choice
 * @param {() => void} draw
 */
export function optionsPart(app, game, choice, draw) {
  const chosen = choice.options[game.name] ?? {};
  const set = (/** @type {GameOption} */ option, /** @type {string} */ value) => {
    const { [option.name]: _, ...others } = choice.options[game.name] ?? {};
    const usual = value === option.default || value === "";
    choice.options[game.name] = usual ? others : { ...others, [option.name]: value };
    // What is typed changes nothing else in the form, and a click elsewhere must still find its button.
    if (option.kind !== "number") draw();
  };
  const fields = (/** @type {boolean} */ apart) =>
    game.options
      .filter(({ name }) => DEVELOPERS.has(name) === apart)
      .map((option) => input(app, option, chosen[option.name] ?? option.default, (value) => set(option, value)));
  const legend = el("legend", {}, app.catalogue.text("new.options"));
  const changed = game.options.some(({ name }) => DEVELOPERS.has(name) && name in chosen);
  const summary = el("summary", {}, app.catalogue.text("new.developers"));
  const apart = fields(true);
  const more = apart.length > 0 ? [el("details", { class: "developers", open: changed }, summary, ...apart)] : [];
  if (game.options.length === 0) return el("div");
  return el("fieldset", { class: "options" }, legend, ...fields(false), ...more);
}

/**
 * @param {App} app
 * @param {GameOption} option
 * @param {string} value
 * @param {(value: string) => void} set
 */
function input(app, option, value, set) {
  const note = app.catalogue.word(`option_note.${option.name}`, option.meaning);
  const label = app.catalogue.word(`option.${option.name}`, option.name);
  if (option.kind === "switch")
    return tick(option.name, label, value === "on", (on) => set(on ? "on" : "off"), note);
  if (option.kind === "several") return several(app, option, label, value.split(","), set);
  if (option.kind === "choice") {
    const options = (option.choices ?? []).map((each) => [each, app.catalogue.word(`value.${each}`, each)]);
    const box = select(options, value, { name: option.name });
    box.addEventListener("change", () => set(box.value));
    return field(label, box, note);
  }
  return number(app, option, label, note, value, set);
}

/**
 * A number with its range; what is out of it is left for the server to explain.
 * @param {App} app
 * @param {GameOption} option
 * @param {string} label
 * @param {string} note
 * @param {string} value
 * @param {(value: string) => void} set
 */
function number(app, option, label, note, value, set) {
  const { low, high, step } = option;
  const box = el("input", {
    type: "number",
    name: option.name,
    min: low,
    max: high,
    step,
    value,
    placeholder: app.catalogue.text("new.usual"),
  });
  box.addEventListener("input", () => set(box.validity.badInput ? "?" : box.value));
  const range = app.catalogue.text(step === 1 ? "new.range" : "new.steps", { low, high, step });
  return field(label, box, `${note}, ${range}`);
}

/**
 * Several of a list, in its order.
 * @param {App} app
 * @param {GameOption} option
 * @param {string} label
 * @param {string[]} value
 * @param {(value: string) => void} set
 */
function several(app, option, label, value, set) {
  const boxes = (option.choices ?? []).map((each) =>
    tick(`${option.name}-${each}`, app.catalogue.title(each), value.includes(each), (on) => {
      const chosen = (option.choices ?? []).filter((other) => (other === each ? on : value.includes(other)));
      set(chosen.length >= (option.fewest ?? 1) ? chosen.join(",") : value.join(","));
    }),
  );
  return el("fieldset", { class: "several" }, el("legend", {}, label), ...boxes);
}
