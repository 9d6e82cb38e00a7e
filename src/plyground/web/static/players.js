/** The players' cards: who plays, what is left beside the board, the clock. */

import { optionGroup, select } from "./controls.js";
import { el, find } from "./dom.js";
import { allGames, namedPlayers, rungsFor } from "./games.js";
import { icon } from "./pieces.js";

const TICK = 200;
/** The games with the players that they know by name, once the server has sent them. */
const known = /** @type {Map<string, GameEntry>} */ (new Map());

/**
 * Keep the cards up to date.
 * @param {App} app
 */
export function showPlayers(app) {
  const draw = () => {
    if (app.table.state && !find("players").querySelector("select:focus")) drawPlayers(app, app.table.state);
  };
  app.events.on("view language", draw);
  const learn = (/** @type {GameEntry[]} */ games) => {
    for (const game of games) known.set(game.name, game);
    draw();
  };
  // A server that goes away meanwhile says welcome again when it is back.
  app.events.on("server:welcome", () => allGames(app.catalogue.language).then(learn, () => {}));
  find("players").addEventListener("focusout", () => setTimeout(draw, 0));
  setInterval(() => tick(app), TICK);
}

/**
 * @param {App} app
 * @param {State} state
 */
function drawPlayers(app, state) {
  find("players").classList.toggle("many", state.players.length > 2);
  find("players").replaceChildren(...state.players.map((_, seat) => card(app, state, seat)));
  tick(app);
}

/**
 * @param {App} app
 * @param {State} state
 * @param {number} seat
 */
function card(app, state, seat) {
  const picture = app.view.picture ?? state;
  const colour = state.game.seats[seat];
  const kind =
    state.scene.pieces.find((piece) => piece.seat === seat)?.kind ?? app.table.board?.cells[0].holds ?? "stone";
  const moves = picture.mover === seat && !picture.outcome;
  const won = picture.outcome?.winner === seat;
  const look = `player ${moves ? "to-move" : ""} ${won ? "won" : ""}`;
  return el(
    "li",
    { class: look, "aria-current": moves ? "true" : null },
    icon(kind, colour),
    el("div", { class: "player-names" }, el("strong", {}, app.catalogue.title(colour)), who(app, state, seat)),
    el(
      "div",
      { class: "player-facts" },
      reserves(app, picture, seat),
      men(app, picture, seat),
      el("span", { class: "clock", "data-seat": seat }),
    ),
  );
}

/**
 * @param {App} app
 * @param {State} state
 * @param {number} seat
 */
function who(app, state, seat) {
  const { player, mine, present } = state.players[seat];
  if (!state.can.seat) return el("span", { class: "player-who" }, label(app, player, mine, present));
  const game = known.get(state.game.name);
  const rungs = game ? rungsFor(game, state.game.seats) : [];
  const people = ["human", ...(app.welcome?.lan || player === "guest" ? ["guest"] : [])];
  const levels = [...people, ...(game ? namedPlayers(game) : [])].filter((each) => !game?.ladder.includes(each));
  const all = [...levels, ...rungs].includes(player) ? levels : [player, ...levels];
  const options = all.map((each) => [each, label(app, each, mine, each !== player || present)]);
  const named = app.catalogue.text("players.who", { seat: app.catalogue.seat(state.game.seats[seat]) });
  const box = select(options, player, { "aria-label": named, class: "player-who" });
  const numbered = rungs.map((each) => [each, app.catalogue.player(each)]);
  if (numbered.length > 0) box.append(optionGroup(app.catalogue.text("players.ladder"), numbered, player));
  box.addEventListener("change", () => app.socket.send("seat", { seat, player: box.value }));
  return box;
}

/**
 * @param {App} app
 * @param {string} player
 * @param {boolean} mine
 * @param {boolean} present
 */
function label(app, player, mine, present) {
  if (player === "human" && mine && !app.table.state?.players.every((each) => each.mine))
    return app.catalogue.text("players.you");
  if (!present) return app.catalogue.text("players.away", { player: app.catalogue.player(player) });
  return app.catalogue.player(player);
}

/**
 * What a player has beside the board.
 * @param {App} app
 * @param {Picture} picture
 * @param {number} seat
 */
function reserves(app, picture, seat) {
  const own = picture.scene.reserves.filter((reserve) => reserve.seat === seat);
  const text = own.map(({ name, number }) => {
    const key = `reserve.${name.replaceAll(" ", "_")}`;
    return app.catalogue.word(`${key}.other`, "") ? app.catalogue.count(key, number) : `${number} ${name}`;
  });
  return el("span", { class: "reserve" }, text.join(", "));
}

/**
 * The men that a player has on the board, and those it has taken, which the notation marks by an x.
 * @param {App} app
 * @param {Picture} picture
 * @param {number} seat
 */
function men(app, picture, seat) {
  const { catalogue, table, view } = app;
  if (table.board?.cells[0].holds !== "man") return null;
  const own = picture.scene.pieces.filter((piece) => piece.seat === seat).length;
  const taken = movesOf(seat, table, view).reduce((sum, move) => sum + move.split("x").length - 1, 0);
  const said = catalogue.text("players.men", { men: catalogue.count("men", own), taken: String(taken) });
  const prey = taken > 0 ? [icon("man", table.seats[1 - seat]), `×${taken}`] : [];
  const signs = [icon("man", table.seats[seat]), String(own), ...prey];
  return el("span", { class: "men", role: "img", "aria-label": said, title: said }, ...signs);
}

/**
 * The moves of a player that led to the position shown; in a line that is tried, players take turns.
 * @param {number} seat
 * @param {App["table"]} table
 * @param {App["view"]} view
 */
function movesOf(seat, table, { place, basePly, picture }) {
  const turns = place?.start === undefined ? table.turns.slice(0, basePly) : [];
  const played = turns.filter((turn) => turn.seat === seat).map(({ move }) => move);
  const tried = place?.moves ?? [];
  const parity = Number(picture?.last?.seat !== seat);
  return [...played, ...tried.filter((_, at) => (tried.length - 1 - at) % 2 === parity)];
}

/** @param {App} app */
function tick(app) {
  for (const element of document.querySelectorAll(".clock")) {
    const left = app.table.timeLeft(Number(element.getAttribute("data-seat")), performance.now());
    const text = left === null ? "" : clockText(app.catalogue, left);
    if (element.textContent !== text) element.textContent = text;
    element.classList.toggle("short", left !== null && left < 10);
  }
}

/**
 * @param {App["catalogue"]} catalogue
 * @param {number} seconds
 */
function clockText(catalogue, seconds) {
  if (seconds < 10) return catalogue.number(seconds, 1);
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
