/** One recorded search on the page: counters, the whole tree as a strip, and for each ply the moves tried there. */

import { el, renew, svg } from "./dom.js";
import { materialOf } from "./material.js";
import { MiniBoards } from "./miniboard.js";
import { scoreText } from "./scores.js";
import { asScore, PlayoutTape, tapeOf } from "./searchtape.js";
import { TreeStrip } from "./treestrip.js";

/** Width of a card with its gap, in pixels; as in theatre.css. */
const CARD = 112;
/** Cards beside those in sight that are made as well. */
const BESIDE = 3;

/**
 * A row and what it shows; where it is scrolled is kept here, since asking the browser makes it lay everything out.
 * @typedef {{node: number, row: any, strip: any, inner: any, title: any, rest: any, said: string, wide: number,
 *   at: number}} Row
 */

export class Stage {
  /** @type {number | null} the node that was clicked, else the search's own is explained */
  #chosen = null;
  #step = 0;
  /** @type {Map<number, {card: any, said: string}>} */
  #cards = new Map();
  /** @type {Row[]} */
  #rows = [];
  #frame = 0;
  #wide = 0;
  #drawn = -1;

  /**
   * @param {App} app
   * @param {any} answer the server's
   * @param {(step: number) => void} jump called where a click means another step
   */
  constructor(app, answer, jump) {
    this.app = app;
    this.answer = answer;
    this.tape = tapeOf(answer);
    this.boards = new MiniBoards(answer.board, answer.seats, materialOf(app.settings.get("board"), answer.game));
    this.strip = new TreeStrip(app, this.tape, (node) => {
      this.#chosen = node;
      jump(this.tape.enterAt[node]);
    });
    this.title = el("h2", {}, this.#name());
    this.counters = el("dl", { class: "counters" });
    this.rows = el("div", { class: "plies" });
    this.detailBoard = el("div", { class: "detail-board" });
    this.detailText = el("div", { class: "detail-text" });
    this.detail = el("div", { class: "detail" }, this.detailBoard, this.detailText);
    this.element = el(
      "section",
      { class: "search", "aria-label": this.#name() },
      this.boards.definitions,
      el("header", { class: "row" }, this.title, this.counters),
      this.strip.element,
      el("div", { class: "acts" }, this.rows, this.detail),
    );
  }

  /** Say everything anew, in another language. */
  speak() {
    this.title.textContent = this.#name();
    this.#cards.clear();
    for (const { row } of this.#rows.splice(0)) row.remove();
    this.show(this.#step, true);
  }

  #name() {
    const { catalogue } = this.app;
    const { algorithm, agent, heuristic, depth } = this.answer;
    const sorted = algorithm === "alphabeta" && /[:,]sort=on/.test(agent) ? "alphabeta:sort=on" : algorithm;
    const parts = [catalogue.text(`theatre.algorithm.${sorted}`), heuristic];
    if (depth !== null) parts.push(`${catalogue.text("theatre.depth").toLowerCase()} ${depth}`);
    return parts.filter(Boolean).join(" · ");
  }

  /**
   * Show a step.
   * @param {number} step
   * @param {boolean} [stay] whether the node that was clicked stays chosen
   */
  show(step, stay = false) {
    this.#step = Math.min(step, this.tape.steps);
    if (!stay && step !== this.#step) this.#chosen = null;
    this.#showCounters();
    this.strip.show(this.#step);
    this.#showRows();
    this.#showDetail();
  }

  /** Explain the search's own node again. */
  release() {
    this.#chosen = null;
  }

  #showCounters() {
    const { catalogue } = this.app;
    const { tape } = this;
    const fact = (/** @type {string} */ key, /** @type {number} */ value, /** @type {string} */ more = "") =>
      el("div", {}, el("dt", {}, catalogue.text(`theatre.${key}`)), el("dd", {}, catalogue.number(value), more ? el("small", {}, ` ${more}`) : null));
    if (tape instanceof PlayoutTape) return renew(this.counters, fact("playouts_run", this.#step));
    const whole = this.answer.minimax === null ? "" : catalogue.text("theatre.whole", { number: this.answer.minimax });
    const facts = [fact("visited", tape.visitedBy[this.#step], whole), fact("cutoffs", tape.cutBy[this.#step])];
    if (this.answer.saved) facts.splice(1, 0, fact("saved", tape.savedBy[this.#step]));
    renew(this.counters, ...facts);
  }

  /** One row for each node from the root to the one that is shown: the moves tried there. */
  #showRows() {
    const path = this.tape.pathTo(this.#shownNode());
    this.#wide = this.rows.clientWidth;
    const parents = path.filter((node) => this.tape.children[node].length > 0 || this.tape.nodes.moves[node] > 0);
    parents.forEach((node, index) => {
      if (this.#rows[index]?.node !== node) this.#setRow(index, node);
      this.#fillRow(index, path[index + 1]);
    });
    for (const { row } of this.#rows.splice(parents.length)) row.remove();
  }

  #shownNode() {
    const chosen = this.#chosen;
    if (chosen !== null && this.tape.state(chosen, this.#step) !== "unseen") return chosen;
    return this.tape.nodeAt(this.#step);
  }

  /**
   * @param {number} index
   * @param {number} node
   */
  #setRow(index, node) {
    const title = el("h3", {});
    const inner = el("div", { class: "cards" });
    const strip = el("div", { class: "strip", tabindex: "0", role: "group" }, inner);
    const row = el("div", { class: "ply" }, title, strip);
    const made = { node, row, strip, inner, title, rest: null, said: "", wide: 0, at: 0 };
    strip.addEventListener("scroll", () => {
      made.at = strip.scrollLeft;
      this.#later();
    });
    if (this.#rows[index]) this.#rows[index].row.replaceWith(row);
    else this.rows.append(row);
    this.#rows[index] = made;
    title.textContent = this.#rowTitle(node);
    strip.setAttribute("aria-label", title.textContent);
  }

  /** After scrolling, draw what came into sight, once a frame. */
  #later() {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#rows.forEach((_, index) => this.#drawRow(index)));
  }

  /**
   * @param {number} index
   * @param {number | undefined} onPath the child that the search is in
   */
  #fillRow(index, onPath) {
    const row = this.#rows[index];
    const tried = this.#tried(row.node);
    const wide = (tried.length + (this.tape.movesLeft(row.node, this.#step) > 0 ? 1 : 0)) * CARD;
    if (wide !== row.wide) row.inner.style.width = `${wide}px`;
    row.wide = wide;
    const place = onPath === undefined ? -1 : tried.indexOf(onPath);
    if (place >= 0) this.#bringToSight(row, place);
    this.#drawRow(index);
  }

  /** @param {number} node whose moves the row shows */
  #rowTitle(node) {
    const { catalogue } = this.app;
    const seat = catalogue.title(this.answer.seats[this.tape.nodes.mover[node]]);
    const row = catalogue.text("theatre.row", { ply: this.tape.nodes.ply[node] + 1, seat });
    if (this.tape instanceof PlayoutTape) return row;
    return `${row} · ${catalogue.text(this.tape.sign(node) > 0 ? "theatre.row_max" : "theatre.row_min", { seat })}`;
  }

  /**
   * @param {Row} row
   * @param {number} place
   */
  #bringToSight(row, place) {
    const [left, right] = [place * CARD, Math.min(row.wide, (place + 2) * CARD)];
    const before = row.at;
    if (left < row.at) row.at = Math.max(0, left - CARD);
    else if (right > row.at + this.#wide) row.at = right - this.#wide;
    if (row.at !== before) row.strip.scrollLeft = row.at;
  }

  /** @param {number} node */
  #tried(node) {
    return this.tape.children[node].filter((child) => this.tape.state(child, this.#step) !== "unseen");
  }

  /**
   * Draw the cards of a row that are in sight.
   * @param {number} index
   */
  #drawRow(index) {
    const row = this.#rows[index];
    const { inner } = row;
    const tried = this.#tried(row.node);
    const first = Math.max(0, Math.floor(row.at / CARD) - BESIDE);
    const last = Math.ceil((row.at + this.#wide) / CARD) + BESIDE;
    const path = new Set(this.tape.pathTo(this.#shownNode()));
    const cards = tried.slice(first, last).map((child, at) => this.#card(child, first + at, path));
    if (last >= tried.length) cards.push(...this.#rest(row, tried.length));
    const same = cards.length === inner.children.length && cards.every((card, at) => card === inner.children[at]);
    if (!same) inner.replaceChildren(...cards);
  }

  /**
   * The card of a node, made once and told what is new.
   * @param {number} node
   * @param {number} place in its row
   * @param {Set<number>} path
   */
  #card(node, place, path) {
    const found = this.#cards.get(node) ?? { card: this.#newCard(node), said: "" };
    this.#cards.set(node, found);
    const [value, more] = this.#figures(node);
    const cut = this.tape.isCut(node, this.#step);
    const look = ["card", this.tape.state(node, this.#step), cut ? "cuts" : "", path.has(node) ? "on-path" : "", this.#shownNode() === node ? "shown" : ""].filter(Boolean).join(" ");
    const said = `${place} ${look} ${value} ${more}`;
    if (said !== found.said) {
      found.said = said;
      found.card.className = look;
      found.card.style.left = `${place * CARD}px`;
      found.card.querySelector(".worth").textContent = value;
      found.card.querySelector(".window").textContent = more;
    }
    return found.card;
  }

  /** @param {number} node */
  #newCard(node) {
    const { tape } = this;
    const choose = () => {
      this.#chosen = node;
      this.show(this.#step, true);
    };
    return el(
      "button",
      { type: "button", class: "card", onclick: choose },
      this.boards.draw(tape.pieces(node), tape.changed(node)),
      el("span", { class: "played" }, tape.nodes.move[node]),
      el("span", { class: "worth" }),
      el("span", { class: "window" }),
    );
  }

  /**
   * What a card says below its board: the value, and the window.
   * @param {number} node
   * @returns {[string, string]}
   */
  #figures(node) {
    const { catalogue } = this.app;
    const { tape } = this;
    if (tape instanceof PlayoutTape) {
      const share = tape.share(node, this.#step, tape.nodes.mover[tape.nodes.parent[node]] ?? 0) ?? 0;
      return [`${Math.round(share * 100)} %`, `× ${catalogue.number(tape.visits(node, this.#step))}`];
    }
    const value = tape.value(node, this.#step);
    const { alpha, beta } = tape.window(node, this.#step);
    const shown = tape.state(node, this.#step) === "open" ? "…" : value === null ? "" : this.#score(value);
    return [shown, tape.answer.algorithm === "minimax" ? "" : `${this.#bound(alpha, -1)} … ${this.#bound(beta, 1)}`];
  }

  /** @param {number} value */
  #score(value) {
    return scoreText(this.app.catalogue, asScore(value));
  }

  /**
   * A side of a window.
   * @param {number | null} value
   * @param {number} sign
   */
  #bound(value, sign) {
    if (value === null) return sign < 0 ? "−∞" : "∞";
    const score = asScore(value);
    return score.kind === "estimate" ? this.#score(value) : `${value > 0 ? "+" : "−"}#${score.plies}`;
  }

  /**
   * A card for the moves that were not tried: cut off, or still to come.
   * @param {Row} row
   * @param {number} place
   */
  #rest(row, place) {
    const left = this.tape.movesLeft(row.node, this.#step);
    if (left === 0) return [];
    const cut = this.tape.isCut(row.node, this.#step);
    const said = `${place} ${left} ${cut}`;
    if (row.said === said) return [row.rest];
    const text = this.app.catalogue.text(cut ? "theatre.left_out" : "theatre.left", { number: left });
    const card = el("div", { class: cut ? "card rest cut" : "card rest" }, cut ? scissors() : "…", el("span", {}, text));
    card.style.left = `${place * CARD}px`;
    [row.rest, row.said] = [card, said];
    return [card];
  }

  /** The node that is shown, in words, with a larger board. */
  #showDetail() {
    const { catalogue } = this.app;
    const { tape } = this;
    const node = this.#shownNode();
    const line = tape.pathTo(node).slice(1).map((each) => tape.nodes.move[each]).join(" ");
    const seat = catalogue.seat(this.answer.seats[this.answer.mover]);
    if (node !== this.#drawn) this.detailBoard.replaceChildren(this.boards.draw(tape.pieces(node), tape.changed(node)));
    this.#drawn = node;
    renew(
      this.detailText,
      el("h3", {}, line || catalogue.text("theatre.root")),
      ...this.#sentences(node).map((text) => el("p", {}, text)),
      tape instanceof PlayoutTape ? el("p", { class: "quiet" }, this.#verdict()) : el("p", { class: "quiet" }, `${catalogue.text("theatre.view", { seat })} ${this.#verdict()}`),
    );
  }

  /** What the search found, at its end. */
  #verdict() {
    if (this.#step < this.tape.steps) return "";
    const score = scoreText(this.app.catalogue, this.answer.score);
    return this.app.catalogue.text("theatre.best", { move: this.answer.move, score });
  }

  /**
   * @param {number} node
   * @returns {string[]}
   */
  #sentences(node) {
    const { catalogue } = this.app;
    const { tape } = this;
    if (tape instanceof PlayoutTape) {
      const seat = this.answer.mover;
      const percent = Math.round(100 * (tape.share(node, this.#step, seat) ?? 0));
      return [catalogue.text("theatre.visits", { visits: tape.visits(node, this.#step), percent, seat: catalogue.seat(this.answer.seats[seat]) })];
    }
    const state = tape.state(node, this.#step);
    const { alpha, beta } = tape.window(node, this.#step);
    const window = catalogue.text("theatre.window", { alpha: this.#bound(alpha, -1), beta: this.#bound(beta, 1) });
    if (state === "open" && this.answer.algorithm === "minimax") return [catalogue.text("theatre.open_all")];
    if (state === "open") {
      const best = tape.best(node, this.#step);
      return [catalogue.text(best === null ? "theatre.open_first" : "theatre.open", { window, value: best === null ? "" : this.#score(best) })];
    }
    if (state === "unseen") return [];
    return this.#closed(node);
  }

  /** @param {number} node */
  #closed(node) {
    const { catalogue } = this.app;
    const tape = /** @type {import("./searchtape.js").WindowTape} */ (this.tape);
    const value = this.#score(tape.value(node, this.#step) ?? 0);
    if (tape.nodes.ended[node]) return [catalogue.text("theatre.ends"), value];
    if (tape.nodes.moves[node] === 0) return [catalogue.text(tape.nodes.depth[node] <= 0 ? "theatre.leaf" : "theatre.stored", { value })];
    if (!tape.isCut(node, this.#step)) return [catalogue.text("theatre.closed", { value, number: tape.children[node].length })];
    return cutReason(this.app, tape, node, (score) => this.#score(score));
  }
}

/**
 * Why the rest of a node was cut off: a title and a sentence.
 * @param {App} app
 * @param {import("./searchtape.js").WindowTape} tape
 * @param {number} node
 * @param {(value: number) => string} score
 * @returns {string[]}
 */
export function cutReason({ catalogue }, tape, node, score) {
  const { seats } = tape.answer;
  const mover = tape.nodes.mover[node];
  const title = catalogue.text(`theatre.cut.${tape.sign(node) > 0 ? "beta" : "alpha"}.title`);
  const why = catalogue.about("theatre.cut.why", seats[1 - mover], {
    other: catalogue.seat(seats[mover]),
    bound: score(tape.nodes.beta[node] ?? 0),
    move: tape.nodes.move[tape.cutter(node)],
    value: score(tape.nodes.value[node]),
    number: tape.nodes.moves[node] - tape.nodes.searched[node],
  });
  return [title, why];
}

function scissors() {
  const d = "M8 8 20 18M8 16 20 6M6 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM6 21a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z";
  return svg("svg", { viewBox: "0 0 24 24", class: "sign", "aria-hidden": "true" }, svg("path", { d }));
}
