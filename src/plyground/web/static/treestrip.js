/** The whole tree of a search in one picture: a row for each ply, as wide as what hangs below. Drawn on a canvas. */

import { el } from "./dom.js";

/** Height of a ply in pixels. */
const PLY = 16;
const GAP = 2;
/** What the colours mean. */
const PARTS = ["unseen", "here", "open", "closed", "cut"];

export class TreeStrip {
  #step = 0;
  #frame = 0;

  /**
   * @param {App} app
   * @param {import("./searchtape.js").WindowTape | import("./searchtape.js").PlayoutTape} tape
   * @param {(node: number) => void} choose called with the node that was clicked
   */
  constructor(app, tape, choose) {
    this.app = app;
    this.tape = tape;
    this.height = (tape.deepest + 1) * (PLY + GAP);
    this.left = new Float64Array(tape.size);
    this.width = new Float64Array(tape.size);
    this.#layOut();
    const parts = tape.nodes.cut ? PARTS : PARTS.filter((part) => part !== "cut" && part !== "open");
    this.legend = el("p", { class: "legend quiet" }, ...parts.map((part) => el("span", {}, el("i", { class: part }), app.catalogue.text(`theatre.part.${part}`))));
    this.canvas = el("canvas", { role: "img", "aria-label": app.catalogue.text("theatre.overview"), title: app.catalogue.text("theatre.overview") });
    this.canvas.style.height = `${this.height}px`;
    this.canvas.addEventListener("click", (/** @type {MouseEvent} */ event) => {
      const node = this.#nodeAt(event.offsetX / this.canvas.clientWidth, Math.floor(event.offsetY / (PLY + GAP)));
      if (node >= 0) choose(node);
    });
    this.element = el("div", { class: "overview" }, this.canvas, this.legend);
    this.observer = new ResizeObserver(() => this.#draw());
    this.observer.observe(this.canvas);
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

  /** @param {number} step */
  show(step) {
    this.#step = step;
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#draw());
  }

  #draw() {
    const { canvas, tape } = this;
    const scale = devicePixelRatio;
    const wide = canvas.clientWidth;
    if (wide === 0) return;
    [canvas.width, canvas.height] = [wide * scale, this.height * scale];
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    pen.scale(scale, scale);
    const paints = this.#paints();
    const path = new Set(tape.pathTo(tape.nodeAt(this.#step)));
    for (let node = 0; node < tape.size; node++) {
      const state = tape.state(node, this.#step);
      pen.fillStyle = path.has(node) && this.#step > 0 ? paints.here : (paints[state] ?? paints.closed);
      this.#bar(pen, wide, this.left[node], this.width[node], tape.nodes.ply[node]);
      if (tape.isCut(node, this.#step)) this.#cut(pen, wide, node, paints.cut);
    }
  }

  /** The colours of the legend, as the page's theme has them. @returns {Record<string, string>} */
  #paints() {
    const swatches = [...this.legend.querySelectorAll("i")];
    return Object.fromEntries(swatches.map((each) => [each.className, getComputedStyle(each).backgroundColor]));
  }

  /**
   * @param {CanvasRenderingContext2D} pen
   * @param {number} wide
   * @param {number} left
   * @param {number} width
   * @param {number} ply
   */
  #bar(pen, wide, left, width, ply) {
    const pixels = width * wide;
    pen.fillRect(left * wide, ply * (PLY + GAP), Math.max(0.4, pixels - (pixels > 3 ? 1 : 0)), PLY);
  }

  /**
   * @param {CanvasRenderingContext2D} pen
   * @param {number} wide
   * @param {number} node
   * @param {string} paint
   */
  #cut(pen, wide, node, paint) {
    const children = this.tape.children[node];
    const last = children[children.length - 1];
    const left = this.left[last] + this.width[last];
    const right = this.left[node] + this.width[node];
    pen.fillStyle = paint;
    this.#bar(pen, wide, left, right - left, this.tape.nodes.ply[node] + 1);
  }

  close() {
    this.observer.disconnect();
    cancelAnimationFrame(this.#frame);
  }
}
