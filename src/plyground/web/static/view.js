/** Which position is shown: the one on the table, an earlier one, or a line that only this page tries. */

export class View {
  #events;
  #socket;
  #table;
  /** @type {Place | null} null: the position on the table */
  place = null;
  /** @type {Picture | null} */
  #picture = null;
  #gameId = "";

  /**
   * @param {App["events"]} events
   * @param {App["socket"]} socket
   * @param {App["table"]} table
   */
  constructor(events, socket, table) {
    this.#events = events;
    this.#socket = socket;
    this.#table = table;
    events.on("state", () => this.#stateCame());
  }

  /** Whether the position on the table is shown. */
  get live() {
    return this.place === null;
  }

  /** @returns {Picture | null} */
  get picture() {
    return this.live ? this.#table.state : this.#picture;
  }

  /** Whether moves that are tried here have led away from the game. */
  get trying() {
    return !this.live && ((this.place?.moves ?? []).length > 0 || this.place?.start !== undefined);
  }

  /** The moves before the shown position that belong to the game. */
  get basePly() {
    return this.live ? this.#table.turns.length : (this.place?.ply ?? 0);
  }

  goLive() {
    this.place = this.#picture = null;
    this.#events.emit("view");
  }

  /**
   * Show the position after a number of moves.
   * @param {number} ply
   */
  goTo(ply) {
    const last = this.#table.turns.length;
    if (ply >= last) this.goLive();
    else this.look({ ply: Math.max(0, ply), moves: [] });
  }

  /** Show the move before, or after, the one shown. */
  back() {
    const moves = this.place?.moves ?? [];
    if (moves.length > 0) this.look({ ...this.place, moves: moves.slice(0, -1) });
    else if (this.place?.start === undefined) this.goTo(this.basePly - 1);
  }

  forward() {
    if (!this.trying && !this.live) this.goTo(this.basePly + 1);
  }

  /** Stay at the shown position and try moves there, without touching the game. */
  tryHere() {
    if (this.live) this.look({ ply: this.#table.turns.length, moves: [] });
  }

  /**
   * Play moves in the line that is tried.
   * @param {string[]} moves
   * @param {(error: any) => void} [refused]
   */
  tryMoves(moves, refused) {
    const place = this.place ?? { ply: this.#table.turns.length, moves: [] };
    this.look({ ...place, moves: [...(place.moves ?? []), ...moves] }, refused);
  }

  /**
   * Show a position that the server is asked for.
   * @param {Place} place
   * @param {(error: any) => void} [refused]
   */
  look(place, refused) {
    this.#socket.send("look", { place }, (answer) => this.#show(place, answer), refused);
  }

  /**
   * @param {Place} place
   * @param {any} answer
   */
  #show(place, answer) {
    this.place = place;
    this.#picture = answer;
    this.#gameId = this.#table.state?.game.id ?? "";
    this.#events.emit("view");
  }

  /** A new game on the table ends the looking around, and so does a cut of the moves looked at. */
  #stateCame() {
    const state = this.#table.state;
    const cut = (this.place?.ply ?? 0) > this.#table.turns.length;
    if (!this.live && (state?.game.id !== this.#gameId || cut)) this.place = this.#picture = null;
    this.#events.emit("view");
  }
}
