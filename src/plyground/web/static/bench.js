/** The heuristic bench: all heuristics of a game on one position, their parts, and every move as one of them sees it. */

import { button } from "./controls.js";
import { el, svg } from "./dom.js";
import { outline } from "./geometry.js";
import { pointsText } from "./ground.js";
import { materialOf } from "./material.js";
import { MiniBoards } from "./miniboard.js";
import { placeIn, shownPosition } from "./viewplace.js";
import { goToView } from "./views.js";

const OWN = ["heuristic", "weights"];
/** Milliseconds between two looks at the files of the server. */
const LOOK = 2000;
/** Milliseconds that a slider rests before the server is asked. */
const REST = 60;
const SHOWN_MOVES = 40;
/** What a decided game is worth. */
const DECIDED = { win: Infinity, loss: -Infinity, draw: 0 };

/**
 * @typedef {{name: string, weight: number, feature: number, points: number}} Part a weight, and what it adds
 * @typedef {{move: string, steps: string[], kind: "estimate" | "win" | "loss" | "draw", value: number}} MoveValue
 * @typedef {MoveValue & {worth: number}} RankedMove
 * @typedef {{name: string, summary: string, usual: Record<string, number>, file: string | null, problem: string,
 *   value: number | null, base: number, parts: Part[], exact: boolean, moves: MoveValue[] | null}} Assessment
 * @typedef {{version: number, files: {name: string, problem: string}[]}} Plugins
 * @typedef {{seats: string[], mover: number, board: Board, scene: Scene, heuristics: Assessment[], chosen: string,
 *   plugins: Plugins, agent: string | null}} BenchAnswer
 */

/**
 * Open the bench in a box.
 * @param {App} app
 * @param {HTMLElement} box
 * @param {URLSearchParams} query
 */
export function open(app, box, query) {
  if (!query.has("game")) for (const [key, value] of shownPosition(app)) query.set(key, value);
  const bench = new Bench(app, box, query);
  return () => bench.close();
}

class Bench {
  /** @type {BenchAnswer | null} the server's last answer */
  #found = null;
  #asked = 0;
  #version = -1;
  #timer = 0;
  #forget;
  #heuristic = "";
  /** @type {Record<string, number>} */
  #weights = {};
  #pointed = "";
  /** @type {MiniBoards | null} */
  minis = null;

  /**
   * @param {App} app
   * @param {HTMLElement} box
   * @param {URLSearchParams} query
   */
  constructor(app, box, query) {
    this.app = app;
    this.box = box;
    this.query = query;
    this.place = placeIn(query, OWN);
    this.#heuristic = query.get("heuristic") ?? "";
    for (const part of (query.get("weights") ?? "").split(";").filter(Boolean)) {
      const [name, value] = part.split(":");
      this.#weights[name] = Number(value);
    }
    this.#build();
    this.#forget = [
      app.events.on("language", () => {
        this.#build();
        this.#ask();
      }),
      app.events.on("server:loading", ({ what }) => this.#say(app.catalogue.text(`loading.${what}`))),
    ];
    this.keys = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Escape" && !document.querySelector("dialog[open]")) goToView("");
    };
    document.addEventListener("keydown", this.keys);
    this.looking = setInterval(() => this.#lookAtFiles(), LOOK);
    this.#ask();
  }

  close() {
    clearInterval(this.looking);
    clearTimeout(this.#timer);
    document.removeEventListener("keydown", this.keys);
    this.#forget.forEach((forget) => forget());
    this.app.socket.send("stop");
  }

  /** @param {string} key @param {Record<string, any>} [values] */
  #text(key, values) {
    return this.app.catalogue.text(`bench.${key}`, values);
  }

