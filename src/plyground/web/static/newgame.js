/** The form for a new game: game, options, players, time. */

import { aheadNote } from "./ahead.js";
import { askForGame, openDialog } from "./dialogs.js";
import { el } from "./dom.js";
import { gamePictures } from "./gamepictures.js";
import { allGames } from "./games.js";
import { optionsPart } from "./newoptions.js";
import { modePart, playerIn, playersPart, seatsOf, sidePart } from "./newplayers.js";
import { timePart } from "./newtime.js";
import { lastChoice, newMessage, rememberChoice } from "./starting.js";

/** @typedef {{games: GameEntry[], pictures: Map<string, import("./gamepictures.js").GamePicture>}} Chooser */

/**
 * Open the form; with a position the game begins there, and is the one on the table.
 * @param {App} app
 * @param {string | null} [start]
 */
export async function openNewGame(app, start = null) {
  const [games, pictures] = await Promise.all([allGames(app.catalogue.language), gamePictures(app)]);
  const choice = lastChoice(app);
  if (start !== null) fix(app, choice);
  if (!games.some((game) => game.name === choice.game)) choice.game = games[0].name;
  const form = el("form", { class: "new-game", novalidate: true });
  const chooser = { games, pictures };
  const draw = () => drawForm(app, form, chooser, choice, start, draw);
  const dialog = openDialog(app, "new-game-dialog", app.catalogue.text("new.title"), ...drawings(pictures), form);
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    begin(app, choice, start, dialog);
  });
  dialog.append(aheadNote(app, games, choice, form));
  draw();
  form.querySelector("input:checked")?.focus();
}

/**
 * Take over the game on the table.
 * @param {App} app
 * @param {Choice} choice
 */
function fix(app, choice) {
  const game = /** @type {Game} */ (app.table.state?.game);
  choice.game = game.name;
  choice.options = { ...choice.options, [game.name]: game.options };
}

/**
 * @param {App} app
 * @param {HTMLFormElement} form
 * @param {Chooser} chooser
 * @param {Choice} choice
 * @param {string | null} start
 * @param {() => void} draw
 */
function drawForm(app, form, chooser, choice, start, draw) {
  const { games } = chooser;
  const game = /** @type {GameEntry} */ (games.find((each) => each.name === choice.game));
  const seats = seatsOf(game, choice.options[game.name] ?? {});
  choice.players = choice.players.map((player) => playerIn(games, game, player, seats));
  fill(choice.players, seats.length);
  const focused = /** @type {HTMLInputElement | null} */ (document.activeElement)?.name;
  const value = /** @type {HTMLInputElement | null} */ (document.activeElement)?.value;
  form.replaceChildren(
    ...(start === null ? [gamesPart(app, chooser, choice, draw), optionsPart(app, game, choice, draw)] : []),
    modePart(app, seats, choice, draw),
    sidePart(app, seats, choice, draw),
    playersPart(app, game, seats, choice, draw),
    timePart(app, choice, draw),
    el("footer", {}, el("button", { type: "submit", class: "primary large" }, app.catalogue.text("new.begin"))),
  );
  const again = [.../** @type {any} */ (form.elements)].filter((each) => focused && each.name === focused);
  (again.find((each) => each.type !== "radio" || each.value === value) ?? null)?.focus();
}

/**
 * What the pictures share, to be on the page once.
 * @param {Chooser["pictures"]} pictures
 */
function drawings(pictures) {
  return [...pictures.values()].map(({ definitions }) => definitions);
}

/**
 * As many players as there are seats.
 * @param {string[]} players
 * @param {number} seats
 */
function fill(players, seats) {
  while (players.length < seats) players.push(players.at(-1) === "human" ? "human" : "easy");
  players.length = seats;
}

/**
 * @param {App} app
 * @param {Chooser} chooser
 * @param {Choice} choice
 * @param {() => void} draw
 */
function gamesPart(app, { games, pictures }, choice, draw) {
  const cards = games.map((game) => {
    const input = el("input", { type: "radio", name: "game", value: game.name, checked: game.name === choice.game });
    input.addEventListener("change", () => {
      choice.game = game.name;
      draw();
    });
    const picture = pictures.get(game.name)?.draw() ?? null;
    const text = [el("strong", {}, game.title), el("small", {}, game.summary)];
    return el("label", { class: "game-card" }, input, picture, el("span", {}, ...text));
  });
  return el("fieldset", { class: "game-cards" }, el("legend", {}, app.catalogue.text("new.game")), ...cards);
}

/**
 * Begin what is chosen; only the server judges it, and only what was possible is remembered.
 * @param {App} app
 * @param {Choice} choice
 * @param {string | null} start
 * @param {HTMLDialogElement} dialog
 */
function begin(app, choice, start, dialog) {
  askForGame(app, dialog, "new", newMessage(choice, start), () => rememberChoice(app, choice));
}
