/** The game on the table as the server last sent it. */

export class Table {
  /** @type {State | null} */
  state = null;
  /** @type {Turn[]} */
  turns = [];
  /** @type {string[]} how a review marks the turns, by turn; empty where there is none */
  marks = [];
  /** @type {Board | null} */
  board = null;
  /** When the last state came, for clocks that go on meanwhile. */
  receivedAt = 0;

  /**
   * Take a state in, unless it is known already or one before it was lost.
   * @param {State} state
   * @param {number} now
   * @returns {"taken" | "known" | "lost"}
   */
  take(state, now) {
    if (!state.full && this.#knows(state)) return "known";
    if (!state.full && !this.#follows(state)) return "lost";
    const turns = [...this.turns.slice(0, state.turns.from), ...state.turns.list];
    this.#keepMarks(state, turns);
    this.turns = turns;
    if (state.board) this.board = state.board;
    this.state = state;
    this.receivedAt = now;
    return "taken";
  }

  /**
   * Take in whether the game is saved; false where that is about another game.
   * @param {Saving & {table: string, game: string}} report
   */
  takeSaving({ table, game, state, saved, why }) {
    if (!this.state || this.state.table !== table || this.state.game.id !== game) return false;
    this.state.saving = { state, saved, why };
    return true;
  }

  /**
   * Keep the marks of the turns that are as they were.
   * @param {State} state
   * @param {Turn[]} turns
   */
  #keepMarks(state, turns) {
    const same = this.state?.game.id === state.game.id;
    const parted = turns.findIndex(({ move }, at) => move !== this.turns[at]?.move);
    this.marks = same ? this.marks.slice(0, parted < 0 ? turns.length : parted) : [];
  }

  /** The seats' colours, by seat. */
  get seats() {
    return this.state?.game.seats ?? [];
  }

  /**
   * What is left on a player's clock, in seconds; null without one.
   * @param {number} seat
   * @param {number} now
   */
  timeLeft(seat, now) {
    const clock = this.state?.clock;
    if (!clock) return null;
    const runs = clock.running === seat;
    const spent = runs ? clock.spent + (now - this.receivedAt) / 1000 : 0;
    if (clock.left.length > 0) return Math.max(0, clock.left[seat] - spent);
    return clock.per_move !== null && runs ? Math.max(0, clock.per_move - spent) : clock.per_move;
  }

  /** @param {State} state */
  #knows(state) {
    return this.state !== null && this.state.table === state.table && state.version <= this.state.version;
  }

  /** @param {State} state */
  #follows(state) {
    return this.state !== null && this.state.table === state.table && this.state.version + 1 === state.version;
  }
}
