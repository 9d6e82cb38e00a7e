/** Whether a position is set up, and what stands there then; the panel for it is fetched when it is first opened. */

import { later } from "./later.js";

export class Editor {
  /** @type {App} */
  #app;
  /** @type {import("./editorpanel.js").EditorPanel | null} */
  #panel = null;
  open = false;
  /** @type {Scene} */
  scene = { pieces: [], mover: 0, reserves: [] };

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
  }

  toggle() {
    const run = later(
      () => import("./editorpanel.js"),
      ({ EditorPanel }) => (app) => {
        this.#panel ??= new EditorPanel(app, this);
        this.#panel.toggle();
        app.events.emit("commands");
      },
    );
    run(this.#app);
  }

  /**
   * Put the chosen piece on a cell, or take away what stands there.
   * @param {string | null} cell
   */
  click(cell) {
    this.#panel?.click(cell);
  }
}
