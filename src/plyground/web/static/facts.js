/** The line that says what is played: game, options, mode, time, and whether and where it is saved. */

import { find } from "./dom.js";

/**
 * Keep the line up to date.
 * @param {App} app
 */
export function showFacts(app) {
  const draw = () => app.table.state && (find("facts").textContent = facts(app, app.table.state).join(" · "));
  app.events.on("state language", draw);
  app.events.on("server:saving", (report) => {
    if (app.table.takeSaving(report)) draw();
  });
}

/**
 * @param {App} app
 * @param {State} state
 */
function facts(app, state) {
  const { catalogue } = app;
  const options = Object.entries(state.game.options).map(
    ([name, value]) => `${catalogue.word(`option.${name}`, name)} ${valueText(catalogue, value)}`,
  );
  const time = state.clock.control ? [catalogue.text("facts.time", { control: state.clock.control })] : [];
  return [state.game.title, ...options, catalogue.text(`mode.${state.mode}`), ...time, ...kept(catalogue, state.saving)];
}

/**
 * Whether the game is saved as it is now.
 * @param {App["catalogue"]} catalogue
 * @param {Saving} saving
 */
function kept(catalogue, saving) {
  if (saving.state === "failed") return [catalogue.text("facts.failed", { why: saving.why })];
  if (saving.saved === null) return saving.state === "saving" ? [catalogue.text("facts.first")] : [];
  return [catalogue.text(`facts.${saving.state}`, { saved: String(saving.saved) })];
}

/**
 * An option's value in words: one of its own, or a list of colours.
 * @param {App["catalogue"]} catalogue
 * @param {string} value
 */
function valueText(catalogue, value) {
  const colours = value.split(",").map((each) => catalogue.word(`seat.${each}.short`, each));
  return catalogue.word(`value.${value}`, colours.join(", "));
}
