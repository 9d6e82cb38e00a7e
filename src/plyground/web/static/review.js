/** The review of the game: progress, each side's accuracy, the chances over the game, and every mistake to try again. */

import { chanceGraph } from "./chancegraph.js";
import { button } from "./controls.js";
import { el, find } from "./dom.js";
import { closeCard } from "./ending.js";
import { clear } from "./notices.js";
import { MistakeQuiz } from "./reviewquiz.js";
import { SIGNS, judgedSign, percent } from "./scores.js";
import { seatGraph } from "./seatgraph.js";
import { styled } from "./views.js";

const SHOWN = 8;

/** @type {ReviewPanel | null} */
let panel = null;

/**
 * Review the game on the table, or show the review again.
 * @param {App} app
 */
export function openReview(app) {
  panel ??= new ReviewPanel(app);
  panel.ask();
}

class ReviewPanel {
  #app;
  #box = find("review");
  #game = "";
  #plies = 0;
  /** @type {GameReview | null} */
  #review = null;
  /** @type {MistakeQuiz | null} */
  #quiz = null;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    app.events.on("view", () => this.#follow());
    app.events.on("language", () => this.#draw());
  }

  async ask() {
    const app = this.#app;
    closeCard();
    await Promise.all(["review.css", "chancegraph.css"].map(styled));
    this.#game = app.table.state?.game.id ?? "";
    this.#plies = app.table.turns.length;
    this.#review = this.#quiz = null;
    app.analysis.hold();
    this.#progress(0, this.#plies);
    app.socket.send("review", {}, (answer) => this.#take(answer), (problem) => this.#fail(problem));
  }

  /** @param {any} problem */
  #fail(problem) {
    this.close();
    this.#app.events.emit("problem", problem);
  }

  /** @param {ReviewAnswer} answer */
  #take(answer) {
    clear(".loading");
    if (answer.game !== this.#game || this.#box.hidden) return;
    if (!answer.review) return this.#progress(answer.done, answer.all);
    this.#app.analysis.goOn();
    this.#review = answer.review;
    this.#app.table.marks = answer.review.moves.map(({ mark }) => mark);
    this.#app.events.emit("marks");
    this.#draw();
    this.#box.querySelector("h2")?.focus();
  }

  close() {
    this.#box.hidden = true;
    this.#review = this.#quiz = null;
    this.#app.socket.send("stop");
    this.#app.analysis.goOn();
  }

  /** Another game, or fewer moves, has no review; another position moves the mark of the graph. */
  #follow() {
    const { table } = this.#app;
    const other = table.state?.game.id !== this.#game || table.turns.length !== this.#plies;
    if (other && !this.#box.hidden) return this.close();
    this.#quiz?.follow();
    if (this.#review) this.#box.querySelector(".chance-graph")?.replaceWith(this.#graph(this.#review));
  }

  #head() {
    const { catalogue } = this.#app;
    const cross = el(
      "button",
      { type: "button", class: "close", "aria-label": catalogue.text("dialog.close"), onclick: () => this.close() },
      "×",
    );
    return el("header", { class: "review-head" }, el("h2", { tabindex: "-1" }, catalogue.text("review.title")), cross);
  }

  /**
   * @param {number} done
   * @param {number} all
   */
  #progress(done, all) {
    const { catalogue } = this.#app;
    const text = catalogue.text("review.progress", { done, all });
    const bar = el("progress", { max: all, value: done, "aria-label": text });
    this.#box.hidden = false;
    this.#box.replaceChildren(this.#head(), el("p", { class: "quiet" }, text), bar);
  }

  #draw() {
    if (!this.#review || this.#box.hidden) return;
    this.#box.replaceChildren(
      this.#head(),
      this.#sides(this.#review),
      this.#graph(this.#review),
      this.#mistakes(this.#review),
    );
  }

  /** @param {GameReview} review */
  #graph({ chances, courses }) {
    if (courses.length > 0) return seatGraph(this.#app, courses);
    return chanceGraph(this.#app, chances.map((chance, ply) => ({ ply, chance })));
  }

  /** @param {GameReview} review */
  #sides({ sides }) {
    const { catalogue, table } = this.#app;
    const marks = Object.entries(SIGNS);
    const heads = marks.map(([mark, sign]) =>
      el("th", { scope: "col" }, el("abbr", { title: catalogue.text(`review.${mark}`) }, sign)),
    );
    const rows = sides.map(({ accuracy, marks: counts }, seat) =>
      el(
        "tr",
        {},
        el("th", { scope: "row" }, catalogue.title(table.seats[seat])),
        el("td", {}, accuracy === null ? "–" : catalogue.text("review.accuracy", { accuracy: catalogue.number(accuracy, 1) })),
        ...marks.map(([mark]) => el("td", {}, catalogue.number(counts[mark]))),
      ),
    );
    const head = el("tr", {}, el("td"), el("th", { scope: "col" }, catalogue.text("review.column")), ...heads);
    return el("table", { class: "review-sides" }, head, ...rows);
  }

  /** @param {GameReview} review */
  #mistakes({ moves }) {
    const { catalogue } = this.#app;
    const marked = moves.filter(({ mark }) => mark);
    if (marked.length === 0) return el("p", { class: "quiet" }, catalogue.text("review.none"));
    return el("ol", { class: "review-mistakes" }, ...marked.map((move) => this.#mistake(move)));
  }

  /** @param {JudgedMove} move */
  #mistake(move) {
    const { catalogue, view, table } = this.#app;
    const name = `${move.ply}. ${move.move}`;
    const go = el(
      "button",
      { type: "button", class: "move", onclick: () => view.goTo(move.ply) },
      name,
      judgedSign(catalogue, move.mark),
    );
    const chances = { before: percent(catalogue, move.before), after: percent(catalogue, move.after) };
    const said = el("span", { class: "quiet" }, catalogue.text("review.chances", { ...chances, seat: catalogue.seat(table.seats[move.seat]) }));
    const answer = el("div", { class: "review-answer", "aria-live": "polite" });
    const tryIt = button(catalogue.text("review.find"), () => this.#start(move, answer), "small");
    const show = button(catalogue.text("review.show"), () => answer.replaceChildren(this.#better(move)), "small");
    return el("li", {}, go, said, el("div", { class: "review-tools" }, tryIt, show), answer);
  }

  /**
   * @param {JudgedMove} move
   * @param {HTMLElement} answer
   */
  #start(move, answer) {
    this.#quiz?.end();
    this.#quiz = new MistakeQuiz(this.#app, move, answer, () => this.#better(move));
  }

  /** @param {JudgedMove} move */
  #better({ ply, better }) {
    const { catalogue, view } = this.#app;
    const moves = better.slice(0, SHOWN).map((move, index) => {
      const go = () => view.look({ ply: ply - 1, moves: better.slice(0, index + 1) });
      return el("button", { type: "button", class: "line-move", onclick: go }, move);
    });
    return el("p", { class: "review-better" }, `${catalogue.text("review.better")} `, ...moves);
  }
}
