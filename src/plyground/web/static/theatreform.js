/** The form of the theatre: a game, one or two searches with a heuristic each, and how far they go. */

import { button, select } from "./controls.js";
import { el } from "./dom.js";
import { field } from "./fields.js";
import { nameOf } from "./theatrewords.js";

/** The searches that can be watched, by their names in the catalogue. @type {Record<string, SearchChoice>} */
const SEARCHES = {
  minimax: { name: "minimax" },
  alphabeta: { name: "alphabeta" },
  sorted: { name: "alphabeta", options: { sort: "on" } },
  pvs: { name: "pvs" },
  montecarlo: { name: "montecarlo" },
};
const DEEPEST = 8;
const MOST_PLAYOUTS = 4000;
const USUAL_PLAYOUTS = 400;
const SIDES = ["one", "two"];

export class TheatreForm {
  #app;
  #game;
  /** Whether something was chosen since the last search. */
  #changed = false;

  /**
   * @param {App} app
   * @param {GameEntry[]} games
   * @param {GameEntry} game
   * @param {{show: () => void, play: (game: string) => void, link: () => void}} acts show what is chosen, go to the
   *   usual start of a game, copy the link
   */
  constructor(app, games, game, acts) {
    this.#app = app;
    this.#game = game;
    this.element = this.#build(games, acts);
    this.#fit();
  }

  /** Take the searches that are chosen. @returns {SearchChoice[]} */
  take() {
    this.#changed = false;
    const { depth, playouts } = this.element.elements;
    const chosen = SIDES.filter((side) => this.element.elements[side].value);
    return chosen.map((side) => {
      const search = SEARCHES[this.element.elements[side].value];
      if (search.name === "montecarlo") return { ...search, nodes: Number(playouts.value) || USUAL_PLAYOUTS };
      const limit = depth.value ? { depth: Number(depth.value) } : {};
      return { ...search, heuristic: this.element.elements[`heuristic-${side}`].value, ...limit };
    });
  }

  /**
   * Show which searches are watched, unless others are being chosen.
   * @param {SearchChoice[]} searches
   */
  show(searches) {
    const { elements } = this.element;
    if (this.#changed) return;
    SIDES.forEach((side, at) => {
      elements[side].value = searches[at] ? nameOf(searches[at]) : "";
      if (searches[at]?.heuristic) elements[`heuristic-${side}`].value = searches[at].heuristic;
    });
    const [guided, playing] = [searches.find(({ depth }) => depth), searches.find(({ name }) => name === "montecarlo")];
    elements.depth.value = guided?.depth ?? "";
    elements.playouts.value = playing?.nodes ?? USUAL_PLAYOUTS;
    this.#fit();
  }

  /**
   * @param {GameEntry[]} games
   * @param {{show: () => void, play: (game: string) => void, link: () => void}} acts
   */
  #build(games, acts) {
    const text = (/** @type {string} */ key) => this.#app.catalogue.text(`theatre.${key}`);
    const searches = Object.keys(SEARCHES).map((search) => [search, text(`algorithm.${search}`)]);
    const titles = games.map(({ name, title }) => [name, title]);
    const game = select(titles, this.#game.name, { name: "game" });
    game.addEventListener("change", () => acts.play(game.value));
    const form = el(
      "form",
      { class: "theatre-form" },
      field(text("game"), game),
      ...this.#side("one", text("first"), text("heuristic"), searches),
      ...this.#side("two", text("second"), text("heuristic_two"), [["", text("nothing")], ...searches]),
      field(text("depth"), number("depth", 1, DEEPEST, "")),
      field(text("playouts"), number("playouts", 10, MOST_PLAYOUTS, USUAL_PLAYOUTS)),
      el("button", { type: "submit", class: "primary" }, text("show")),
      button(text("link"), acts.link),
    );
    form.addEventListener("change", () => {
      this.#changed = true;
      this.#fit();
    });
    form.addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      acts.show();
    });
    return form;
  }

  /**
   * @param {string} side
   * @param {string} label
   * @param {string} heuristic its label
   * @param {string[][]} searches
   */
  #side(side, label, heuristic, searches) {
    const heuristics = this.#game.heuristics.map(({ name }) => [name, name]);
    const chosen = searches.some(([name]) => name === "") ? "" : "alphabeta";
    return [
      field(label, select(searches, chosen, { name: side })),
      field(heuristic, select(heuristics, "strong", { name: `heuristic-${side}` })),
    ];
  }

  /** Hide what means nothing for the searches that are chosen. */
  #fit() {
    const { elements } = this.element;
    const hide = (/** @type {string} */ name, /** @type {boolean} */ hidden) => (elements[name].closest("label").hidden = hidden);
    const chosen = SIDES.map((side) => elements[side].value);
    const guided = chosen.map((search) => search !== "" && search !== "montecarlo");
    SIDES.forEach((side, at) => hide(`heuristic-${side}`, !guided[at]));
    hide("depth", !guided.includes(true));
    hide("playouts", !chosen.includes("montecarlo"));
  }
}

/**
 * @param {string} name
 * @param {number} min
 * @param {number} max
 * @param {number | string} value
 */
function number(name, min, max, value) {
  return el("input", { name, type: "number", min, max, value });
}
