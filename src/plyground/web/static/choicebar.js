/** What can be clicked beside the board: moves that are no cell, a way back, the confirmation on touch screens. */

import { button } from "./controls.js";
import { el, find, renew } from "./dom.js";

/**
 * Keep the bar up to date.
 * @param {App} app
 */
export function showChoices(app) {
  const draw = () => drawChoices(app);
  app.events.on("choice language editor", draw);
  app.events.on("forbidden", (cell) =>
    app.events.emit("problem", { text: app.catalogue.text("status.forbidden", { cell }) }),
  );
}

/** @param {App} app */
function drawChoices(app) {
  const { chooser, catalogue, board } = app;
  const buttons = (board.board?.buttons ?? []).filter((name) => chooser.targets.has(name));
  const parts = buttons.map((name) => {
    const made = button(catalogue.word(`button.${name}`, name), () => chooser.click(name), "primary");
    made.dataset.step = name;
    return made;
  });
  const notes = buttons.map((name) => catalogue.word(`button_note.${name}`, "")).filter(Boolean);
  if (chooser.path.length === 0) parts.push(...notes.map((text) => el("span", { class: "choice-note" }, text)));
  if (chooser.path.length > 0) parts.push(...goOn(app));
  renew(find("choice"), ...parts);
}

/** @param {App} app */
function goOn(app) {
  const { chooser, catalogue } = app;
  const asked =
    chooser.pending === null
      ? []
      : [
          button(
            catalogue.text("choice.confirm", { move: chooser.selection.completes(chooser.pending) }),
            () => chooser.confirm(),
            "primary confirm",
          ),
        ];
  const note = chooser.pending === null ? [el("span", { class: "choice-path" }, chooser.path.join(" · "))] : [];
  const back = catalogue.text("choice.back", { step: chooser.path.at(-1) });
  return [...note, ...asked, button(back, () => chooser.back())];
}
