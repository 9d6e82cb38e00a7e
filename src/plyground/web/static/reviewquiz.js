/** "Find the better move": the position before a mistake, where a move is tried and judged. */

import { button } from "./controls.js";
import { el } from "./dom.js";
import { focusBoard } from "./focus.js";

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

  /**
   * Ask the server what the move is worth: another may be as good.
   * @param {string} tried
   */
  #judge(tried) {
    const { ply, move, better, before } = this.#move;
    this.#say("analysis.begins");
    const judge = (/** @type {{verdict: "right" | "played" | "wrong"}} */ { verdict }) => {
      if (this.#asked !== tried) return;
      if (verdict === "right") this.#found();
      else this.#again(`review.${verdict}`);
    };
    const place = { ply: ply - 1, moves: [] };
    const fields = { place, tried, move, better: better[0], chance: before };
    this.#app.socket.send("better", fields, judge, () => this.#again("review.wrong"));
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