  #build() {
    this.status = el("p", { class: "theatre-status", role: "status" });
    this.board = el("div", { class: "bench-board" });
    this.table = el("div", { class: "bench-table" });
    this.parts = el("div", { class: "bench-parts" });
    this.moves = el("div", { class: "bench-moves" });
    this.files = el("div", { class: "bench-files" });
    this.box.replaceChildren(
      el(
        "header",
        { class: "view-head" },
        el("h1", { tabindex: "-1" }, this.#text("title")),
        button(this.#text("close"), () => goToView("")),
      ),
      this.status,
      el(
        "div",
        { class: "bench" },
        el("section", { class: "panel" }, this.board, this.files),
        el("section", { class: "panel" }, this.table, this.parts),
        el("section", { class: "panel" }, this.moves),
      ),
    );
    if (this.#found) this.#draw();
  }

  /** Ask what the heuristics say, with the weights as they are. */
  #ask() {
    const asked = ++this.#asked;
    if (!this.#found) this.#say(this.#text("asking"));
    this.app.socket.send(
      "bench",
      { place: this.place, heuristic: this.#heuristic || null, weights: this.#weights },
      (answer) => asked === this.#asked && this.#take(answer),
      (problem) => asked === this.#asked && this.#say(problem.text, true),
    );
  }

  /** @param {BenchAnswer} answer */
  #take(answer) {
    this.#found = answer;
    this.#heuristic = answer.chosen;
    this.#version = answer.plugins.version;
    this.#remember();
    this.#say("");
    this.#draw();
  }

  /** Keep what is chosen in the address. */
  #remember() {
    this.query.set("heuristic", this.#heuristic);
    const changed = Object.entries(this.#weights).map(([name, value]) => `${name}:${value}`);
    if (changed.length > 0) this.query.set("weights", changed.join(";"));
    else this.query.delete("weights");
    history.replaceState(null, "", `#bench?${this.query}`);
  }

  /** Where a file of the server has changed, ask again. */
  #lookAtFiles() {
    if (this.#found?.plugins.files.length === 0) return;
    this.app.socket.send("plugins", {}, (answer) => {
      if (answer.version === this.#version) return;
      this.#version = answer.version;
      this.#weights = {};
      if (this.#found) {
        this.#found.plugins = answer;
        this.#drawFiles();
      }
      this.#ask();
    }, () => {});
  }

  /**
   * @param {string} text
   * @param {boolean} [wrong]
   */
  #say(text, wrong = false) {
    this.status.textContent = text;
    this.status.className = `theatre-status ${wrong ? "wrong" : ""}`;
    this.status.hidden = text === "";
  }

  /** The last answer, where there is one. */
  get #answer() {
    return /** @type {BenchAnswer} */ (this.#found);
  }

  get #chosen() {
    return /** @type {Assessment} */ (this.#answer.heuristics.find((each) => each.name === this.#heuristic));
  }

  #draw() {
    this.#drawTable();
    this.#drawParts();
    this.#drawMoves();
    this.#drawBoard();
    this.#drawFiles();
  }

  #drawTable() {
    const number = (/** @type {number | null} */ value) => (value === null ? "–" : this.#signed(value));
    const rows = this.#answer.heuristics.map((each) => {
      const choose = () => {
        this.#heuristic = each.name;
        this.#weights = {};
        this.#ask();
      };
      const pressed = String(each.name === this.#heuristic);
      const note = each.problem || [each.summary, each.file ? this.#text("own", { file: each.file }) : ""].filter(Boolean).join(" – ");
      return el(
        "tr",
        { class: each.name === this.#heuristic ? "chosen-row" : null },
        el("th", { scope: "row" }, el("button", { type: "button", "aria-pressed": pressed, onclick: choose }, each.name)),
        el("td", { class: "figure" }, number(each.value)),
        el("td", { class: each.problem ? "wrong" : "quiet" }, note),
      );
    });
    const seat = this.app.catalogue.seat(this.#answer.seats[this.#answer.mover]);
    this.#keepingFocus(this.table, el("p", { class: "quiet" }, this.#text("for_seat", { seat })), el("table", {}, el("tbody", {}, ...rows)));
  }

  /**
   * Fill a box again; the button that had the focus gets it back.
   * @param {HTMLElement} box
   * @param {...HTMLElement} children
   */
  #keepingFocus(box, ...children) {
    const focused = box.contains(document.activeElement) ? document.activeElement?.textContent : null;
    box.replaceChildren(...children);
    if (focused) [...box.querySelectorAll("button")].find((each) => each.textContent === focused)?.focus();
  }

  /** The parts of the chosen heuristic, a slider each; sliders stay while they are moved. */
  #drawParts() {
    const { parts, base, exact, usual } = this.#chosen;
    if (this.parts.dataset.shown === this.#sliders(usual)) return this.#fillParts();
    this.parts.dataset.shown = this.#sliders(usual);
    const head = ["part", "feature", "weight", "points"].map((key) => el("th", { scope: "col" }, this.#text(key)));
    const rows = parts.map((part) => this.#partRow(part, usual[part.name]));
    this.parts.replaceChildren(
      el("h2", {}, this.#text("parts", { heuristic: this.#heuristic })),
      el("table", {}, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...rows)),
      el("p", { class: "quiet base" }, base === 0 ? "" : `${this.#text("base")}: ${this.#signed(base)}`),
      el("p", { class: "quiet inexact", hidden: exact }, this.#text("inexact")),
      el("p", { class: "quiet agent" }),
      button(this.#text("reset"), () => {
        this.#weights = {};
        this.parts.dataset.shown = "";
        this.#ask();
      }),
    );
    this.#fillParts();
  }

  /** @param {Record<string, number>} usual */
  #sliders(usual) {
    return JSON.stringify([this.#heuristic, usual, this.app.catalogue.language]);
  }

  /**
   * @param {Part} part
   * @param {number} usual
   */
  #partRow(part, usual) {
    const most = Math.max(10, 4 * Math.abs(usual));
    const label = this.#text("weight_of", { weight: part.name });
    const low = usual < 0 ? -most : Math.min(0, part.weight);
    const slider = el("input", { type: "range", min: low, max: Math.max(most, part.weight), value: part.weight, "aria-label": label });
    slider.addEventListener("input", () => {
      if (Number(slider.value) === usual) delete this.#weights[part.name];
      else this.#weights[part.name] = Number(slider.value);
      slider.nextElementSibling.textContent = slider.value;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#ask(), REST);
    });
    return el(
      "tr",
      { "data-part": part.name },
      el("th", { scope: "row" }, part.name),
      el("td", { class: "figure feature" }),
      el("td", { class: "slide" }, slider, el("output", {}, String(part.weight))),
      el("td", { class: "figure points" }),
    );
  }

  #fillParts() {
    const { parts, exact } = this.#chosen;
    for (const part of parts) {
      const row = this.parts.querySelector(`[data-part="${CSS.escape(part.name)}"]`);
      row.querySelector(".feature").textContent = this.#signed(part.feature);
      row.querySelector(".points").textContent = this.#signed(part.points);
    }
    this.parts.querySelector(".inexact").hidden = exact;
    const { agent } = this.#answer;
    this.parts.querySelector(".agent").textContent = agent ? this.#text("agent", { agent }) : "";
  }

  /** @param {number} value */
  #signed(value) {
    return this.app.catalogue.number(value, 0, { signDisplay: "exceptZero" });
  }

  /** The moves of the chosen heuristic, best first. @returns {RankedMove[]} */
  #ranked() {
    const worth = (/** @type {MoveValue} */ each) => (each.kind === "estimate" ? each.value : DECIDED[each.kind]);
    const moves = (this.#chosen.moves ?? []).map((each) => ({ ...each, worth: worth(each) }));
    return moves.sort((one, other) => other.worth - one.worth || 0);
  }

  /** How warm a value is among all, from 0 to 1. @param {RankedMove[]} ranked */
  #warmth(ranked) {
    const finite = ranked.map(({ worth }) => worth).filter(Number.isFinite);
    const [low, high] = [Math.min(...finite), Math.max(...finite)];
    return (/** @type {number} */ worth) => {
      if (worth === Infinity) return 1;
      if (worth === -Infinity) return 0;
      return high > low ? (worth - low) / (high - low) : 0.5;
    };
  }

  #drawMoves() {
    const ranked = this.#ranked();
    const warmth = this.#warmth(ranked);
    const rows = ranked.slice(0, SHOWN_MOVES).map((each) => {
      const said = each.kind === "estimate" ? this.#signed(each.value) : this.#text(each.kind);
      const bar = el("span", { class: "warm-bar", "aria-hidden": "true" });
      bar.style.width = `${Math.round(100 * warmth(each.worth))}%`;
      const point = () => {
        this.#pointed = each.move;
        this.#drawBoard();
      };
      return el(
        "li",
        {},
        el("button", { type: "button", class: "warm", onclick: point, onmouseenter: point, onfocus: point }, bar, el("span", {}, each.move), el("span", { class: "figure" }, said)),
      );
    });
    this.#keepingFocus(this.moves, el("h2", {}, this.#text("moves", { heuristic: this.#heuristic })), el("ol", { class: "warm-moves" }, ...rows));
  }

  /** The board with the heat of the places that moves lead to, and the move that is pointed at. */
  #drawBoard() {
    const { board, seats, scene } = this.#answer;
    this.minis ??= new MiniBoards(board, seats, materialOf(this.app.settings.get("board"), board));
    const minis = this.minis;
    const ranked = this.#ranked();
    const warmth = this.#warmth(ranked);
    /** @type {Map<string, number>} */
    const heat = new Map();
    for (const { steps, worth } of ranked) {
      const place = steps[steps.length - 1];
      if (!heat.has(place)) heat.set(place, warmth(worth));
    }
    const cells = [...heat].flatMap(([name, warm]) => {
      const cell = minis.cells.get(name);
      return cell ? [this.#hot(cell, warm)] : [];
    });
    const pointed = ranked.find((each) => each.move === this.#pointed)?.steps ?? [];
    this.board.replaceChildren(minis.definitions, minis.draw(scene.pieces, pointed, cells), el("p", { class: "quiet" }, this.#text("heat")));
  }

  /**
   * @param {Cell} cell
   * @param {number} warm
   */
  #hot(cell, warm) {
    const shape =
      cell.shape === "point"
        ? svg("circle", { cx: cell.x, cy: cell.y, r: 0.42, class: "hot" })
        : svg("polygon", { points: pointsText(outline(cell, 0, 0.94)), class: "hot" });
    shape.style.setProperty("--warm", String(0.08 + 0.84 * warm));
    return shape;
  }

  #drawFiles() {
    const { heuristics, plugins } = this.#answer;
    const { files } = plugins;
    if (files.length === 0) return this.files.replaceChildren(el("p", { class: "quiet" }, this.#text("howto")));
    const items = files.map((file) => {
      const failing = heuristics.find((each) => each.file === file.name && each.problem);
      const problem = file.problem || failing?.problem;
      if (problem?.startsWith(file.name)) return el("li", { class: "wrong" }, problem);
      return el("li", { class: problem ? "wrong" : null }, el("strong", {}, file.name), " ", problem || this.#text("fine"));
    });
    this.files.replaceChildren(el("h2", {}, this.#text("files")), el("ul", { role: "status" }, ...items));
  }
}
