/** Who plays, in the form for a new game: three modes for the quick, every seat for the others. */

import { field, select } from "./dialogs.js";
import { el } from "./dom.js";
import { namedPlayers } from "./games.js";

const OTHER = "other";
const MODES = ["human-human", "human-computer", "computer-computer"];
const PEOPLE = ["human", "guest"];

/**
 * The mode that players make.
 * @param {string[]} players
 */
function modeOf(players) {
  const people = players.filter((player) => PEOPLE.includes(player)).length;
  return people === players.length ? MODES[0] : people > 0 ? MODES[1] : MODES[2];
}

/**
 * @param {App} app
 * @param {string[]} seats
 * @param {Choice} choice
 * @param {() => void} draw
 */
export function modePart(app, seats, choice, draw) {
  const now = modeOf(choice.players);
  const level = choice.players.find((player) => !PEOPLE.includes(player)) ?? "easy";
  const radios = MODES.map((mode) => {
    const input = el("input", { type: "radio", name: "mode", value: mode, checked: mode === now });
    input.addEventListener("change", () => {
      choice.players = seats.map((_, seat) =>
        mode === MODES[0] || (mode === MODES[1] && seat === 0) ? "human" : level,
      );
      draw();
    });
    return el("label", { class: "pill" }, input, el("span", {}, app.catalogue.text(`mode.${mode}`)));
  });
  return el("fieldset", { class: "pills" }, el("legend", {}, app.catalogue.text("new.mode")), ...radios);
}

/**
 * @param {App} app
 * @param {GameEntry} game
 * @param {string[]} seats
 * @param {Choice} choice
 * @param {() => void} draw
 */
export function playersPart(app, game, seats, choice, draw) {
  const rows = seats.flatMap((colour, seat) => row(app, game, colour, seat, choice, draw));
  const parts = [el("legend", {}, app.catalogue.text("new.players")), ...rows, ...reportPart(app, game)];
  return el("fieldset", { class: "options" }, ...parts);
}

/**
 * Which players are a published report's.
 * @param {App} app
 * @param {GameEntry} game
 */
function reportPart(app, { report }) {
  if (report === null) return [];
  const players = report.players.map((player) => app.catalogue.player(player)).join(", ");
  const told = app.catalogue.text("players.report", { players, title: report.title });
  return [el("small", { class: "report" }, `${told} ${report.note}`.trim())];
}

/**
 * @param {App} app
 * @param {GameEntry} game
 * @param {string} colour
 * @param {number} seat
 * @param {Choice} choice
 * @param {() => void} draw
 */
function row(app, game, colour, seat, choice, draw) {
  const { catalogue } = app;
  const player = choice.players[seat];
  const usual = ["human", ...(app.welcome?.lan ? ["guest"] : []), ...namedPlayers(game)];
  const options = [
    ...usual.map((each) => [each, catalogue.player(each)]),
    [OTHER, catalogue.text("players.other")],
  ];
  const own = !usual.includes(player);
  const box = select(options, own ? OTHER : player, { name: `seat-${seat}` });
  box.addEventListener("change", () => {
    choice.players[seat] = box.value === OTHER ? `${game.searches[0].name}` : box.value;
    draw();
  });
  return [field(catalogue.title(colour), box), ...(own ? [agent(app, game, seat, choice)] : [])];
}

/**
 * An agent's text, with the searches and heuristics that the game has.
 * @param {App} app
 * @param {GameEntry} game
 * @param {number} seat
 * @param {Choice} choice
 */
function agent(app, game, seat, choice) {
  const id = `agents-${seat}`;
  const heuristics = game.heuristics.map(({ name }) => name).join(", ");
  const list = el(
    "datalist",
    { id },
    ...game.searches.map(({ name, summary }) => el("option", { value: name }, summary)),
  );
  const input = el("input", {
    type: "text",
    name: `agent-${seat}`,
    list: id,
    value: choice.players[seat],
    maxlength: 200,
    required: true,
    spellcheck: "false",
  });
  input.addEventListener("input", () => (choice.players[seat] = input.value.trim()));
  return el(
    "div",
    { class: "agent" },
    field(app.catalogue.text("players.agent"), input, app.catalogue.text("players.agent_note", { heuristics })),
    list,
  );
}
