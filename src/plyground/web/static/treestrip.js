/**
 * The whole tree of a search in one picture: a row for each ply, as wide as what hangs below. Drawn on a canvas, column
 * by column: which node a column shows is found once, so that a step costs the same for a small tree and a large one.
 */

import { el } from "./dom.js";

/** Height of a ply in pixels. */
const PLY = 16;
const GAP = 2;
/** Bars from this width on have a gap beside them, in pixels. */
const GAPPED = 3;
/** What the colours mean. */
const PARTS = ["unseen", "here", "open", "closed", "cut"];

export class TreeStrip {
  #step = 0;
  /** By ply and column: 0 for nothing, n + 1 for node n, -n - 1 for what was cut off at node n. */
  #columns = new Int32Array();
  /** A pixel for each ply and column. */
  #pixels = new ImageData(1, 1);
  /** @type {Record<string, number> | null} the colours as pixels */
  #paints = null;

  /**
   * @param {App} app
   * @param {import("./searchtape.js").WindowTape | import("./searchtape.js").PlayoutTape} tape
   * @param {(node: number) => void} choose called with the node that was clicked
   */
  constructor(app, tape, choose) {
    this.app = app;
    this.tape = tape;
    this.plies = tape.deepest + 1;
    this.left = new Float64Array(tape.size);
    this.width = new Float64Array(tape.size);
    this.#layOut();
    this.legend = el("p", { class: "legend quiet" });
    this.canvas = el("canvas", { role: "img" });
    this.canvas.style.height = `${this.plies * (PLY + GAP)}px`;
    this.scratch = el("canvas");
    this.canvas.addEventListener("click", (/** @type {MouseEvent} */ event) => {
      const node = this.#nodeAt(event.offsetX / this.canvas.clientWidth, Math.floor(event.offsetY / (PLY + GAP)));
      if (node >= 0) choose(node);
    });
    this.element = el("div", { class: "overview" }, this.canvas, this.legend);
    this.speak();
    this.observer = new ResizeObserver(() => this.#resize());
    this.observer.observe(this.canvas);
  }

  /** Say what there is to say, in the language of the page. */
  speak() {
    const { catalogue } = this.app;
    const parts = this.tape.nodes.cut ? PARTS : PARTS.filter((part) => part !== "cut" && part !== "open");
    this.legend.replaceChildren(...parts.map((part) => el("span", {}, el("i", { class: part }), catalogue.text(`theatre.part.${part}`))));
    for (const name of ["aria-label", "title"]) this.canvas.setAttribute(name, catalogue.text("theatre.overview"));
  }

  /** From where to where each node reaches, from 0 to 1, by its leaves; what was cut off has a part of its own. */
  #layOut() {
    const { size, nodes, children } = this.tape;
    const weight = new Float64Array(size);
    for (let node = size - 1; node >= 0; node--) {
      const own = children[node].length === 0 ? 1 : 0;
      weight[node] += own + this.#cutWeight(node);
      if (node > 0) weight[nodes.parent[node]] += weight[node];
    }
    this.width[0] = 1;
    for (let node = 0; node < size; node++) {
      let at = this.left[node];
      for (const child of children[node]) {
        this.left[child] = at;
        this.width[child] = (this.width[node] * weight[child]) / weight[node];
        at += this.width[child];
      }
    }
  }

