/**
 * Movement on the board: a move is shown step by step, one after another. What the page says is up to date meanwhile;
 * only the drawing of the pieces comes after. Whoever points or presses a key sees the end at once.
 */

/** @typedef {{game: string, ply: number, position: string, pieces: Piece[], last: Last | null}} Seen */
/** @typedef {{before: Piece[], after: Piece[], last: Last | null, steps: string[], pause: number}} Passage */

/** Milliseconds of a step, by the setting. */
const SPEEDS = { slow: 560, normal: 280, fast: 140 };
/** Steps of waiting before a computer's reply. */
const PAUSE = 1.2;
/** Moves that are shown one by one; where more play, a round of theirs. */
const BEHIND = 3;

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
    const still = this.#app.editor.open || this.pace === 0;
    return !still && before.game === now.game && plies !== 0 && plies <= 1 && plies >= -2;
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
    if (this.#queue.length >= Math.max(BEHIND, this.#app.table.seats.length)) this.finish();
    this.#queue.push(passage);
    if (this.#queue.length === 1) this.#start();
  }

  /** Begin with the next one; how pieces are moved is fetched with the first. */
  async #start() {
    const passage = this.#queue[0];
    this.#still = passage.before;
    const { perform } = await import("./performing.js").catch(() => ({ perform: () => null }));
    if (this.#queue[0] !== passage) return;
    const acts = perform(this.#app.board, passage, this.pace);
    if (acts === null) return this.#end();
    [this.#still, this.#running] = [acts.still, acts.running];
    this.#app.board.element.dataset.moving = "true";
    this.#app.events.emit("motion");
    Promise.all(acts.running.map(({ finished }) => finished)).then(
      () => this.#running === acts.running && this.#end(),
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
    if (this.#queue.length > 0) return void this.#start();
    board.element.dataset.moving = "false";
    events.emit("motion");
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
