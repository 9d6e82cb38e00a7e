/** "Find the better move": the position before a mistake, where a move is tried and judged. */

import { button } from "./controls.js";
import { el } from "./dom.js";
import { focusBoard } from "./focus.js";

/** Share of the chance of winning that a move may lose and still count as found. */
const NEARLY = 0.05;
const SECONDS = 0.5;

export class MistakeQuiz {
  #app;
  #move;
  #answer;
  #better;
  #asked = "";

  /**
   * @param {App} app
   * @param {JudgedMove} move
   * @param {HTMLElement} answer where the answer stands
   * @param {() => HTMLElement} better the better line, to play through
   */
  constructor(app, move, answer, better) {
    this.#app = app;
    this.#move = move;
    this.#answer = answer;
    this.#better = better;
    this.#question();
    this.#back();
  }

  end() {
    this.#asked = "";
    this.#answer.replaceChildren();
  }

  /** Judge the move that was tried, once; where it was taken back, ask again. */
  follow() {
    const { place } = this.#app.view;
    const moves = place?.ply === this.#move.ply - 1 ? place.moves : undefined;
    const tried = moves?.length === 1 ? moves[0] : "";
    if (tried === this.#asked) return;
    this.#asked = tried;
    if (this.#answer.querySelector(".review-better")) return;
    if (tried) this.#judge(tried);
    else if (moves?.length === 0) this.#question();
  }

  /** @param {string} tried */
  #judge(tried) {
    if (tried === this.#move.better[0]) this.#found();
    else if (tried === this.#move.move) this.#again("review.played");
    else this.#ask(tried);
  }

  /**
   * Judge another move, which may be as good: by how the game ends, or by the chances that the server finds.
   * @param {string} tried
   */
  #ask(tried) {
    const { socket, view } = this.#app;
    const outcome = view.picture?.outcome;
    if (outcome) return this.#weigh(outcome.winner === null ? 0.5 : Number(outcome.winner === 0));
    this.#say("analysis.begins");
    const judge = (/** @type {AnalysisAnswer} */ { final, bar }) => {
      if (final && this.#asked === tried && bar !== null) this.#weigh(bar);
    };
    const place = { ply: this.#move.ply - 1, moves: [tried] };
    socket.send("analyse", { place, lines: 1, seconds: SECONDS }, judge, () => this.#again("review.wrong"));
  }

  /** @param {number} bar the first player's chance after the move */
  #weigh(bar) {
    const chance = this.#move.seat === 0 ? bar : 1 - bar;
    if (chance >= this.#move.before - NEARLY) this.#found();
    else this.#again("review.wrong");
  }

  #found() {
    this.#say("review.right");
    this.#answer.append(this.#better());
  }

  /** @param {string} key */
  #again(key) {
    const { board, catalogue } = this.#app;
    const again = () => {
      this.#back();
      focusBoard(board);
    };
    this.#say(key);
    this.#answer.append(button(catalogue.text("review.again"), again, "small"));
  }

  #back() {
    this.#app.view.look({ ply: this.#move.ply - 1, moves: [] });
  }

  #question() {
    const { catalogue, table } = this.#app;
    this.#say("review.quiz", { seat: catalogue.seat(table.seats[this.#move.seat]) });
  }

  /**
   * @param {string} key
   * @param {Record<string, any>} [values]
   */
  #say(key, values) {
    this.#answer.replaceChildren(el("p", {}, this.#app.catalogue.text(key, values)));
  }
}
