/** Who plays, in the form for a new game: three modes for the quick, every seat for the others. */

import { optionGroup, select } from "./controls.js";
import { el } from "./dom.js";
import { field } from "./fields.js";
import { namedPlayers, rungsFor } from "./games.js";

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
      choice.random = false;
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
 * Which side a person has against a computer: one of the two, or the one that lots decide.
 * @param {App} app
 * @param {string[]} seats
 * @param {Choice} choice
 * @param {() => void} draw
 */
export function sidePart(app, seats, choice, draw) {
  const people = choice.players.map((player) => PEOPLE.includes(player));
  choice.random = Boolean(choice.random) && seats.length === 2 && people[0] !== people[1];
  if (seats.length !== 2 || people[0] === people[1]) return el("div");
  const now = choice.random ? "random" : String(people.indexOf(true));
  const colours = seats.map((seat, at) => [String(at), app.catalogue.title(seat)]);
  const sides = [...colours, ["random", app.catalogue.text("new.random")]];
  const radios = sides.map(([side, text]) => {
    const input = el("input", { type: "radio", name: "side", value: side, checked: side === now });
    input.addEventListener("change", () => {
      choice.random = side === "random";
      if (!choice.random && people.indexOf(true) !== Number(side)) choice.players.reverse();
      draw();
    });
    return el("label", { class: "pill" }, input, el("span", {}, text));
  });
  return el("fieldset", { class: "pills" }, el("legend", {}, app.catalogue.text("new.side")), ...radios);
}

/**
 * @param {App} app
 * @param {GameEntry} game
 * @param {string[]} seats
 * @param {Choice} choice
 * @param {() => void} draw
 */
export function playersPart(app, game, seats, choice, draw) {
  const rows = seats.flatMap((_, seat) => row(app, game, seats, seat, choice, draw));
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
  const published = app.catalogue.text("players.report", { players, title: report.title });
  return [el("small", { class: "report" }, `${published} ${report.note}`.trim())];
}

/**
 * @param {App} app
 * @param {GameEntry} game
 * @param {string[]} seats
 * @param {number} seat
 * @param {Choice} choice
 * @param {() => void} draw
 */
function row(app, game, seats, seat, choice, draw) {
  const { catalogue } = app;
  const player = choice.players[seat];
  const people = ["human", ...(app.welcome?.lan ? ["guest"] : [])];
  const named = (/** @type {string[]} */ players) => players.map((each) => [each, catalogue.player(each)]);
  const published = (game.report?.players ?? []).filter((each) => !game.levels.includes(each));
  const engines = named(game.engines ?? []);
  const own = ![...people, ...namedPlayers(game)].includes(player);
  const box = select(named([...people, ...game.levels]), player, { name: `seat-${seat}` });
  const rungs = rungsFor(game, seats);
  const group = (/** @type {string} */ key, /** @type {string[][]} */ options) =>
    optionGroup(catalogue.text(key), options, own ? OTHER : player);
  if (rungs.length > 0) box.append(group("players.ladder", named(rungs)));
  if (published.length > 0) box.append(group("players.published", named(published)));
  box.append(group("players.developers", [...engines, [OTHER, catalogue.text("players.other")]]));
  box.value = own ? OTHER : player;
  box.addEventListener("change", () => {
    choice.players[seat] = box.value === OTHER ? `${game.searches[0].name}` : box.value;
    draw();
  });
  const labelled = field(catalogue.title(seats[seat]), box, game.expects[player]);
  return [labelled, ...(own ? [agent(app, game, seat, choice)] : [])];
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

/**
 * Who a player of any game is in this one: a level has its own name there, a report's player stays at home, and for a
 * rung that is not there the level comes that stands about as high.
 * @param {GameEntry[]} games
 * @param {GameEntry} game
 * @param {string} player
 * @param {string[]} [seats]
 */
export function playerIn(games, game, player, seats = game.seats) {
  const home = games.find((each) => namedPlayers(each).includes(player));
  const rung = home?.ladder.indexOf(player) ?? -1;
  if (home !== undefined && rung >= 0) {
    const near = game.levels[Math.floor((rung * game.levels.length) / home.ladder.length)];
    return rungsFor(game, seats).includes(player) ? player : near;
  }
  if (home === undefined || namedPlayers(game).includes(player)) return player;
  return game.levels[Math.min(Math.max(home.levels.indexOf(player), 0), game.levels.length - 1)];
}

/**
 * The seats that a game has with these options: an option whose usual value names the usual seats names the seats.
 * @param {GameEntry} game
 * @param {Record<string, string>} options
 */
export function seatsOf(game, options) {
  const naming = game.options.find((option) => option.kind === "several" && option.default === game.seats.join(","));
  return (naming && options[naming.name] ? options[naming.name] : game.seats.join(",")).split(",");
}
