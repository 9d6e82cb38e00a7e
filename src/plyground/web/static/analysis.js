/** Thinking about the position shown: a bar, the best lines, all of it while it thinks. */

import { el, find, renew } from "./dom.js";
import { clear } from "./notices.js";
import { proved, scoreText } from "./scores.js";

const LINES = 3;
const SECONDS = 20;
const MOVES_SHOWN = 8;

export class Analysis {
  /** @type {App} */
  #app;
  on = false;
  /** @type {AnalysisAnswer | null} the last answer for the position shown */
  found = null;
  #asked = "";
  #held = false;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    app.events.on("view", () => this.#follow());
    app.events.on("language", () => this.#draw());
    app.events.on("socket", (open) => !open && (this.#asked = ""));
  }

  toggle() {
    this.on = !this.on;
    this.#held = false;
    this.#asked = "";
    if (!this.on) this.#app.socket.send("stop");
    this.#follow();
    this.#draw();
  }

  /** Leave the cores to something else for a while. */
  hold() {
    if (this.on) this.#app.socket.send("stop");
    this.#held = true;
  }

  goOn() {
    this.#held = false;
    this.#asked = "";
    this.#follow();
  }

  /** The first steps of the best line, to mark on the board. @returns {string[]} */
  get firstSteps() {
    return this.on && this.found?.lines.length ? this.found.lines[0].steps : [];
  }

  /** Think about another position when another is shown. */
  #follow() {
    const { view, socket, table } = this.#app;
    const picture = view.picture;
    const named = picture ? `${table.state?.game.id} ${picture.ply} ${picture.position}` : "";
    if (!this.on || this.#held || !picture || named === this.#asked) return;
    this.#asked = named;
    this.found = null;
    if (!picture.outcome) {
      const place = view.place ?? { ply: picture.ply };
      socket.send("analyse", { place, lines: LINES, seconds: SECONDS }, (answer) =>
        this.#take(answer, picture.position),
      );
    } else socket.send("stop");
    this.#draw();
  }

  /**
   * @param {AnalysisAnswer} answer
   * @param {string} position
   */
  #take(answer, position) {
    clear(".loading");
    if (!this.on || this.#app.view.picture?.position !== position) return;
    this.found = answer;
    this.#draw();
  }

  #draw() {
    const { catalogue } = this.#app;
    renew(
      find("analysis"),
      ...(this.on ? this.#lines() : [el("p", { class: "quiet" }, catalogue.text("analysis.off"))]),
    );
    this.#drawBar();
    this.#app.events.emit("analysis");
  }

  #lines() {
    const { catalogue, view } = this.#app;
    if (view.picture?.outcome) return [el("p", { class: "quiet" }, catalogue.text("analysis.over"))];
    if (!this.found) return [el("p", { class: "quiet" }, catalogue.text("analysis.begins"))];
    const { depth, nodes, seconds, final, lines } = this.found;
    const facts = { depth, positions: catalogue.count("positions", nodes), time: catalogue.duration(seconds) };
    const exact = depth === 0 && lines.every((line) => proved(line.score));
    const said = !final ? "goes" : exact ? "exact" : "done";
    return [
      el("p", { class: "quiet" }, catalogue.text(`analysis.${said}`, facts)),
      el("ol", { class: "lines" }, ...lines.map((line) => this.#line(line))),
    ];
  }

  /** @param {Line} line */
  #line(line) {
    const { catalogue, view } = this.#app;
    const sure = proved(line.score);
    const score = el("span", { class: sure ? "score proved" : "score" }, scoreText(catalogue, line.score, this.#chance(line)));
    const moves = line.moves.slice(0, MOVES_SHOWN).map((move, index) => {
      const go = () => view.tryMoves(line.moves.slice(0, index + 1));
      return el("button", { type: "button", class: "line-move", onclick: go }, move);
    });
    return el("li", { title: catalogue.text(sure ? "score.proved" : "score.estimate") }, score, ...moves);
  }

  /** The chance of the player to move; null where more than two play. @param {Line} line */
  #chance({ bar }) {
    if (bar === null) return null;
    return this.found?.mover === 0 ? bar : 1 - bar;
  }

  #drawBar() {
    const { catalogue, table, view } = this.#app;
    const [bar, fill] = [find("bar"), find("bar-fill")];
    const share = this.on ? (this.found?.bar ?? ended(view.picture)) : null;
    bar.hidden = !this.on || table.seats.length !== 2;
    if (bar.hidden) return;
    fill.style.setProperty("--share", String(share ?? 0.5));
    bar.className = `bar first-${table.seats[0]} second-${table.seats[1]} ${share === 0 || share === 1 ? "proved" : ""}`;
    const said = share === null ? "analysis.begins" : "analysis.bar";
    bar.setAttribute(
      "aria-label",
      catalogue.text(said, { percent: Math.round((share ?? 0.5) * 100), seat: catalogue.seat(table.seats[0]) }),
    );
  }
}

/**
 * The bar of a game that is over.
 * @param {Picture | null} picture
 */
function ended(picture) {
  if (!picture?.outcome) return null;
  return picture.outcome.winner === null ? 0.5 : Number(picture.outcome.winner === 0);
}
