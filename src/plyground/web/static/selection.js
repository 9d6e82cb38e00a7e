/**
 * The clicks of a move so far. The page knows no rule: it has the orders of clicks of all legal moves, offers those
 * that go on from the clicks so far, and a move is made when one of its orders is all clicked.
 */

export class Selection {
  /** @type {{move: string, steps: string[]}[]} */
  #orders;
  /** @type {string[]} */
  path = [];

  /** @param {any[][]} moves as in a state */
  constructor(moves) {
    this.#orders = moves.flatMap(([move, ...orders]) =>
      (orders.length ? orders : [[move]]).map((steps) => ({ move, steps })),
    );
  }

  /** The orders that go on from the clicks so far. */
  get #open() {
    return this.#orders.filter(({ steps }) => this.path.every((step, index) => steps[index] === step));
  }

  /** What may be clicked next. */
  get next() {
    return new Set(this.#open.map(({ steps }) => steps[this.path.length]));
  }

  /** What may be clicked first. */
  get first() {
    return new Set(this.#orders.map(({ steps }) => steps[0]));
  }

  /**
   * The move that a click would complete, or null.
   * @param {string} step
   * @returns {string | null}
   */
  completes(step) {
    const length = this.path.length + 1;
    return this.#open.find(({ steps }) => steps.length === length && steps[length - 1] === step)?.move ?? null;
  }

  /**
   * Whether a click goes on, goes back, or begins with another piece.
   * @param {string} step
   */
  takes(step) {
    return this.next.has(step) || step === this.path.at(-1) || this.first.has(step);
  }

  /**
   * Take a click: go on, go back, begin with another piece, or give up what was begun. True if anything changed.
   * @param {string} step
   */
  click(step) {
    if (this.next.has(step)) this.path = [...this.path, step];
    else if (step === this.path.at(-1)) this.path = this.path.slice(0, -1);
    else if (this.first.has(step)) this.path = [step];
    else if (this.path.length === 0) return false;
    else this.path = [];
    return true;
  }

  /** One step back; false where there is none. */
  back() {
    const had = this.path.length > 0;
    this.path = this.path.slice(0, -1);
    return had;
  }
}
