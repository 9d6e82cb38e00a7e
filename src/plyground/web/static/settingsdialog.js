/** How the page looks and sounds. */

import { select } from "./controls.js";
import { openDialog } from "./dialogs.js";
import { field, tick } from "./fields.js";

const CHOICES = {
  theme: ["system", "light", "dark"],
  board: ["own", "wood", "slate", "paper"],
  orientation: ["auto", "slanted", "lying", "standing"],
  motion: ["off", "slow", "normal", "fast"],
  confirm: ["auto", "always", "never"],
};
const SWITCHES = ["sounds", "coordinates", "turned"];

/** @param {App} app */
export function openSettings(app) {
  const { catalogue, settings } = app;
  /** @type {(name: string, options: string[][], now: string) => Element} */
  const choice = (name, options, now) => {
    const box = select(options, now, { name });
    box.addEventListener("change", () => settings.set(name, box.value));
    return field(catalogue.text(`setting.${name}.name`), box);
  };
  const selects = Object.entries(CHOICES).map(([name, values]) => {
    const options = values.map((value) => [value, catalogue.text(`setting.${name}.${value}`)]);
    return choice(name, options, settings.get(name));
  });
  selects.splice(2, 0, choice("language", Object.entries(catalogue.languages), catalogue.language));
  const ticks = SWITCHES.map((name) =>
    tick(name, catalogue.text(`setting.${name}`), settings.get(name), (on) => settings.set(name, on)),
  );
  openDialog(app, "settings-dialog", catalogue.text("command.settings"), ...selects, ...ticks);
}
