/** One recorded search on the page: counters, the whole tree as a strip, and for each ply the moves tried there. */

import { BoardPictures } from "./boardpictures.js";
import { el } from "./dom.js";
import { materialOf } from "./material.js";
import { MoveRow, put } from "./movecards.js";
import { PlayoutTape, tapeOf } from "./searchtape.js";
import { SearchWords } from "./theatrewords.js";
import { TreeStrip } from "./treestrip.js";

/** The longer side of the large board in pixels; as in theatre.css. */
const LARGE = 225;

export class Stage {
  /** @type {number | null} the node that was clicked, else the search's own is explained */
  #chosen = null;
  #step = 0;
  /** @type {MoveRow[]} */
  #rows = [];
  #frame = 0;
  #hurry = false;
  /** How much of a row is in sight, in pixels. */
  #sight = 0;
  /** The node of the large board. */
  #drawn = -1;
  #pixels = devicePixelRatio;
  /** @type {any[]} the counters' figures */
  #figures = [];
  /** @type {HTMLElement[]} */
  #sentences = [];

  /**
   * @param {App} app
   * @param {any} answer the server's
   * @param {(step: number) => void} jump called where a click means another step
   */
  constructor(app, answer, jump) {
    this.app = app;
    this.answer = answer;
    this.tape = tapeOf(answer);
    this.words = new SearchWords(app, this.tape);
    const material = materialOf(app.settings.get("board"), answer.board);
    this.boards = new BoardPictures(answer.board, answer.seats, material, () => this.#again());
    this.strip = new TreeStrip(app, this.tape, (node) => {
      this.#chosen = node;
      jump(this.tape.enterAt[node]);
    });
    this.scene = { catalogue: app.catalogue, tape: this.tape, boards: this.boards, words: this.words, choose: (/** @type {number} */ node) => this.#choose(node) };
    this.#build();
    this.sizes = new ResizeObserver(() => this.#resized());
    this.sizes.observe(this.rows);
    this.sights = new IntersectionObserver((changes) => this.#sighted(changes), { rootMargin: "100px" });
  }

  #build() {
    this.title = el("h2", {}, this.words.title());
    this.counters = el("dl", { class: "counters" });
    this.rows = el("div", { class: "plies" });
    this.large = this.boards.canvas();
    this.line = el("h3", {});
    this.#sentences = [el("p", {}), el("p", {})];
    this.verdict = el("p", { class: "quiet" });
    const detailText = el("div", { class: "detail-text" }, this.line, ...this.#sentences, this.verdict);
    this.element = el(
      "section",
      { class: "search", "aria-label": this.words.title() },
      el("header", { class: "row" }, this.title, this.counters),
      this.strip.element,
      el("div", { class: "acts" }, this.rows, el("div", { class: "detail" }, el("div", { class: "detail-board" }, this.large), detailText)),
    );
    this.#count();
  }

  close() {
    cancelAnimationFrame(this.#frame);
    this.sizes.disconnect();
    this.sights.disconnect();
    this.strip.close();
  }

  /** Say everything anew, in another language. */
  speak() {
    this.title.textContent = this.words.title();
    this.element.setAttribute("aria-label", this.words.title());
    this.strip.speak();
    this.#count();
    this.#again();
  }

  /** Paint everything anew, in other colours. */
  repaint() {
    this.boards.refresh();
    this.strip.repaint();
    this.#again();
  }

  #again() {
    this.#rows.forEach((row) => row.stale());
    this.#drawn = -1;
    this.#later();
  }

  /** Show the same step once more with the next frame. */
  #later() {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.show(this.#step, this.#hurry));
  }

  #resized() {
    const sight = this.rows.clientWidth;
    if (sight === this.#sight && this.#pixels === devicePixelRatio) return;
    [this.#sight, this.#pixels] = [sight, devicePixelRatio];
    this.#again();
  }

  /** @param {IntersectionObserverEntry[]} changes */
  #sighted(changes) {
    for (const { target, isIntersecting } of changes) {
      const row = this.#rows.find(({ element }) => element === target);
      if (row) row.seen = isIntersecting;
    }
    this.#later();
  }

  /** @param {number} node */
  #choose(node) {
    this.#chosen = node;
    this.show(this.#step);
  }

  /** Explain the search's own node again. */
  release() {
    this.#chosen = null;
  }

  /**
   * Show a step.
   * @param {number} step
   * @param {boolean} [hurry] whether others follow at once: then rows out of sight wait
   */
  show(step, hurry = false) {
    this.#step = Math.min(step, this.tape.steps);
    this.#hurry = hurry;
    this.#sight ||= this.rows.clientWidth;
    const shown = this.#shownNode();
    this.#showCounters();
    this.strip.show(this.#step);
    this.#showRows(shown, hurry);
    this.#showDetail(shown);
    this.#rows.forEach((row) => row.scroll());
  }

  #shownNode() {
    const chosen = this.#chosen;
    if (chosen !== null && this.tape.state(chosen, this.#step) !== "unseen") return chosen;
    return this.tape.nodeAt(this.#step);
  }

  /** Make the counters. */
  #count() {
    const { catalogue } = this.app;
    const { minimax, saved } = this.answer;
    const whole = (/** @type {string} */ key) => (key === "visited" && minimax !== null ? catalogue.text("theatre.whole", { number: minimax }) : "");
    const keys = this.tape instanceof PlayoutTape ? ["playouts_run"] : ["visited", ...(saved ? ["saved"] : []), "cutoffs"];
    this.#figures = keys.map(() => el("span", {}));
    const facts = keys.map((key, at) =>
      el("div", {}, el("dt", {}, catalogue.text(`theatre.${key}`)), el("dd", {}, this.#figures[at], whole(key) ? el("small", {}, ` ${whole(key)}`) : null)),
    );
    this.counters.replaceChildren(...facts);
  }

  #showCounters() {
    const { tape } = this;
    const step = this.#step;
    const saved = (/** @type {import("./searchtape.js").WindowTape} */ { savedBy }) => (this.answer.saved ? [savedBy[step]] : []);
    const counts = tape instanceof PlayoutTape ? [step] : [tape.visitedBy[step], ...saved(tape), tape.cutBy[step]];
    counts.forEach((count, at) => put(this.#figures[at], this.app.catalogue.number(count)));
  }

  /**
   * One row for each node from the root to the one that is shown: the moves tried there.
   * @param {number} shown
   * @param {boolean} hurry
   */
  #showRows(shown, hurry) {
    const { tape } = this;
    const path = tape.pathTo(shown);
    const moment = { step: this.#step, shown, path: new Set(path) };
    const parents = path.filter((node) => tape.children[node].length > 0 || tape.nodes.moves[node] > 0);
    this.#haveRows(parents.length, hurry);
    parents.forEach((node, index) => {
      const row = this.#rows[index];
      if (row.seen || !hurry) row.show(node, path[index + 1] ?? -1, moment, this.#sight);
    });
  }

  /**
   * Have as many rows; those left over keep their room while others follow at once, so that the page does not jump.
   * @param {number} number
   * @param {boolean} hurry
   */
  #haveRows(number, hurry) {
    while (this.#rows.length < number) {
      const row = new MoveRow(this.scene, () => this.#later());
      this.#rows.push(row);
      this.rows.append(row.element);
      this.sights.observe(row.element);
    }
    this.#rows.forEach(({ element }, index) => {
      element.classList.toggle("idle", index >= number);
      element.hidden = index >= number && (!hurry || element.hidden);
    });
  }

  /**
   * The node that is shown, in words, with a larger board.
   * @param {number} node
   */
  #showDetail(node) {
    const { tape, words } = this;
    if (node !== this.#drawn) this.boards.paint(this.large, LARGE, tape.pieces(node), tape.changed(node));
    this.large.style.width = `${this.large.width / devicePixelRatio}px`;
    this.#drawn = node;
    put(this.line, words.line(node));
    const said = words.sentences(node, this.#step);
    this.#sentences.forEach((sentence, at) => {
      put(sentence, said[at] ?? "");
      sentence.hidden = !said[at];
    });
    put(this.verdict, words.verdict(this.#step));
  }
}
