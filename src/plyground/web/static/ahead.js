/** Compiling ahead: the server is asked as soon as something is chosen, and the page says when that is ready. */

import { el, find } from "./dom.js";
import { notice } from "./notices.js";
import { newMessage } from "./starting.js";

/** @type {Ahead | null} */
let ahead = null;

/**
 * A line for the form that says what is being compiled; where the form is gone by then, a notice says what is ready.
 * @param {App} app
 * @param {GameEntry[]} games
 * @param {Choice} choice what the form changes
 * @param {HTMLFormElement} form
 */
export function aheadNote(app, games, choice, form) {
  ahead ??= new Ahead(app);
  const note = ahead.note(games);
  const ask = () => ahead?.ask(choice);
  form.addEventListener("change", ask);
  queueMicrotask(ask);
  return note;
}

class Ahead {
  #app;
  /** What was compiled since the page was loaded. */
  #ready = new Set();
  /** What the server compiles, or did last. */
  #asked = "";
  /** What is said of it. */
  #said = "";
  #note = el("p");
  /** @type {GameEntry[]} */
  #games = [];

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    app.events.on("server:preparing", ({ game }) => this.#say("new.preparing", game));
    app.events.on("socket", (open) => !open && (this.#asked = ""));
  }

  /** @param {GameEntry[]} games */
  note(games) {
    this.#games = games;
    this.#note = el("p", { class: "ahead", role: "status" }, this.#said);
    return this.#note;
  }

  /**
   * Ask for what is chosen, unless that is ready or under way; the server drops what it was asked for before.
   * @param {Choice} choice
   */
  ask(choice) {
    const { game, options, players } = newMessage(choice, null);
    const key = JSON.stringify([game, Object.entries(options).sort(), [...players].sort()]);
    if (key === this.#asked || this.#ready.has(key)) return;
    this.#asked = key;
    this.#said = this.#note.textContent = "";
    const again = () => this.#asked === key && (this.#asked = "");
    this.#app.socket.send("prepare", { game, options, players }, () => this.#done(key, game), again);
  }

  /**
   * @param {string} key
   * @param {string} game
   */
  #done(key, game) {
    this.#ready.add(key);
    if (!this.#said) return;
    this.#say("new.ready", game);
    if (!this.#note.isConnected) notice(this.#said, "", find("notices"));
    this.#said = "";
  }

  /**
   * @param {string} key
   * @param {string} game
   */
  #say(key, game) {
    const title = this.#games.find(({ name }) => name === game)?.title ?? game;
    this.#said = this.#note.textContent = this.#app.catalogue.text(key, { game: title });
  }
}
