/** The quiz of the theatre: after a move was searched, will the moves left there be cut off? */

import { button } from "./controls.js";
import { el } from "./dom.js";
import { scoreText } from "./scores.js";
import { asScore } from "./searchtape.js";
import { cutReason } from "./theatrewords.js";

const QUESTIONS = 12;

/** @typedef {import("./searchtape.js").WindowTape} WindowTape */
/** @typedef {{step: number, node: number, cut: boolean}} Question */

/**
 * Questions about a search, spread over it: as many cut-offs as moves after which the search goes on, where there are.
 * @param {WindowTape} tape
 * @returns {Question[]}
 */
export function questionsOf(tape) {
  /** @type {Question[]} */
  const all = [];
  for (let step = 1; step < tape.steps; step++) {
    const event = tape.events[step - 1];
    const node = event < 0 ? tape.nodes.parent[~event] : -1;
    if (node < 0 || tape.nodes.beta[node] === null || tape.movesLeft(node, step) === 0) continue;
    all.push({ step, node, cut: Boolean(tape.nodes.cut[node]) && ~event === tape.cutter(node) });
  }
  const half = QUESTIONS / 2;
  const chosen = [true, false].flatMap((cut) => spread(all.filter((each) => each.cut === cut), half));
  return chosen.sort((one, other) => one.step - other.step);
}

/**
 * At most `most` items of a list, evenly spread.
 * @param {Question[]} all
 * @param {number} most
 */
function spread(all, most) {
  if (all.length <= most) return all;
  return Array.from({ length: most }, (_, index) => all[Math.floor(((index + 0.5) * all.length) / most)]);
}

/** Asks one question after another. */
export class Quiz {
  #right = 0;
  #asked = 0;

  /**
   * @param {App} app
   * @param {WindowTape} tape
   * @param {(step: number) => void} jump
   */
  constructor(app, tape, jump) {
    this.app = app;
    this.tape = tape;
    this.jump = jump;
    this.questions = questionsOf(tape);
    this.element = el("div", { class: "quiz", role: "group", "aria-label": app.catalogue.text("theatre.quiz") });
  }

  /** Ask the next question. */
  ask() {
    const { catalogue } = this.app;
    const question = this.questions[this.#asked];
    if (!question) {
      const said = this.questions.length === 0 ? "none" : "over";
      return this.#say([catalogue.text(`theatre.ask.${said}`, { right: this.#right, asked: this.#asked })], []);
    }
    this.jump(question.step);
    const { tape } = this;
    const child = tape.nodeAt(question.step);
    const text = catalogue.text("theatre.ask.question", {
      move: tape.nodes.move[child],
      value: this.#score(-tape.nodes.value[child]),
      seat: catalogue.seat(tape.answer.seats[tape.nodes.mover[question.node]]),
      number: tape.movesLeft(question.node, question.step),
    });
    const { alpha, beta } = ownWindow(tape, question);
    const window = catalogue.text("theatre.window", { alpha: this.#bound(alpha, "−∞"), beta: this.#bound(beta, "∞") });
    this.#say([text, window], [
      button(catalogue.text("theatre.ask.yes"), () => this.#answer(question, true), "primary"),
      button(catalogue.text("theatre.ask.no"), () => this.#answer(question, false), "primary"),
    ]);
  }

  /**
   * @param {Question} question
   * @param {boolean} cut
   */
  #answer(question, cut) {
    const { catalogue } = this.app;
    const right = question.cut === cut;
    this.#asked += 1;
    this.#right += Number(right);
    const { alpha, beta } = ownWindow(this.tape, question);
    const stays = catalogue.text("theatre.ask.stays", { alpha: this.#bound(alpha, "−∞"), beta: this.#bound(beta, "∞") });
    const why = question.cut ? cutReason(this.app, this.tape, question.node, (value) => this.#score(value))[1] : stays;
    this.jump(question.step + 1);
    const score = catalogue.text("theatre.ask.score", { right: this.#right, asked: this.#asked });
    this.#say(
      [`${catalogue.text(right ? "theatre.ask.right" : "theatre.ask.wrong")} ${why}`, score],
      [button(catalogue.text("theatre.ask.next"), () => this.ask(), "primary")],
      right ? "right" : "wrong",
    );
  }

  /**
   * @param {string[]} lines
   * @param {HTMLElement[]} buttons
   * @param {string} [look]
   */
  #say(lines, buttons, look = "") {
    this.element.className = `quiz ${look}`;
    this.element.replaceChildren(
      el("div", { "aria-live": "polite" }, ...lines.map((line, index) => el("p", { class: index > 0 ? "quiet" : null }, line))),
      el("div", { class: "row" }, ...buttons),
    );
    buttons[0]?.focus();
  }

  /** @param {number} value */
  #score(value) {
    return scoreText(this.app.catalogue, asScore(value));
  }

  /**
   * @param {number | null} value
   * @param {string} open
   */
  #bound(value, open) {
    return value === null ? open : this.#score(value);
  }
}

/**
 * The window at a question as the player to move there sees it.
 * @param {WindowTape} tape
 * @param {Question} question
 */
function ownWindow(tape, { node, step }) {
  const { alpha, beta } = tape.window(node, step);
  if (tape.sign(node) > 0) return { alpha, beta };
  const turned = (/** @type {number | null} */ value) => (value === null ? null : -value);
  return { alpha: turned(beta), beta: turned(alpha) };
}
