/** The search theatre: a real search on the real game, watched step by step, alone or beside another. */

import { button, select } from "./controls.js";
import { copy, el, sign } from "./dom.js";
import { field } from "./fields.js";
import { allGames } from "./games.js";
import { announce } from "./notices.js";
import { WindowTape } from "./searchtape.js";
import { Quiz } from "./theatrequiz.js";
import { TheatreForm } from "./theatreform.js";
import { Stage } from "./theatrestage.js";
import { placeIn, shownPosition } from "./viewplace.js";
import { goToView } from "./views.js";

/** Without a depth: the server takes one whose tree fits. */
const USUAL = { name: "alphabeta" };
/** Steps a second that can be chosen. */
const PACES = [1, 2, 5, 20, 100, 500];
/** The keys of the address that are no option of the game. */
const OWN = ["one", "two", "step"];
/** Milliseconds after which a step is no longer one of a quick series. */
const REST = 150;

/**
 * Open the theatre in a box.
 * @param {App} app
 * @param {HTMLElement} box
 * @param {URLSearchParams} query
 */
export function open(app, box, query) {
  if (!query.has("game")) for (const [key, value] of shownPosition(app)) query.set(key, value);
  const theatre = new Theatre(app, box, query);
  return () => theatre.close();
}

class Theatre {
  /** @type {Stage[]} */
  #stages = [];
  #step = 0;
  #playing = 0;
  #asked = 0;
  /** The frame that will show the step, 0 if none is due. */
  #frame = 0;
  /** When a step was last shown, and the timer for what waits until no other follows. */
  #shown = 0;
  #rest = 0;
  #forget;
  /** @type {any} the game that is shown */
  game = null;
  /** @type {any} */
  form = null;
  /** @type {GameEntry[]} */
  games = [];
  /** @type {any} */
  slider = null;
  /** @type {any} */
  pace = null;

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
    this.shows = el("div", { class: "searches" });
    this.status = el("p", { class: "theatre-status", role: "status" });
    this.quizBox = el("div", { class: "quiz-box" });
    this.#forget = [
      app.events.on("language", () => this.#speak()),
      app.events.on("settings", (name) => name === "theme" && this.#repaint()),
      app.events.on("server:loading", ({ what }) => this.#say(app.catalogue.text(`loading.${what}`))),
    ];
    this.keys = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    this.repaint = () => this.#repaint();
    this.dark = matchMedia("(prefers-color-scheme: dark)");
    this.dark.addEventListener("change", this.repaint);
    document.addEventListener("keydown", this.keys);
    this.#begin();
  }

  close() {
    this.#pause();
    this.#forget.forEach((forget) => forget());
    document.removeEventListener("keydown", this.keys);
    this.dark.removeEventListener("change", this.repaint);
    this.#clear();
    this.app.socket.send("stop");
  }

  async #begin() {
    await this.#learn();
    this.#draw();
    const named = [this.query.get("one") ?? USUAL, this.query.get("two")];
    this.#search(named.flatMap((each) => each ?? []));
  }

