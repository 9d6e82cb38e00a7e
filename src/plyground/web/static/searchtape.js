/**
 * A recorded search, step by step. Nothing is kept from step to step: everything is a function of the step, so that
 * backwards is as easy as forwards. Values are those of the player to move at the top.
 */

import { PROVED } from "./scores.js";

/** The distance of the value of a win from this is in plies. */
const WIN = 1_000_000;

/**
 * A value as a score.
 * @param {number} value
 * @returns {Score}
 */
export function asScore(value) {
  if (Math.abs(value) < PROVED) return { kind: "estimate", value };
  return { kind: value > 0 ? "win" : "loss", value, plies: WIN - Math.abs(value) };
}

/** What all recorded searches have: the tree, and where its pieces stand. */
class Tape {
  /** @param {any} answer the server's */
  constructor(answer) {
    this.answer = answer;
    this.nodes = answer.nodes;
    this.size = this.nodes.parent.length;
    /** @type {number[][]} by node, its children in order of entry */
    this.children = this.nodes.parent.map(() => []);
    this.nodes.parent.forEach((/** @type {number} */ parent, /** @type {number} */ node) => {
      if (parent >= 0) this.children[parent].push(node);
    });
    /** @type {ArrayLike<number>} by node, the step that enters it */
    this.enterAt = [];
    this.deepest = this.nodes.ply.reduce((/** @type {number} */ most, /** @type {number} */ ply) => Math.max(most, ply), 0);
  }

  /**
   * The nodes from the root to this one.
   * @param {number} node
   * @returns {number[]}
   */
  pathTo(node) {
    const path = [];
    for (let at = node; at >= 0; at = this.nodes.parent[at]) path.unshift(at);
    return path;
  }

  /**
   * The moves of a node that are tried by this step, as nodes in order of entry.
   * @param {number} node
   * @param {number} step
   */
  tried(node, step) {
    return this.children[node].filter((child) => step >= this.enterAt[child]);
  }

  /**
   * How many moves of a node are not tried by this step.
   * @param {number} node
   * @param {number} step
   */
  movesLeft(node, step) {
    return Math.max(0, this.nodes.moves[node] - this.tried(node, step).length);
  }

  /**
   * Whose turn it is at a node: 1 for the player at the top, who takes the highest, -1 for the other.
   * @param {number} node
   */
  sign(node) {
    return this.nodes.ply[node] % 2 === 0 ? 1 : -1;
  }

  /**
   * The pieces at a node.
   * @param {number} node
   * @returns {Piece[]}
   */
  pieces(node) {
    const standing = new Map(this.answer.scene.pieces.map((/** @type {Piece} */ piece) => [piece.cell, piece.seat]));
    for (const at of this.pathTo(node)) {
      for (const change of this.nodes.change[at].split(" ").filter(Boolean)) {
        const [, cell, how, seat] = /** @type {RegExpExecArray} */ (/^(.*)([-+])(\d?)$/.exec(change));
        if (how === "-") standing.delete(cell);
        else standing.set(cell, seat === "" ? null : Number(seat));
      }
    }
    const holds = new Map(this.answer.board.cells.map((/** @type {Cell} */ cell) => [cell.name, cell.holds]));
    return [...standing].map(([cell, seat]) => ({ cell, seat, kind: holds.get(cell) }));
  }

  /**
   * The cells that the last move changed.
   * @param {number} node
   * @returns {string[]}
   */
  changed(node) {
    return this.nodes.change[node].split(" ").filter(Boolean).map((/** @type {string} */ each) => each.replace(/[-+]\d?$/, ""));
  }
}

/** Minimax, alpha-beta and the engine: a step enters a node or leaves it. */
export class WindowTape extends Tape {
  /** @param {any} answer */
  constructor(answer) {
    super(answer);
    /** @type {number[]} a node that is entered, or `~node` for one that is left */
    this.events = [];
    this.enterAt = new Int32Array(this.size);
    this.leaveAt = new Int32Array(this.size);
    this.#record();
    this.steps = this.events.length;
    this.visitedBy = new Int32Array(this.steps + 1);
    this.savedBy = new Float64Array(this.steps + 1);
    this.cutBy = new Int32Array(this.steps + 1);
    this.#count();
  }

