/** The saved games: go on, name, export, delete. */

import { confirmFirst } from "./confirm.js";
import { button } from "./controls.js";
import { openDialog } from "./dialogs.js";
import { el } from "./dom.js";
import { tick } from "./fields.js";
import { pictureOf } from "./gamepictures.js";
import { allGames } from "./games.js";

/** @param {App} app */
export async function openSaved(app) {
  const titles = new Map((await allGames(app.catalogue.language)).map(({ name, title }) => [name, title]));
  const box = el("div", { class: "saved" });
  const list = (/** @type {boolean} */ unfinished) =>
    app.socket.send("list", { unfinished }, (answer) => show(app, titles, box, dialog, answer));
  const only = tick("unfinished", app.catalogue.text("saved.unfinished"), false, list);
  const dialog = openDialog(app, "saved-dialog", app.catalogue.text("command.saved"), only, box);
  list(false);
}

/**
 * @param {App} app
 * @param {Map<string, string>} titles of the games
 * @param {HTMLElement} box
 * @param {HTMLDialogElement} dialog
 * @param {SavedAnswer} answer
 */
function show(app, titles, box, dialog, answer) {
  const again = (/** @type {SavedAnswer} */ next) => show(app, titles, box, dialog, next);
  const rows = answer.games.map((game) =>
    row(app, { ...game, title: titles.get(game.game) ?? game.game }, dialog, again),
  );
  const none = answer.damaged.length ? [] : [el("p", { class: "quiet" }, app.catalogue.text("saved.none"))];
  const damaged = answer.damaged.map((text) => el("p", { class: "quiet damaged" }, text));
  for (const [at, { saved }] of answer.games.entries()) picture(app, saved, rows[at]);
  box.replaceChildren(...(rows.length ? [el("ul", {}, ...rows)] : none), ...damaged);
}

/**
 * Draw how a game stands, as soon as its row is seen; a game that cannot be read has no picture.
 * @param {App} app
 * @param {number} saved
 * @param {HTMLElement} line
 */
function picture(app, saved, line) {
  const seen = new IntersectionObserver(async (entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    seen.disconnect();
    const answer = await fetch(`/api/picture/${saved}`).catch(() => null);
    if (!answer?.ok) return;
    const { board, pieces, seats } = await answer.json();
    const { definitions, draw } = pictureOf(app, board, seats, pieces);
    line.prepend(definitions, draw());
  });
  seen.observe(line);
}

/**
 * @param {App} app
 * @param {SavedGame & {title: string}} game
 * @param {HTMLDialogElement} dialog
 * @param {(answer: SavedAnswer) => void} again
 */
function row(app, game, dialog, again) {
  const { catalogue, socket } = app;
  const name = el("input", {
    type: "text",
    value: game.name,
    maxlength: 60,
    placeholder: catalogue.text("saved.name"),
    "aria-label": catalogue.text("saved.name"),
  });
  name.addEventListener("change", () => socket.send("rename", { saved: game.saved, name: name.value }, again));
  const resume = () => {
    socket.send("resume", { saved: game.saved });
    dialog.close();
  };
  const called = game.name || `${game.saved}. ${game.title}`;
  const remove = () =>
    confirmFirst(app, "delete", { game: called }, () => socket.send("delete", { saved: game.saved }, again));
  return el(
    "li",
    { "data-saved": game.saved },
    el("div", { class: "saved-facts" }, el("strong", {}, `${game.saved}. ${game.title}`), name, el("small", {}, facts(catalogue, game))),
    el(
      "div",
      { class: "row" },
      button(catalogue.text(game.result === "*" ? "saved.resume" : "saved.look"), resume, "primary"),
      el(
        "a",
        { class: "as-button", href: `/api/export/${game.saved}?format=record`, download: "" },
        catalogue.text("saved.export"),
      ),
      button(catalogue.text("saved.delete"), remove),
    ),
  );
}

/**
 * @param {App["catalogue"]} catalogue
 * @param {SavedGame} game
 */
function facts(catalogue, game) {
  return catalogue.text("saved.facts", {
    players: game.players.map((player) => catalogue.player(player)).join(" – "),
    moves: catalogue.count("moves", game.plies),
    result: catalogue.word(`result.${game.result}`, game.result),
    when: new Date(game.changed).toLocaleString(catalogue.locale),
  });
}