  /** Learn what the games are called, and what they have. */
  async #learn() {
    this.games = await allGames(this.app.catalogue.language);
    this.game = this.games.find(({ name }) => name === this.place.game) ?? this.games[0];
  }

  async #speak() {
    await this.#learn();
    this.#draw();
    this.#stages.forEach((stage) => stage.speak());
    this.#showStep();
  }

  #repaint() {
    this.#stages.forEach((stage) => stage.repaint());
  }

  /** Everything but the searches. */
  #draw() {
    const { catalogue } = this.app;
    const text = (/** @type {string} */ key) => catalogue.text(`theatre.${key}`);
    this.form = this.#newForm();
    this.controls = this.#controls(text);
    this.box.replaceChildren(
      el(
        "header",
        { class: "view-head" },
        el("h1", { tabindex: "-1" }, `${text("title")} – ${this.game?.title ?? ""}`),
        button(text("close"), () => goToView("")),
      ),
      this.form.element,
      this.controls,
      this.status,
      this.quizBox,
      this.shows,
    );
  }

  #newForm() {
    const acts = {
      show: () => this.#search(this.form.take()),
      play: (/** @type {string} */ game) => this.#change(game),
      link: () => this.#copyLink(),
    };
    const form = new TheatreForm(this.app, this.games, this.game, acts);
    form.show(this.#stages.length > 0 ? this.#stages.map(({ answer }) => answer.search) : [USUAL]);
    return form;
  }

  /** @param {(key: string) => string} text */
  #controls(text) {
    const step = (/** @type {number} */ to) => () => this.#go(to === Infinity ? this.#last : to === -Infinity ? 0 : this.#step + to);
    const small = (/** @type {string} */ key, /** @type {string} */ d, /** @type {() => void} */ run) =>
      el("button", { type: "button", class: "small", "aria-label": text(key), title: text(key), onclick: run }, sign(d));
    this.slider = el("input", { type: "range", min: 0, max: 0, value: 0, class: "time", "aria-label": text("step_on") });
    this.slider.addEventListener("input", () => this.#go(Number(this.slider.value)));
    this.playButton = el("button", { type: "button", class: "primary", onclick: () => this.#toggle() }, text("play"));
    this.pace = select(PACES.map((each) => [String(each), String(each)]), String(this.app.settings.recall("plyground-theatre").pace ?? 5), { name: "pace" });
    this.pace.addEventListener("change", () => {
      this.app.settings.remember("plyground-theatre", { pace: Number(this.pace.value) });
      if (this.#playing) this.#play();
    });
    this.where = el("span", { class: "where" });
    return el(
      "div",
      { class: "theatre-controls", role: "group", "aria-label": text("play") },
      small("start", "M7 5v14M18 5 9 12l9 7Z", step(-Infinity)),
      small("step_back", "M15 5 6 12l9 7", step(-1)),
      this.playButton,
      small("step_on", "M9 5l9 7-9 7", step(1)),
      small("end", "M17 5v14M6 5l9 7-9 7Z", step(Infinity)),
      this.slider,
      this.where,
      field(text("pace"), this.pace),
      button(text("quiz"), () => this.#quiz()),
    );
  }

  /**
   * Search from the usual start of a game, to a depth that fits there.
   * @param {string} name
   */
  #change(name) {
    /** @type {SearchChoice[]} */
    const chosen = this.form.take();
    this.game = this.games.find((game) => game.name === name) ?? this.game;
    /** @param {string | null} [heuristic] */
    const known = (heuristic) => this.game.heuristics.find((/** @type {{name: string}} */ each) => each.name === heuristic)?.name ?? null;
    this.place = { game: name, options: {}, moves: [] };
    this.query = new URLSearchParams({ game: name });
    this.#clear();
    this.#draw();
    this.form.element.elements.game.focus();
    this.#search(chosen.map((search) => ({ ...search, depth: null, heuristic: known(search.heuristic) })));
  }

  #address() {
    return `#theatre?${this.query}`;
  }

  /** @param {(SearchChoice | string)[]} searches as chosen, or as texts of a link */
  #search(searches) {
    const { catalogue, socket } = this.app;
    this.#pause();
    this.#say(catalogue.text("theatre.searching"));
    this.quizBox.replaceChildren();
    const asked = ++this.#asked;
    /** @type {any[]} */
    const answers = [];
    searches.forEach((agent, side) => {
      socket.send(
        "tree",
        { place: this.place, agent, side },
        (answer) => {
          if (asked !== this.#asked) return;
          answers[side] = answer;
          if (answers.filter(Boolean).length === searches.length) this.#show(answers);
        },
        (problem) => asked === this.#asked && this.#fail(problem.text),
      );
    });
  }

  /** @param {string} text */
  #fail(text) {
    this.#asked += 1;
    this.#say(text, true);
    this.#clear();
  }

  #clear() {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#rest);
    this.#frame = 0;
    this.#stages.forEach((stage) => stage.close());
    this.#stages = [];
    this.shows.replaceChildren();
  }

  /** @param {any[]} answers */
  #show(answers) {
    this.#clear();
    this.form.show(answers.map(({ search }) => search));
    ["one", "two"].forEach((side, at) => (answers[at] ? this.query.set(side, answers[at].agent) : this.query.delete(side)));
    history.replaceState(null, "", this.#address());
    this.#stages = answers.map((answer) => new Stage(this.app, answer, (step) => this.#jump(step)));
    this.shows.replaceChildren(...this.#stages.map(({ element }) => element));
    this.shows.classList.toggle("two", answers.length > 1);
    this.slider.max = this.#last;
    this.#say("");
    this.#go(Number(this.query.get("step") ?? 0));
    this.query.delete("step");
    announce(this.#stages.map((stage) => stage.element.getAttribute("aria-label")).join(", "));
  }

  get #last() {
    return Math.max(0, ...this.#stages.map(({ tape }) => tape.steps));
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

  /**
   * Go to a step by a person's wish: what was clicked before is shown no longer.
   * @param {number} step
   */
  #go(step) {
    this.#stages.forEach((stage) => stage.release());
    this.#jump(step);
  }

  /**
   * Show a step with the next frame: however many come before it, one is drawn.
   * @param {number} step
   */
  #jump(step) {
    this.#step = Math.max(0, Math.min(step, this.#last));
    this.#frame ||= requestAnimationFrame(() => this.#showStep());
  }

  /** Show the step: at once what is in sight, the rest of it when no other step follows. */
  #showStep() {
    const now = performance.now();
    const hurry = now - this.#shown < REST;
    [this.#frame, this.#shown] = [0, now];
    this.slider.max = this.#last;
    this.slider.value = this.#step;
    const said = this.app.catalogue.text("theatre.time", { step: this.#step, steps: this.#last });
    this.where.textContent = said;
    this.slider.setAttribute("aria-valuetext", said);
    this.#stages.forEach((stage) => stage.show(this.#step, hurry));
    clearTimeout(this.#rest);
    if (hurry) this.#rest = setTimeout(() => this.#stages.forEach((stage) => stage.show(this.#step)), REST);
  }

  #toggle() {
    if (this.#playing) this.#pause();
    else {
      if (this.#step >= this.#last) this.#go(0);
      this.#play();
    }
  }

  /** Play at the pace, at most one drawing a frame: a fast pace takes several steps at once. */
  #play() {
    this.#pause();
    this.playButton.textContent = this.app.catalogue.text("theatre.pause");
    const [pace, from, began] = [Number(this.pace.value), this.#step, performance.now()];
    const next = (/** @type {number} */ now) => {
      const step = from + Math.floor(((now - began) / 1000) * pace);
      if (step > this.#step) this.#go(step);
      this.#playing = this.#step < this.#last ? requestAnimationFrame(next) : 0;
      if (!this.#playing) this.#pause();
    };
    this.#playing = requestAnimationFrame(next);
  }

  #pause() {
    cancelAnimationFrame(this.#playing);
    this.#playing = 0;
    if (this.playButton) this.playButton.textContent = this.app.catalogue.text("theatre.play");
  }

  #quiz() {
    const stage = this.#stages.find(({ tape }) => tape instanceof WindowTape && tape.cutBy[tape.steps] > 0) ?? this.#stages.find(({ tape }) => tape instanceof WindowTape);
    this.#pause();
    if (!stage) return this.#say(this.app.catalogue.text("theatre.ask.none"));
    const quiz = new Quiz(this.app, /** @type {WindowTape} */ (stage.tape), (step) => this.#go(step));
    this.quizBox.replaceChildren(quiz.element);
    quiz.ask();
  }

  #copyLink() {
    if (this.#step > 0) this.query.set("step", String(this.#step));
    history.replaceState(null, "", this.#address());
    const text = el("textarea", { class: "unseen", "aria-hidden": "true" });
    text.value = location.href;
    this.box.append(text);
    copy(text);
    text.remove();
    this.#say(this.app.catalogue.text("theatre.copied"));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
    if (target.closest("input, select, textarea, .menu, #menus")) return;
    const onButton = target.closest("button, .strip");
    const keys = { ArrowRight: 1, ArrowLeft: -1, PageDown: 50, PageUp: -50, Home: -Infinity, End: Infinity };
    const way = keys[/** @type {keyof typeof keys} */ (event.key)];
    if (way !== undefined) this.#go(way === Infinity ? this.#last : way === -Infinity ? 0 : this.#step + way);
    else if (event.key === " " && !onButton) this.#toggle();
    else if (event.key === "Escape") goToView("");
    else return;
    event.preventDefault();
  }
}