  #record() {
    /** @type {number[]} */
    const path = [];
    const leave = () => {
      const node = /** @type {number} */ (path.pop());
      this.leaveAt[node] = this.events.push(~node);
    };
    for (let node = 0; node < this.size; node++) {
      while (path.length > 0 && path[path.length - 1] !== this.nodes.parent[node]) leave();
      path.push(node);
      this.enterAt[node] = this.events.push(node);
    }
    while (path.length > 0) leave();
  }

  /** By step: nodes visited, nodes saved, cut-offs. The root is where the search stands, and no node that it visits. */
  #count() {
    this.events.forEach((event, index) => {
      const left = event < 0 && this.nodes.cut[~event];
      this.visitedBy[index + 1] = this.visitedBy[index] + Number(event > 0);
      this.savedBy[index + 1] = this.savedBy[index] + (left ? (this.answer.saved?.[~event] ?? 0) : 0);
      this.cutBy[index + 1] = this.cutBy[index] + Number(Boolean(left));
    });
  }

  /**
   * The node that a step is about.
   * @param {number} step
   */
  nodeAt(step) {
    if (step <= 0) return 0;
    const event = this.events[Math.min(step, this.steps) - 1];
    return event < 0 ? ~event : event;
  }

  /**
   * @param {number} node
   * @param {number} step
   * @returns {"unseen" | "open" | "closed"}
   */
  state(node, step) {
    if (step < this.enterAt[node]) return "unseen";
    return step < this.leaveAt[node] ? "open" : "closed";
  }

  /**
   * Whether the moves left at a node were cut off by this step.
   * @param {number} node
   * @param {number} step
   */
  isCut(node, step) {
    return Boolean(this.nodes.cut[node]) && step >= this.leaveAt[node];
  }

  /**
   * A node's value, null before it is left.
   * @param {number} node
   * @param {number} step
   * @returns {number | null}
   */
  value(node, step) {
    const value = this.nodes.value[node];
    return value === null || this.state(node, step) !== "closed" ? null : value * this.sign(node);
  }

  /**
   * The best value of the moves searched so far, null before the first.
   * @param {number} node
   * @param {number} step
   * @returns {number | null}
   */
  best(node, step) {
    const sign = this.sign(node);
    const values = this.children[node].map((child) => this.value(child, step)).filter((each) => each !== null);
    return values.length === 0 ? null : sign * Math.max(...values.map((each) => each * sign));
  }

  /**
   * The window of a node by this step: narrowed by what was searched while the node is open and the window not empty,
   * else the one with which it was entered; null where a side is open.
   * @param {number} node
   * @param {number} step
   * @returns {{alpha: number | null, beta: number | null}}
   */
  window(node, step) {
    const [alpha, beta] = [this.nodes.alpha[node], this.nodes.beta[node]];
    const turned = (/** @type {number | null} */ value) => (value === null ? null : -value);
    const found = this.sign(node) > 0 ? { alpha, beta } : { alpha: turned(beta), beta: turned(alpha) };
    const best = this.answer.algorithm === "minimax" || this.state(node, step) === "closed" ? null : this.best(node, step);
    if (best === null) return found;
    const narrowed =
      this.sign(node) > 0
        ? { ...found, alpha: found.alpha === null ? best : Math.max(found.alpha, best) }
        : { ...found, beta: found.beta === null ? best : Math.min(found.beta, best) };
    return (narrowed.alpha ?? -Infinity) < (narrowed.beta ?? Infinity) ? narrowed : found;
  }

  /**
   * The move of a node whose value cut off the others.
   * @param {number} node
   */
  cutter(node) {
    return this.children[node][this.children[node].length - 1];
  }
}

/** Monte Carlo tree search: a step is a playout. */
export class PlayoutTape extends Tape {
  /** @param {any} answer */
  constructor(answer) {
    super(answer);
    /** @type {number[][]} */
    this.paths = this.nodes.paths;
    this.steps = this.paths.length;
    /** @type {number[][]} by node, the steps that went through it */
    this.through = this.nodes.parent.map(() => []);
    /** @type {number[][]} by node, the rewards of the first seat, summed */
    this.rewards = this.nodes.parent.map(() => [0]);
    this.paths.forEach((path, index) => {
      for (const node of path) {
        const sums = this.rewards[node];
        this.through[node].push(index + 1);
        sums.push(sums[sums.length - 1] + this.nodes.rewards[index]);
      }
    });
    this.enterAt = this.through.map((steps) => steps[0]);
  }

  /**
   * The last node of a playout's path.
   * @param {number} step
   */
  nodeAt(step) {
    if (step <= 0) return 0;
    const path = this.paths[Math.min(step, this.steps) - 1];
    return path[path.length - 1];
  }

  /**
   * @param {number} node
   * @param {number} step
   * @returns {"unseen" | "open" | "closed"}
   */
  state(node, step) {
    if (step < this.enterAt[node] && node > 0) return "unseen";
    return step > 0 && this.paths[step - 1].includes(node) ? "open" : "closed";
  }

  /**
   * How many playouts went through a node by this step.
   * @param {number} node
   * @param {number} step
   */
  visits(node, step) {
    const steps = this.through[node];
    let [low, high] = [0, steps.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (steps[middle] <= step) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /**
   * The share of these playouts that a seat won, a draw being half a win; null without any.
   * @param {number} node
   * @param {number} step
   * @param {number} seat
   */
  share(node, step, seat) {
    const visits = this.visits(node, step);
    if (visits === 0) return null;
    const first = this.rewards[node][visits] / (2 * visits);
    return seat === 0 ? first : 1 - first;
  }

  isCut() {
    return false;
  }
}

/**
 * The tape of an answer.
 * @param {any} answer
 * @returns {WindowTape | PlayoutTape}
 */
export function tapeOf(answer) {
  return answer.kind === "playouts" ? new PlayoutTape(answer) : new WindowTape(answer);
}
