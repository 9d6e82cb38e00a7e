/**
 * The openings of a game on a board: how likely the first player wins after each first move, and which of them should be
 * swapped. The maps come from the server; cells can be pointed at, or reached by Tab and arrows.
 */

import { BoardView } from "./boardview.js";
import { select } from "./controls.js";
import { openDialog } from "./dialogs.js";
import { el, svg } from "./dom.js";
import { field } from "./fields.js";
import { drawFocus, keyOnBoard } from "./focus.js";
import { shape } from "./marks.js";
import { materialOf } from "./material.js";
import { notice } from "./notices.js";
import { percent } from "./scores.js";
import { styled } from "./views.js";

/** @typedef {Record<string, string>} Options */
/**
 * @typedef {{maps: Options[], fits: boolean, options: Options, nodes: number, board: Board, seats: string[],
 *   chances: Record<string, number>, proved: string[], swap: string[]}} OpeningMap
 */

/** The room that coordinates and texts of the dialog leave to the board. */
const HEIGHT = 0.62;

/** @param {App} app */
export async function openOpenings(app) {
  const game = app.table.state?.game;
  if (!game) return;
  const [found] = await Promise.all([fetchMap(game.name, game.options), styled("openings.css")]);
  if (found.maps.length > 0) new OpeningsDialog(app, game.name, found);
  else notice(app.catalogue.text("openings.none"));
}

/**
 * @param {string} game
 * @param {Options} options
 * @returns {Promise<OpeningMap>}
 */
async function fetchMap(game, options) {
  const pairs = Object.entries(options).map((pair) => pair.join("="));
  const answer = await fetch(`/api/openings/${game}?${new URLSearchParams({ options: pairs.join(",") })}`);
  return answer.json();
}

class OpeningsDialog {
  /**
   * @param {App} app
   * @param {string} game
   * @param {OpeningMap} found
   */
  constructor(app, game, found) {
    this.app = app;
    this.game = game;
    this.map = found;
    const { catalogue } = app;
    const label = catalogue.text("openings.board");
    const element = svg("svg", { class: "board", role: "group", "aria-label": label });
    this.board = new BoardView(element);
    this.small = /** @type {any} */ ({
      board: this.board,
      editor: { open: false },
      chooser: { click: (/** @type {string} */ name) => this.#say(name) },
    });
    this.about = el("p", { class: "quiet" });
    this.said = el("p", { class: "openings-said", role: "status" });
    this.frame = el("div", { class: "openings-board" }, element);
    const title = catalogue.text("openings.title");
    const dialog = openDialog(app, "openings-dialog", title, this.#chooser(), this.frame, this.said, this.#legend(), this.about);
    this.#listen(dialog, element);
    this.#draw();
  }

  /** A choice among the maps, by the options in which they differ. */
  #chooser() {
    const { maps, options } = this.map;
    const names = Object.keys(options).filter((name) => new Set(maps.map((each) => each[name])).size > 1);
    const text = (/** @type {Options} */ each) => names.map((name) => each[name]).join(", ");
    const shown = String(maps.findIndex((each) => text(each) === text(options)));
    const box = select(maps.map((each, at) => [String(at), text(each)]), shown, { name: "opening-map" });
    box.addEventListener("change", async () => {
      this.map = await fetchMap(this.game, maps[Number(box.value)]);
      this.#draw();
    });
    const label = names.map((name) => this.app.catalogue.word(`option.${name}`, name)).join(", ");
    return el("div", { class: "openings-choice" }, field(label, box));
  }

  /** What the colours and the frame of a cell mean. */
  #legend() {
    const { catalogue } = this.app;
    const [first, second] = this.map.seats;
    const end = (/** @type {string} */ seat) => el("span", {}, catalogue.about("openings.wins", seat));
    const ramp = el("span", { class: "openings-ramp", "aria-hidden": "true" });
    ramp.style.setProperty("--first", `var(--${first})`);
    ramp.style.setProperty("--second", `var(--${second})`);
    const swap = el("p", {}, el("span", { class: "openings-key", "aria-hidden": "true" }), catalogue.text("openings.marked"));
    return el("div", { class: "openings-legend" }, el("p", {}, end(second), ramp, end(first)), this.map.swap.length ? swap : null);
  }

  /**
   * @param {HTMLDialogElement} dialog
   * @param {SVGSVGElement} element
   */
  #listen(dialog, element) {
    const pointed = (/** @type {Event} */ event) => {
      const cell = /** @type {Element} */ (event.target).closest("[data-cell]");
      if (cell) this.#say(cell.getAttribute("data-cell") ?? "");
    };
    for (const type of ["click", "pointerover", "focusin"]) element.addEventListener(type, pointed);
    dialog.addEventListener("keydown", (event) => keyOnBoard(this.small, event) && event.preventDefault());
    const redraw = () => this.#draw();
    addEventListener("resize", redraw);
    dialog.addEventListener("close", () => removeEventListener("resize", redraw));
  }

  #draw() {
    const { catalogue, settings } = this.app;
    const { board, seats, nodes, fits } = this.map;
    const wishes = { orientation: "auto", turned: settings.get("turned"), coordinates: true };
    const room = { width: this.frame.clientWidth, height: HEIGHT * innerHeight };
    const material = materialOf(settings.get("board"), board);
    this.board.draw(board, seats, this.board.angle(board, wishes, room), true, material);
    this.board.layers.under.replaceChildren(...[...this.board.cells.values()].flatMap((cell) => this.#heat(cell)));
    drawFocus(this.small);
    for (const each of this.board.layers.focus.children) this.#label(each);
    const another = fits ? "" : `${catalogue.text("openings.another")} `;
    this.about.textContent = another + catalogue.text("openings.about", { nodes });
    this.said.textContent = catalogue.text("openings.ask");
  }

  /**
   * A cell in the colour of the player who is more likely to win, with the chance in percent.
   * @param {Cell} cell
   */
  #heat(cell) {
    const chance = this.map.chances[cell.name];
    if (chance === undefined) return [];
    const swap = this.map.swap.includes(cell.name);
    const seat = this.map.seats[chance > 0.5 ? 0 : 1];
    const filled = shape(cell, this.board.degrees, `opening seat-${seat}${swap ? " opening-swap" : ""}`);
    filled.style.setProperty("--share", `${Math.round(130 * Math.abs(chance - 0.5))}%`);
    const figure = percent(this.app.catalogue, chance).replace(/\D/g, "");
    return [filled, svg("text", { x: cell.x, y: cell.y, dy: "0.35em", class: `opening-figure${swap ? " opening-swap" : ""}` }, figure)];
  }

  /** @param {Element} each */
  #label(each) {
    const text = this.#text(each.getAttribute("data-cell") ?? "");
    each.setAttribute("aria-label", text);
    each.prepend(svg("title", {}, text));
  }

  /**
   * A first move in words.
   * @param {string} name
   */
  #text(name) {
    const { catalogue } = this.app;
    const { chances, proved, swap, seats } = this.map;
    if (chances[name] === undefined) return name;
    const values = { move: name, percent: percent(catalogue, chances[name]), seat: catalogue.seat(seats[0]) };
    const said = catalogue.text(proved.includes(name) ? "openings.proved" : "openings.chance", values);
    if (swap.length === 0) return said;
    return `${said} ${catalogue.text(swap.includes(name) ? "openings.swap" : "openings.keep")}`;
  }

  /** @param {string} name */
  #say(name) {
    this.said.textContent = this.#text(name);
  }
}
