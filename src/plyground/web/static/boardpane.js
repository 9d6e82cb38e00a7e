/** The board in its frame: drawn anew when the game, the frame or a setting changes, marked when anything else does. */

import { find } from "./dom.js";
import { drawFocus, labelCells } from "./focus.js";

/** @typedef {import("./types.js").App} App */

const ZOOMS = [1, 1.5, 2, 3];

/**
 * Keep the board up to date.
 * @param {App} app
 */
export function showBoard(app) {
  let [drawn, zoom] = ["", 0];
  const redraw = (/** @type {boolean} */ anew) => {
    const named = signature(app, zoom);
    if (app.table.board && (anew || named !== drawn)) drawBoard(app, ZOOMS[zoom]);
    drawn = named;
    mark(app);
  };
  app.events.on("view", () => redraw(false));
  app.events.on("choice", () => mark(app));
  app.events.on("hint", () => mark(app));
  app.events.on("editor", () => redraw(false));
  app.events.on("analysis", () => mark(app));
  for (const name of ["settings", "language"]) app.events.on(name, () => redraw(true));
  app.events.on("zoom", (way) => {
    zoom = Math.min(ZOOMS.length - 1, Math.max(0, zoom + way));
    redraw(true);
  });
  new ResizeObserver(() => redraw(false)).observe(find("frame"));
}

/** @param {App} app */
function frameSize(app) {
  const { clientWidth, clientHeight } = find("frame");
  return { width: clientWidth, height: clientHeight, game: app.table.state?.game.id };
}

/**
 * What a drawing depends on.
 * @param {App} app
 * @param {number} zoom
 */
function signature(app, zoom) {
  return JSON.stringify([frameSize(app), zoom]);
}

/**
 * @param {App} app
 * @param {number} zoom
 */
function drawBoard(app, zoom) {
  const { settings, table, board } = app;
  const wishes = {
    orientation: settings.get("orientation"),
    turned: settings.get("turned"),
    coordinates: settings.get("coordinates"),
  };
  const frame = frameSize(app);
  board.draw(/** @type {any} */ (table.board), table.seats, wishes, frame);
  const { width, height } = /** @type {any} */ (board.board).extent;
  const scale = Math.min(frame.width / width, frame.height / height) * zoom;
  board.element.style.width = `${width * scale}px`;
  board.element.style.height = `${height * scale}px`;
  drawFocus(app);
}

/** @param {App} app */
function mark(app) {
  const { view, board, chooser, editor, analysis } = app;
  const picture = view.picture;
  if (!picture || !board.board) return;
  const scene = editor.open ? editor.scene : picture.scene;
  board.show({
    pieces: scene.pieces,
    last: editor.open ? [] : (picture.last?.steps ?? []),
    winning: editor.open ? [] : picture.winning,
    targets: chooser.targets,
    path: chooser.path,
    hints: chooser.hints,
    best: analysis.firstSteps,
    preview: chooser.preview,
    mover: picture.mover,
  });
  labelCells(app);
}
