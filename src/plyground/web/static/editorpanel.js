/** Setting up a position piece by piece; the server says whether it is possible, and if not, why. */

import { button, select } from "./controls.js";
import { el, find } from "./dom.js";
import { later } from "./later.js";
import { icon } from "./pieces.js";

/** @typedef {{kind: string, seat: number | null} | null} Brush null takes pieces away */

export class EditorPanel {
  /** @type {App} */
  #app;
  /** @type {import("./editor.js").Editor} */
  #editor;
  /** @type {Brush} */
  #brush = null;
  /** @type {any} */
  #composed = null;
  #gameId = "";

  /**
   * @param {App} app
   * @param {import("./editor.js").Editor} editor
   */
  constructor(app, editor) {
    this.#app = app;
    this.#editor = editor;
    app.events.on("language", () => this.#draw());
    app.events.on("state", () => editor.open && app.table.state?.game.id !== this.#gameId && this.#close());
  }

  toggle() {
    if (this.#editor.open) this.#close();
    else this.#begin();
  }

  /**
   * Put the chosen piece on a cell, or take away what stands there.
   * @param {string | null} cell
   */
  click(cell) {
    const place = cell === null ? undefined : this.#app.board.cells.get(cell);
    if (!place) return;
    const there = this.#editor.scene.pieces.find((piece) => piece.cell === cell);
    const rest = this.#editor.scene.pieces.filter((piece) => piece.cell !== cell);
    const brush = place.holds === "barrier" ? { kind: "barrier", seat: null } : this.#brush;
    const same = there && brush && there.seat === brush.seat;
    const fits = this.#brush !== null && brush !== null && brush.kind === place.holds;
    const added = fits && !same ? [{ cell: place.name, ...brush }] : [];
    this.#change({ ...this.#editor.scene, pieces: [...rest, ...added] });
  }

  #begin() {
    const picture = this.#app.view.picture;
    if (!picture) return;
    this.#editor.open = true;
    this.#gameId = this.#app.table.state?.game.id ?? "";
    this.#brush = this.#brushes()[0];
    this.#change(structuredClone(picture.scene));
    find("editor").scrollIntoView({ block: "nearest" });
  }

  #close() {
    this.#editor.open = false;
    this.#draw();
    this.#app.events.emit("editor");
  }

  /** @param {Scene} scene */
  #change(scene) {
    this.#editor.scene = scene;
    this.#app.events.emit("editor");
    const game = /** @type {Game} */ (this.#app.table.state?.game);
    this.#app.socket.send("compose", { game: game.name, options: game.options, scene }, (answer) => {
      this.#composed = answer;
      this.#draw();
    });
    this.#draw();
  }

  /** Every kind of piece that can be put on the board. @returns {NonNullable<Brush>[]} */
  #brushes() {
    const kinds = [...new Set(this.#app.table.board?.cells.map((cell) => cell.holds))];
    const seats = this.#app.table.seats;
    /** @type {(number | null)[]} */
    const all = seats.map((_, seat) => seat);
    return kinds.flatMap((kind) => (kind === "barrier" ? [null] : all).map((seat) => ({ kind, seat })));
  }

  #draw() {
    const panel = find("editor");
    panel.hidden = !this.#editor.open;
    if (!this.#editor.open) return;
    const text = this.#app.catalogue;
    panel.replaceChildren(
      el("h2", {}, text.text("editor.title")),
      this.#palette(),
      ...this.#numbers(),
      el(
        "div",
        { class: "row" },
        this.#mover(),
        button(text.text("editor.clear"), () => this.#change({ ...this.#editor.scene, pieces: [] })),
      ),
      this.#verdict(),
      el("div", { class: "row" }, ...this.#endings()),
    );
  }

  #palette() {
    const { catalogue, table } = this.#app;
    const brushes = [...this.#brushes(), null];
    const made = brushes.map((brush) => {
      const label = brush
        ? catalogue.piece(brush.kind, brush.seat === null ? null : table.seats[brush.seat])
        : catalogue.text("editor.erase");
      const chosen = brush?.kind === this.#brush?.kind && brush?.seat === this.#brush?.seat;
      const sign = brush
        ? icon(brush.kind, brush.seat === null ? null : table.seats[brush.seat])
        : el("span", { "aria-hidden": "true" }, "⌫");
      const choose = () => {
        this.#brush = brush;
        this.#draw();
      };
      return el(
        "button",
        {
          type: "button",
          class: "brush",
          "aria-label": label,
          title: label,
          "aria-pressed": String(chosen),
          onclick: choose,
        },
        sign,
      );
    });
    return el("div", { class: "palette", role: "group", "aria-label": catalogue.text("editor.palette") }, ...made);
  }

  /** What lies beside the board. */
  #numbers() {
    const { catalogue, table } = this.#app;
    return this.#editor.scene.reserves.map((reserve, index) => {
      const input = el("input", { type: "number", min: 0, max: 99, value: reserve.number });
      input.addEventListener("change", () => {
        const reserves = this.#editor.scene.reserves.map((each, at) =>
          at === index ? { ...each, number: Math.max(0, Math.floor(Number(input.value))) } : each,
        );
        this.#change({ ...this.#editor.scene, reserves });
      });
      const name = catalogue.word(`reserve.name.${reserve.name.replaceAll(" ", "_")}`, reserve.name);
      return el(
        "label",
        { class: "field inline" },
        el("span", {}, `${catalogue.title(table.seats[reserve.seat])}: ${name}`),
        input,
      );
    });
  }

  #mover() {
    const { catalogue, table } = this.#app;
    const options = table.seats.map((seat, index) => [String(index), catalogue.about("turn", seat)]);
    const box = select(options, String(this.#editor.scene.mover), { "aria-label": catalogue.text("editor.mover") });
    box.addEventListener("change", () => this.#change({ ...this.#editor.scene, mover: Number(box.value) }));
    return box;
  }

  #verdict() {
    const { catalogue } = this.#app;
    const reasons = this.#composed?.reasons ?? [];
    if (reasons.length > 0) {
      const said = reasons.map((/** @type {string} */ reason) => el("li", {}, reason));
      return el(
        "div",
        { class: "verdict wrong", role: "status" },
        el("p", {}, catalogue.text("editor.impossible")),
        el("ul", {}, ...said),
      );
    }
    const over = this.#composed?.outcome
      ? ` ${catalogue.text("editor.over", { reason: this.#composed.outcome.reason })}`
      : "";
    return el(
      "p",
      { class: "verdict", role: "status" },
      catalogue.text(this.#composed?.unreachable ? "editor.unreachable" : "editor.possible") + over,
      el("code", {}, this.#composed?.text ?? ""),
    );
  }

  #endings() {
    const { catalogue } = this.#app;
    const start = this.#composed?.reasons.length === 0 ? this.#composed.text : null;
    const play = button(catalogue.text("editor.play"), () => this.#play(start), "primary");
    const study = button(catalogue.text("editor.study"), () => this.#study(start));
    play.disabled = start === null || Boolean(this.#composed?.outcome);
    study.disabled = start === null;
    return [play, study, button(catalogue.text("editor.close"), () => this.#close())];
  }

  /** @param {string} start */
  #play(start) {
    const open = later(
      () => import("./newgame.js"),
      (part) => (app) => part.openNewGame(app, start),
    );
    open(this.#app);
  }

  /** @param {string} start */
  #study(start) {
    this.#close();
    this.#app.view.look({ start, moves: [] });
    if (!this.#app.analysis.on) this.#app.analysis.toggle();
  }
}
