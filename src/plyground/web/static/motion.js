/**
 * Movement on the board: a move is shown step by step, one after another. What the page says is up to date meanwhile;
 * only the drawing of the pieces comes after. Whoever points or presses a key sees the end at once.
 */

import { svg } from "./dom.js";
import { piece as drawn } from "./pieces.js";
import { hops, movements } from "./transition.js";

/** @typedef {import("./transition.js").Movement} Movement */
/** @typedef {{game: string, ply: number, position: string, pieces: Piece[], last: Last | null}} Seen */
/** @typedef {{before: Piece[], after: Piece[], last: Last | null, steps: string[], pause: number}} Passage */

/** Milliseconds of a step, by the setting. */
const SPEEDS = { slow: 560, normal: 280, fast: 140 };
/** Steps of waiting before a computer's reply. */
const PAUSE = 1.2;
/** More moves than these are not shown one by one. */
const BEHIND = 3;
/** More differences than these are no movement. */
const MANY = 6;

export class Motion {
  /** @type {App} */
  #app;
  /** @type {Seen | null} */
  #seen = null;
  /** @type {Passage[]} */
  #queue = [];
  /** @type {Animation[]} */
  #running = [];
  /** @type {Piece[]} what stands still meanwhile */
  #still = [];
  /** Whether the next move of a piece was made by hand and is at its place already. */
  carried = false;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    app.events.on("view", () => this.#follow());
    app.events.on("settings", () => this.finish());
    document.addEventListener("visibilitychange", () => document.hidden && this.finish());
    for (const event of ["pointerdown", "keydown"]) document.addEventListener(event, () => this.finish(), true);
  }

  /** Whether anything moves. */
  get runs() {
    return this.#queue.length > 0;
  }

