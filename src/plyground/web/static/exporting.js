/** Games as texts, links and pictures, out and in. */

import { button } from "./controls.js";
import { askForGame, openDialog } from "./dialogs.js";
import { copy, download, el } from "./dom.js";
import { field } from "./fields.js";
import { allGames } from "./games.js";
import { notice } from "./notices.js";
import { pngOf, svgOf } from "./picture.js";

/** @param {App} app */
export async function openExport(app) {
  const { catalogue, table } = app;
  const games = await allGames(catalogue.language).catch(() => []);
  const game = games.find(({ name }) => name === table.state?.game.name);
  const formats = ["record", "link", ...(game?.formats ?? [])];
  const text = el("textarea", { readonly: true, rows: 10, "aria-label": catalogue.text("export.text") });
  const shown = { name: "game.txt" };
  const buttons = formats.map((format) =>
    button(catalogue.text(`export.${format}`), () => ask(app, format, text, shown), `format-${format}`),
  );
  const save = button(catalogue.text("export.save"), () =>
    download(shown.name, new Blob([text.value], { type: "text/plain" })),
  );
  const copied = button(catalogue.text("dialog.copy"), () => copy(text));
  openDialog(
    app,
    "export-dialog",
    catalogue.text("command.export"),
    el("div", { class: "row" }, ...buttons),
    text,
    el("div", { class: "row" }, save, copied),
    el("h3", {}, catalogue.text("export.picture")),
    el("div", { class: "row" }, ...pictures(app)),
  );
  ask(app, "record", text, shown);
}

/**
 * @param {App} app
 * @param {string} format
 * @param {HTMLTextAreaElement} text
 * @param {{name: string}} shown
 */
function ask(app, format, text, shown) {
  app.socket.send("export", { format }, (answer) => {
    text.value = format === "link" ? `${location.origin}/#${answer.text}` : answer.text;
    shown.name = answer.name;
  });
}

/** @param {App} app */
function pictures(app) {
  const name = app.table.state?.game.name ?? "board";
  const asSvg = () => download(`${name}.svg`, new Blob([svgOf(app.board.element)], { type: "image/svg+xml" }));
  const asPng = async () => download(`${name}.png`, await pngOf(app.board.element));
  return [button("SVG", asSvg, "picture-svg"), button("PNG", asPng, "picture-png")];
}

/** @param {App} app */
export async function openImport(app) {
  const { catalogue } = app;
  const games = await allGames(catalogue.language).catch(() => []);
  const endings = new Set([".txt", ...games.flatMap((game) => game.endings)]);
  const text = el("textarea", { rows: 10, spellcheck: "false" });
  const file = el("input", { type: "file", accept: [...endings, "text/plain"].join(",") });
  file.addEventListener("change", async () => (text.value = (await file.files?.[0]?.text()) ?? ""));
  const go = button(catalogue.text("import.go"), () => bringIn(app, text.value, dialog), "primary");
  const dialog = openDialog(
    app,
    "import-dialog",
    catalogue.text("command.import"),
    el("p", {}, catalogue.text("import.what")),
    field(catalogue.text("import.text"), text),
    field(catalogue.text("import.file"), file),
    el("div", { class: "row" }, go),
  );
}

/**
 * Keep what was written down, and go on with it.
 * @param {App} app
 * @param {string} text
 * @param {HTMLDialogElement} dialog
 */
async function bringIn(app, text, dialog) {
  const link = text.trim().split("#")[1] ?? "";
  if (link.startsWith("game=")) return askForGame(app, dialog, "open", { link });
  const body = JSON.stringify({ text });
  const headers = { "content-type": "application/json" };
  const answer = await fetch("/api/import", { method: "POST", headers, body });
  const data = await answer.json();
  if (!answer.ok) return notice(data.error, "wrong");
  askForGame(app, dialog, "resume", { saved: data.saved });
}