  /**
   * What was cut off counts as its moves, but no more than what was searched there: it must not hide the tree.
   * @param {number} node
   */
  #cutWeight(node) {
    const { nodes, children } = this.tape;
    return nodes.cut?.[node] ? Math.min(nodes.moves[node] - nodes.searched[node], 2 * children[node].length) : 0;
  }

  /**
   * @param {number} share from 0 to 1
   * @param {number} ply
   */
  #nodeAt(share, ply) {
    const { nodes, size } = this.tape;
    for (let node = 0; node < size; node++) {
      if (nodes.ply[node] === ply && this.left[node] <= share && share < this.left[node] + this.width[node]) return node;
    }
    return -1;
  }

  #resize() {
    const wide = Math.round(this.canvas.clientWidth * devicePixelRatio);
    if (wide === 0) return;
    this.canvas.width = wide;
    this.canvas.height = Math.round(this.plies * (PLY + GAP) * devicePixelRatio);
    [this.scratch.width, this.scratch.height] = [wide, this.plies];
    this.#pixels = new ImageData(wide, this.plies);
    this.#columns = new Int32Array(wide * this.plies);
    for (let node = 0; node < this.tape.size; node++) this.#spread(node);
    this.#draw();
  }

  /**
   * Note the columns of a node, and of what was cut off there.
   * @param {number} node
   */
  #spread(node) {
    const { nodes, children } = this.tape;
    this.#fill(this.left[node], this.left[node] + this.width[node], nodes.ply[node], node + 1);
    const last = children[node].at(-1);
    if (!nodes.cut?.[node] || last === undefined) return;
    this.#fill(this.left[last] + this.width[last], this.left[node] + this.width[node], nodes.ply[node] + 1, -node - 1);
  }

  /**
   * @param {number} left
   * @param {number} right
   * @param {number} ply
   * @param {number} what
   */
  #fill(left, right, ply, what) {
    const wide = this.canvas.width;
    const [from, to] = [Math.round(left * wide), Math.round(right * wide)];
    const gap = to - from > GAPPED * devicePixelRatio ? Math.round(devicePixelRatio) : 0;
    this.#columns.fill(what, ply * wide + from, ply * wide + Math.max(to - gap, Math.min(from + 1, wide)));
  }

  /** @param {number} step */
  show(step) {
    this.#step = step;
    this.#draw();
  }

  /** Draw in the colours that the page now has. */
  repaint() {
    this.#paints = null;
    this.#draw();
  }

  #draw() {
    const { canvas, tape, scratch } = this;
    const columns = this.#columns;
    if (columns.length === 0) return;
    const paints = (this.#paints ??= this.#mix());
    const pixels = new Uint32Array(this.#pixels.data.buffer);
    for (let at = 0; at < columns.length; at++) pixels[at] = this.#colour(columns[at], paints);
    for (const node of this.#step > 0 ? tape.pathTo(tape.nodeAt(this.#step)) : []) this.#here(node, pixels, paints.here);
    scratch.getContext("2d").putImageData(this.#pixels, 0, 0);
    const pen = canvas.getContext("2d");
    const [ply, bar] = [canvas.height / this.plies, (canvas.height / this.plies / (PLY + GAP)) * PLY];
    pen.imageSmoothingEnabled = false;
    pen.clearRect(0, 0, canvas.width, canvas.height);
    for (let row = 0; row < this.plies; row++) pen.drawImage(scratch, 0, row, canvas.width, 1, 0, Math.round(row * ply), canvas.width, Math.round(bar));
  }

  /**
   * @param {number} column
   * @param {Record<string, number>} paints
   */
  #colour(column, paints) {
    if (column > 0) return paints[this.tape.state(column - 1, this.#step)];
    return column < 0 && this.tape.isCut(-column - 1, this.#step) ? paints.cut : 0;
  }

  /**
   * Colour a node of the way that the search is on, however narrow it is.
   * @param {number} node
   * @param {Uint32Array} pixels
   * @param {number} paint
   */
  #here(node, pixels, paint) {
    const wide = this.canvas.width;
    const from = Math.min(Math.round(this.left[node] * wide), wide - 2);
    const to = Math.max(Math.round((this.left[node] + this.width[node]) * wide), from + 2);
    const row = this.tape.nodes.ply[node] * wide;
    pixels.fill(paint, row + from, row + to);
  }

  /** The colours of the legend, as the page's theme has them. @returns {Record<string, number>} */
  #mix() {
    const pen = el("canvas", { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
    const paints = [...this.legend.querySelectorAll("i")].map((swatch) => {
      pen.fillStyle = getComputedStyle(swatch).backgroundColor;
      pen.fillRect(0, 0, 1, 1);
      return [swatch.className, new Uint32Array(pen.getImageData(0, 0, 1, 1).data.buffer)[0]];
    });
    const mixed = Object.fromEntries(paints);
    return { open: mixed.closed, ...mixed };
  }

  close() {
    this.observer.disconnect();
  }
}