  /** What stands still while something moves, and the last move until then; null where nothing moves. */
  get shown() {
    return this.runs ? { pieces: this.#still, last: this.#queue[0].last } : null;
  }

  /** Milliseconds of a step; 0 for no movement. */
  get pace() {
    const still = document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
    return still ? 0 : (SPEEDS[/** @type {keyof typeof SPEEDS} */ (this.#app.settings.get("motion"))] ?? 0);
  }

  /** Show the end of everything that moves. */
  finish() {
    if (!this.runs) return;
    this.#queue = [];
    this.#end();
  }

  /** Another position is shown: how did it come about? */
  #follow() {
    const [before, now] = [this.#seen, this.#now()];
    if (!now) return;
    this.#seen = now;
    if (before && before.game === now.game && before.ply === now.ply && before.position === now.position) return;
    const carried = this.carried;
    this.carried = false;
    if (!before || !this.#near(before, now)) return this.finish();
    const forward = now.ply > before.ply;
    const steps = forward ? (now.last?.steps ?? []) : [];
    const passage = { before: before.pieces, after: now.pieces, last: before.last, steps, pause: this.#pause(forward) };
    this.#add(carried ? { ...passage, before: carriedAlong(passage) } : passage);
  }

  /** What is shown now. @returns {Seen | null} */
  #now() {
    const { view, table } = this.#app;
    if (!view.picture) return null;
    const { ply, position, last, scene } = view.picture;
    return { game: table.state?.game.id ?? "", ply, position, pieces: scene.pieces, last };
  }

  /**
   * Whether one position leads to another: a move on, or at most two back.
   * @param {Seen} before
   * @param {Seen} now
   */
  #near(before, now) {
    const plies = now.ply - before.ply;
    return before.game === now.game && plies !== 0 && plies <= 1 && plies >= -2 && !this.#app.editor.open && this.pace > 0;
  }

  /**
   * Steps to wait before a move: those of a computer that answers a person.
   * @param {boolean} forward
   */
  #pause(forward) {
    const { view, table } = this.#app;
    const seat = view.picture?.last?.seat ?? 0;
    const answers = forward && view.live && table.state?.mode === "human-computer";
    return answers && table.state?.players[seat].player !== "human" ? PAUSE : 0;
  }

  /** @param {Passage} passage */
  #add(passage) {
    if (this.#queue.length >= BEHIND) this.finish();
    this.#queue.push(passage);
    if (this.#queue.length === 1) this.#start();
  }

  /** @returns {void} */
  #start() {
    const { board, events } = this.#app;
    const { before, after, steps, pause } = this.#queue[0];
    const all = movements(before, after, steps, board.cells);
    if (all.length > MANY || all.length === 0) return this.#end();
    const moved = new Set(all.flatMap(({ piece, what }) => (what === "come" ? [] : [piece])));
    this.#still = before.filter((each) => !moved.has(each));
    const shift = pause * this.pace;
    this.#running = all.flatMap((each) => this.#animate(each, shift, before));
    board.element.dataset.moving = "true";
    events.emit("motion");
    const mine = this.#running;
    Promise.all(mine.map(({ finished }) => finished)).then(
      () => mine === this.#running && this.#end(),
      () => {},
    );
  }

  /**
   * The movement that is shown is over; the next one begins, or nothing moves any more.
   * @returns {void}
   */
  #end() {
    const { board, events } = this.#app;
    const running = this.#running;
    this.#running = [];
    for (const each of running) each.cancel();
    board.layers.motion.replaceChildren();
    this.#queue.shift();
    if (this.#queue.length > 0) return this.#start();
    board.element.dataset.moving = "false";
    events.emit("motion");
  }

  /**
   * Draw a movement and let it run.
   * @param {Movement} movement
   * @param {number} shift milliseconds before the first
   * @param {Piece[]} before what stood there
   * @returns {Animation[]}
   */
  #animate(movement, shift, before) {
    const { piece, turns, way, begins, lasts, what, fades } = movement;
    const { board } = this.#app;
    const [delay, duration] = [shift + begins * this.pace, lasts * this.pace];
    const timing = { delay, duration, fill: /** @type {const} */ ("both") };
    const drawing = (/** @type {Piece} */ each) => {
      const colour = each.seat === null ? null : board.seats[each.seat];
      const box = svg("g", { class: `moving ${what}` }, drawn(each.kind, colour, way[0]));
      board.layers.motion.append(box);
      return box;
    };
    const stays = what === "come" ? coming(way[0]) : leaving(way[0]);
    if (what !== "go") return [drawing(piece).animate(stays, { ...timing, easing: "ease-out" })];
    const others = before.filter((each) => each !== piece);
    const frames = walking(way, (from, to) => hops(from, to, others, board.cells));
    const fade = (/** @type {any} */ box, /** @type {number[]} */ opacity) => box.animate({ opacity }, timing);
    const old = drawing(piece);
    const walk = [old.animate(frames, timing), ...(fades ? [fade(old, [1, 1, 1, 0])] : [])];
    if (!turns) return walk;
    const fresh = drawing(turns);
    return [...walk, fresh.animate(frames, timing), fade(old, [1, 0]), fade(fresh, [0, 1])];
  }
}

/**
 * What stood before a move by hand: the moved piece stands at the end of its way already.
 * @param {Passage} passage
 */
function carriedAlong({ before, after, steps }) {
  const piece = before.find(({ cell }) => cell === steps[0]);
  const end = after.find(({ cell, seat }) => steps.includes(cell, 1) && seat === piece?.seat);
  return piece && end ? before.map((each) => (each === piece ? end : each)) : before;
}

/**
 * A piece along its way: a slide, or a hop, which lifts it.
 * @param {Cell[]} way
 * @param {(from: Cell, to: Cell) => boolean} lifts
 */
function walking(way, lifts) {
  const at = (/** @type {{x: number, y: number}} */ spot, scale = 1) =>
    grown(way[0], scale, spot.x - way[0].x, spot.y - way[0].y);
  const frames = [{ transform: at(way[0]), offset: 0, easing: "ease-in-out" }];
  way.slice(1).forEach((to, index) => {
    const from = way[index];
    const [middle, end] = [(index + 0.5) / (way.length - 1), (index + 1) / (way.length - 1)];
    const spot = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - 0.12 };
    if (lifts(from, to)) frames.push({ transform: at(spot, 1.22), offset: middle, easing: "ease-in-out" });
    frames.push({ transform: at(to), offset: end, easing: "ease-in-out" });
  });
  return frames;
}

/** @param {Cell} cell */
function coming(cell) {
  return [
    { transform: grown(cell, 1.5), opacity: 0 },
    { transform: grown(cell, 0.94), opacity: 1, offset: 0.75 },
    { transform: grown(cell, 1), opacity: 1 },
  ];
}

/** @param {Cell} cell */
function leaving(cell) {
  return [
    { transform: grown(cell, 1), opacity: 1 },
    { transform: grown(cell, 1.12), opacity: 1, offset: 0.3 },
    { transform: grown(cell, 0.3), opacity: 0 },
  ];
}

/**
 * A drawing at a cell, grown around the cell's middle and moved.
 * @param {{x: number, y: number}} cell
 * @param {number} scale
 * @param {number} [dx]
 * @param {number} [dy]
 */
function grown({ x, y }, scale, dx = 0, dy = 0) {
  return `translate(${x + dx}px, ${y + dy}px) scale(${scale}) translate(${-x}px, ${-y}px)`;
}
