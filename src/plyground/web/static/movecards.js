/**
 * A row of the theatre: the moves tried at a node, a card each. Only cards in sight exist; they are kept and filled anew
 * from step to step, since making elements costs far more than changing them.
 */

import { el, sign } from "./dom.js";

/** Width of a card with its gap, and the side of its board, in pixels; as in theatre.css. */
const CARD = 112;
const BOARD = 84;
/** Cards beside those in sight that are made as well. */
const BESIDE = 2;
const SCISSORS = "M8 8 20 18M8 16 20 6M6 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM6 21a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z";

/**
 * @typedef {object} Scene what all rows and cards of a search share
 * @property {App["catalogue"]} catalogue
 * @property {import("./searchtape.js").WindowTape | import("./searchtape.js").PlayoutTape} tape
 * @property {import("./boardpictures.js").BoardPictures} boards
 * @property {import("./theatrewords.js").SearchWords} words
 * @property {(node: number) => void} choose called with the node that was clicked
 */

/** @typedef {{step: number, shown: number, path: Set<number>}} Moment what is shown: a step, a node, and the way to it */

class MoveCard {
  #node = -1;
  #place = -1;
  #painted = -1;

  /** @param {Scene} scene */
  constructor(scene) {
    this.scene = scene;
    this.board = scene.boards.canvas();
    this.move = el("span", { class: "played" });
    this.worth = el("span", { class: "worth" });
    this.window = el("span", { class: "window" });
    const choose = () => scene.choose(this.#node);
    this.element = el("button", { type: "button", class: "card", onclick: choose }, this.board, this.move, this.worth, this.window);
  }

  /**
   * Show a node.
   * @param {number} node
   * @param {number} place in its row
   * @param {Moment} moment
   */
  show(node, place, moment) {
    const { tape, words } = this.scene;
    const [worth, window] = words.figures(node, moment.step);
    if (node !== this.#node) put(this.move, tape.nodes.move[node]);
    this.#node = node;
    if (place !== this.#place) this.element.style.left = `${place * CARD}px`;
    this.#place = place;
    put(this.worth, worth);
    put(this.window, window);
    this.#look(node, moment);
    this.#paint();
  }

  /**
   * @param {number} node
   * @param {Moment} moment
   */
  #look(node, { step, shown, path }) {
    const { tape } = this.scene;
    const cut = tape.isCut(node, step) ? " cuts" : "";
    const look = `card ${tape.state(node, step)}${cut}${path.has(node) ? " on-path" : ""}${shown === node ? " shown" : ""}`;
    if (look !== this.element.className) this.element.className = look;
  }

  #paint() {
    if (this.#painted === this.#node) return;
    const { tape, boards } = this.scene;
    this.#painted = this.#node;
    boards.paint(this.board, BOARD, tape.pieces(this.#node), tape.changed(this.#node));
  }

  /** Paint the board again when the card is next shown. */
  stale() {
    this.#painted = -1;
  }
}

export class MoveRow {
  /** @type {MoveCard[]} in order of their places; the first ones are on the page */
  #cards = [];
  #used = 0;
  #first = 0;
  #node = -1;
  #wide = 0;
  /** Where it is scrolled: asking the browser would make it lay everything out. */
  #at = 0;
  #scrolled = 0;
  /** Whether any of it is in sight. */
  seen = true;

  /**
   * @param {Scene} scene
   * @param {() => void} scrolled called after a person has scrolled
   */
  constructor(scene, scrolled) {
    this.scene = scene;
    this.title = el("h3", {});
    this.restSign = el("span", { "aria-hidden": "true" });
    this.restText = el("span", {});
    this.rest = el("div", { class: "card rest", hidden: true }, this.restSign, this.restText);
    this.inner = el("div", { class: "cards" }, this.rest);
    this.strip = el("div", { class: "strip", tabindex: "0", role: "group" }, this.inner);
    this.element = el("div", { class: "ply" }, this.title, this.strip);
    this.strip.addEventListener("scroll", () => {
      const at = this.strip.scrollLeft;
      if (Math.abs(at - this.#scrolled) < 1) return;
      [this.#at, this.#scrolled] = [at, at];
      scrolled();
    });
  }

  /**
   * Show the moves tried at a node.
   * @param {number} node
   * @param {number} onPath its child on the way to the shown node, or -1
   * @param {Moment} moment
   * @param {number} sight how much of the row is in sight, in pixels
   */
  show(node, onPath, moment, sight) {
    const { tape } = this.scene;
    const tried = tape.tried(node, moment.step);
    const left = tape.movesLeft(node, moment.step);
    if (node !== this.#node) this.#begin(node);
    this.#widen((tried.length + Number(left > 0)) * CARD, sight);
    if (onPath >= 0) this.#bringToSight(tried.indexOf(onPath), sight);
    this.#showCards(tried, moment, sight);
    this.#showRest(tried.length, left, tape.isCut(node, moment.step));
  }

  /** @param {number} node */
  #begin(node) {
    [this.#node, this.#at] = [node, 0];
    const title = this.scene.words.rowTitle(node);
    if (put(this.title, title)) this.strip.setAttribute("aria-label", title);
  }

  /**
   * @param {number} wide
   * @param {number} sight
   */
  #widen(wide, sight) {
    if (wide !== this.#wide) this.inner.style.width = `${wide}px`;
    this.#wide = wide;
    this.#at = Math.max(0, Math.min(this.#at, wide - sight));
  }

  /**
   * @param {number} place
   * @param {number} sight
   */
  #bringToSight(place, sight) {
    const [left, right] = [place * CARD, Math.min(this.#wide, (place + 2) * CARD)];
    if (left < this.#at) this.#at = Math.max(0, left - CARD);
    else if (right > this.#at + sight) this.#at = right - sight;
  }

  /**
   * @param {number[]} tried
   * @param {Moment} moment
   * @param {number} sight
   */
  #showCards(tried, moment, sight) {
    const first = Math.max(0, Math.floor(this.#at / CARD) - BESIDE);
    const last = Math.min(tried.length, Math.ceil((this.#at + sight) / CARD) + BESIDE);
    this.#turn(first);
    this.#use(Math.max(0, last - first));
    for (let index = 0; index < this.#used; index++) this.#cards[index].show(tried[first + index], first + index, moment);
  }

  /**
   * Let the list of cards begin at a place: those that stay in sight stay what they are, and keep the focus.
   * @param {number} first
   */
  #turn(first) {
    const by = first - this.#first;
    this.#first = first;
    if (Math.abs(by) >= this.#used) return;
    for (let turn = 0; turn < by; turn++) {
      const card = /** @type {MoveCard} */ (this.#cards.shift());
      this.#cards.splice(this.#used - 1, 0, card);
      this.rest.before(card.element);
    }
    for (let turn = 0; turn > by; turn--) {
      const [card] = this.#cards.splice(this.#used - 1, 1);
      this.#cards.unshift(card);
      this.inner.prepend(card.element);
    }
  }

  /**
   * Have as many cards on the page.
   * @param {number} number
   */
  #use(number) {
    for (; this.#used > number; this.#used--) this.#cards[this.#used - 1].element.remove();
    for (; this.#used < number; this.#used++) {
      this.#cards[this.#used] ??= new MoveCard(this.scene);
      this.rest.before(this.#cards[this.#used].element);
    }
  }

  /**
   * The card for the moves that were not tried: cut off, or still to come.
   * @param {number} place
   * @param {number} left
   * @param {boolean} cut
   */
  #showRest(place, left, cut) {
    this.rest.hidden = left === 0;
    if (left === 0) return;
    const look = cut ? "card rest cut" : "card rest";
    if (this.rest.className !== look || this.restSign.childNodes.length === 0) {
      this.rest.className = look;
      this.restSign.replaceChildren(cut ? sign(SCISSORS) : "…");
    }
    this.rest.style.left = `${place * CARD}px`;
    put(this.restText, this.scene.catalogue.text(cut ? "theatre.left_out" : "theatre.left", { number: left }));
  }

  /** Scroll to where the row should be; to be called when everything is filled, since the browser lays out for it. */
  scroll() {
    if (this.#at === this.#scrolled) return;
    this.#scrolled = this.#at;
    this.strip.scrollLeft = this.#at;
  }

  /** Say and paint everything again when it is next shown. */
  stale() {
    this.#node = -1;
    for (const card of this.#cards) card.stale();
  }
}

/**
 * Put a text into an element that has another; whether it had.
 * @param {HTMLElement} element
 * @param {string} text
 */
export function put(element, text) {
  const held = element.firstChild;
  if (held?.nodeValue === text) return false;
  if (held) held.nodeValue = text;
  else element.append(text);
  return true;
}
