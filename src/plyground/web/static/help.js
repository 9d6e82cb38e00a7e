/** Rules, keys, and what this is. */

import { COMMANDS } from "./commands.js";
import { openDialog } from "./dialogs.js";
import { el } from "./dom.js";
import { markdown } from "./markdown.js";

/** The keys that are no command: on the board and in the move field. */
const OTHER_KEYS = ["arrows", "dot", "enter", "escape", "letters", "pages"];

/** @param {App} app */
export async function openRules(app) {
  const { catalogue, table } = app;
  const name = table.state?.game.name ?? "hex";
  const answer = await fetch(`/api/rules/${name}?language=${catalogue.language}`);
  const text = answer.ok ? await answer.text() : catalogue.text("rules.missing");
  openDialog(
    app,
    "rules-dialog",
    catalogue.text("command.rules"),
    el("article", { class: "rules" }, ...markdown(text)),
  );
}

/** @param {App} app */
export function openKeys(app) {
  const { catalogue } = app;
  const row = (/** @type {string} */ keys, /** @type {string} */ said) =>
    el("tr", {}, el("th", { scope: "row" }, el("kbd", {}, keys)), el("td", {}, said));
  const rows = [
    ...OTHER_KEYS.map((name) => row(catalogue.text(`keys.${name}.keys`), catalogue.text(`keys.${name}.text`))),
    ...COMMANDS.filter(({ keys }) => keys).map(({ id, keys }) => row(keys ?? "", catalogue.text(`command.${id}`))),
  ];
  openDialog(
    app,
    "keys-dialog",
    catalogue.text("command.keys"),
    el("table", { class: "keys" }, el("tbody", {}, ...rows)),
  );
}

/** @param {App} app */
export async function openAbout(app) {
  const { catalogue } = app;
  const about = await (await fetch("/api/about")).json();
  const said = ["about.what", "about.how", "about.licence"].map((key) => el("p", {}, catalogue.text(key, about)));
  openDialog(app, "about-dialog", catalogue.text("about.title", about), ...said);
}
