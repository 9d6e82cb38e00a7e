/** The buttons under the board. */

import { command, run } from "./commands.js";
import { select } from "./controls.js";
import { el, find, renew, sign } from "./dom.js";

const ALWAYS = ["undo", "redo", "hint", "analysis", "whatif"];
const WATCHING = ["pause", "step"];
const PACES = [0, 0.5, 1, 2, 5];
/** Line drawings for the buttons, in a square of 24. */
const PICTURES = {
  undo: "M9 7 4 12l5 5M4 12h10a5 5 0 0 1 0 10",
  redo: "m15 7 5 5-5 5M20 12H10a5 5 0 0 0 0 10",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2.1h5c0-.9.4-1.6 1-2.1A6 6 0 0 0 12 3Z",
  analysis: "M4 20V10M10 20V4M16 20v-7M22 20H2",
  whatif: "M6 4v6a4 4 0 0 0 4 4h8M14 10l4 4-4 4M6 14v6",
  pause: "M8 5v14M16 5v14",
  step: "m6 5 9 7-9 7ZM19 5v14",
};

/**
 * Keep the buttons up to date.
 * @param {App} app
 */
export function showActions(app) {
  const draw = () => drawActions(app);
  app.events.on("view language commands analysis editor", draw);
  find("new-game").addEventListener("click", () => run(app, command("new")));
  find("ask-graph").addEventListener("click", () => run(app, command("graph")));
}

/** @param {App} app */
function drawActions(app) {
  const state = app.table.state;
  const watching = state?.mode === "computer-computer" && state.owner;
  const shown = watching ? [...WATCHING, ...ALWAYS] : ALWAYS;
  const box = find("actions");
  const focused = document.activeElement?.getAttribute("data-command");
  renew(box, ...shown.map((id) => action(app, id)), ...(watching ? [pace(app, state)] : []));
  if (focused) box.querySelector(`[data-command="${focused}"]`)?.focus();
  find("new-game").hidden = !app.welcome?.host;
  find("ask-graph").disabled = command("graph").enabled?.(app) === false;
}

/**
 * @param {App} app
 * @param {string} id
 */
function action(app, id) {
  const each = command(id);
  const label = app.catalogue.text(`command.${id}`);
  const pressed = each.pressed?.(app);
  const attributes = {
    type: "button",
    class: "action",
    "data-command": id,
    "aria-label": label,
    title: each.keys ? `${label} (${each.keys})` : label,
    "aria-pressed": pressed === undefined ? null : String(pressed),
    disabled: each.enabled?.(app) === false,
  };
  const drawing = sign(PICTURES[/** @type {keyof typeof PICTURES} */ (id)]);
  const made = el("button", attributes, drawing, el("span", {}, app.catalogue.text(`action.${id}`)));
  made.addEventListener("click", () => run(app, each));
  return made;
}

/**
 * How long a computer's move is shown.
 * @param {App} app
 * @param {State} state
 */
function pace(app, state) {
  const all = PACES.includes(state.pace) ? PACES : [...PACES, state.pace];
  const options = all.map((seconds) => [String(seconds), app.catalogue.text("pace.seconds", { seconds })]);
  const box = select(options, String(state.pace), { "aria-label": app.catalogue.text("pace.label"), class: "pace" });
  box.addEventListener("change", () => app.socket.send("pace", { seconds: Number(box.value) }));
  return box;
}
