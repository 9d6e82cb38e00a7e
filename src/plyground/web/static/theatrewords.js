/** A recorded search in words and figures: titles, values, windows, and why a branch was cut off. */

import { scoreText } from "./scores.js";
import { asScore, PlayoutTape } from "./searchtape.js";

/** @typedef {import("./searchtape.js").WindowTape} WindowTape */

/**
 * The name of a search in the catalogue.
 * @param {SearchChoice} search
 */
export function nameOf({ name, options }) {
  return name === "alphabeta" && options?.sort === "on" ? "sorted" : name;
}

export class SearchWords {
  /**
   * @param {App} app
   * @param {WindowTape | PlayoutTape} tape
   */
  constructor(app, tape) {
    this.catalogue = app.catalogue;
    this.app = app;
    this.tape = tape;
    this.answer = tape.answer;
  }

  /** What the search is. */
  title() {
    const { catalogue } = this;
    const { search, heuristic, depth } = this.answer;
    const parts = [catalogue.text(`theatre.algorithm.${nameOf(search)}`), heuristic];
    if (depth !== null) parts.push(`${catalogue.text("theatre.depth").toLowerCase()} ${depth}`);
    return parts.filter(Boolean).join(" · ");
  }

  /** @param {number} node whose moves a row shows */
  rowTitle(node) {
    const { catalogue, tape } = this;
    const seat = catalogue.title(this.answer.seats[tape.nodes.mover[node]]);
    const row = catalogue.text("theatre.row", { ply: tape.nodes.ply[node] + 1, seat });
    if (tape instanceof PlayoutTape) return row;
    return `${row} · ${catalogue.text(tape.sign(node) > 0 ? "theatre.row_max" : "theatre.row_min", { seat })}`;
  }

  /**
   * What a card says below its board: the value, and the window.
   * @param {number} node
   * @param {number} step
   * @returns {[string, string]}
   */
  figures(node, step) {
    const { catalogue, tape } = this;
    if (tape instanceof PlayoutTape) {
      const share = tape.share(node, step, tape.nodes.mover[tape.nodes.parent[node]] ?? 0) ?? 0;
      return [`${Math.round(share * 100)} %`, `× ${catalogue.number(tape.visits(node, step))}`];
    }
    const value = tape.value(node, step);
    const shown = tape.state(node, step) === "open" ? "…" : value === null ? "" : this.score(value);
    return [shown, this.answer.algorithm === "minimax" ? "" : this.#window(tape, node, step)];
  }

  /** @param {number} value */
  score(value) {
    return scoreText(this.catalogue, asScore(value));
  }

  /**
   * @param {WindowTape} tape
   * @param {number} node
   * @param {number} step
   */
  #window(tape, node, step) {
    const { alpha, beta } = tape.window(node, step);
    return this.catalogue.text("theatre.window", { alpha: this.#bound(alpha, -1), beta: this.#bound(beta, 1) });
  }

  /**
   * A side of a window.
   * @param {number | null} value
   * @param {number} sign
   */
  #bound(value, sign) {
    if (value === null) return sign < 0 ? "−∞" : "∞";
    const score = asScore(value);
    return score.kind === "estimate" ? this.score(value) : `${value > 0 ? "+" : "−"}#${score.plies}`;
  }

  /**
   * The moves that lead to a node.
   * @param {number} node
   */
  line(node) {
    const moves = this.tape.pathTo(node).slice(1).map((each) => this.tape.nodes.move[each]);
    return moves.join(" ") || this.catalogue.text("theatre.root");
  }

  /**
   * What is known of a node.
   * @param {number} node
   * @param {number} step
   * @returns {string[]}
   */
  sentences(node, step) {
    const { catalogue, tape } = this;
    if (tape instanceof PlayoutTape) return [this.#playouts(tape, node, step)];
    const state = tape.state(node, step);
    if (state === "unseen") return [];
    if (state === "closed") return this.#closed(tape, node, step);
    if (this.answer.algorithm === "minimax") return [catalogue.text("theatre.open_all")];
    const best = tape.best(node, step);
    const window = this.#window(tape, node, step);
    return [catalogue.text(best === null ? "theatre.open_first" : "theatre.open", { window, value: best === null ? "" : this.score(best) })];
  }

  /**
   * @param {PlayoutTape} tape
   * @param {number} node
   * @param {number} step
   */
  #playouts(tape, node, step) {
    const seat = this.answer.mover;
    const percent = Math.round(100 * (tape.share(node, step, seat) ?? 0));
    const named = this.catalogue.seat(this.answer.seats[seat]);
    const playouts = this.catalogue.count("playouts", tape.visits(node, step));
    return this.catalogue.text("theatre.visits", { playouts, percent, seat: named });
  }

  /**
   * @param {WindowTape} tape
   * @param {number} node
   * @param {number} step
   */
  #closed(tape, node, step) {
    const { catalogue } = this;
    const value = this.score(tape.value(node, step) ?? 0);
    if (tape.nodes.ended[node]) return [catalogue.text("theatre.ends"), value];
    if (tape.nodes.moves[node] === 0 && tape.nodes.depth[node] <= 0) return [catalogue.text("theatre.leaf", { value })];
    if (tape.children[node].length === 0) return [catalogue.text("theatre.stored", { value })];
    if (!tape.isCut(node, step)) return [catalogue.text("theatre.closed", { value, number: tape.children[node].length })];
    return cutReason(this.app, tape, node, (score) => this.score(score));
  }

  /**
   * Whose values these are, and at the end of the search what it found.
   * @param {number} step
   */
  verdict(step) {
    const { catalogue, answer } = this;
    const seat = catalogue.seat(answer.seats[answer.mover]);
    const view = this.tape instanceof PlayoutTape ? "" : catalogue.text("theatre.view", { seat });
    if (step < this.tape.steps) return view;
    return `${view} ${catalogue.text("theatre.best", { move: answer.move, score: scoreText(catalogue, answer.score) })}`.trim();
  }
}

/**
 * Why the rest of a node was cut off: a title and a sentence.
 * @param {App} app
 * @param {WindowTape} tape
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
