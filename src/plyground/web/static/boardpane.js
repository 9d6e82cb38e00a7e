/** The board in its frame: drawn anew when the game, the frame or a setting changes, marked when anything else does. */

import { find } from "./dom.js";
import { drawFocus, labelCells } from "./focus.js";
import { materialOf } from "./material.js";

const ZOOMS = [1, 1.5, 2, 3];

/**
 * Keep the board up to date.
 * @param {App} app
 */
export function showBoard(app) {
  let [drawn, zoom] = ["", 0];
  const redraw = (/** @type {boolean} */ anew) => {
    if (!app.table.board) return;
    const angle = app.board.angle(app.table.board, wishes(app), frameSize());
    const named = JSON.stringify([app.table.state?.game.id, angle]);
    if (anew || named !== drawn) drawBoard(app, angle);
    drawn = named;
    fit(app, ZOOMS[zoom]);
    mark(app);
  };
  app.events.on("view editor", () => redraw(false));
  app.events.on("settings language", () => redraw(true));
  app.events.on("choice hint analysis motion", () => mark(app));
  app.events.on("zoom", (way) => {
    zoom = Math.min(ZOOMS.length - 1, Math.max(0, zoom + way));
    redraw(false);
  });
  new ResizeObserver(() => redraw(false)).observe(find("frame"));
}

function frameSize() {
  const { clientWidth, clientHeight } = find("frame");
  return { width: clientWidth, height: clientHeight };
}

/** @param {App} app */
function wishes({ settings }) {
  return {
    orientation: settings.get("orientation"),
    turned: settings.get("turned"),
    coordinates: settings.get("coordinates"),
  };
}

/**
 * @param {App} app
 * @param {number} angle
 */
function drawBoard(app, angle) {
  app.motion.finish();
  const { board, settings, table } = app;
  const shown = /** @type {Board} */ (table.board);
  const material = materialOf(settings.get("board"), shown);
  board.draw(shown, table.seats, angle, settings.get("coordinates"), material);
  drawFocus(app);
}

/**
 * Make the board as large as its frame allows, or larger.
 * @param {App} app
 * @param {number} zoom
 */
function fit(app, zoom) {
  const frame = frameSize();
  const { width, height } = /** @type {any} */ (app.board.board).extent;
  const scale = Math.min(frame.width / width, frame.height / height) * zoom;
  app.board.element.style.width = `${Math.floor(width * scale)}px`;
  app.board.element.style.height = `${Math.floor(height * scale)}px`;
}

/**
 * Mark everything that is not the board itself.
 * @param {App} app
 */
export function mark(app) {
  const { view, board, chooser, editor, analysis, motion } = app;
  const picture = view.picture;
  if (!picture || !board.board) return;
  const { pieces, last } = editor.open
    ? { pieces: editor.scene.pieces, last: null }
    : (motion.shown ?? { pieces: picture.scene.pieces, last: picture.last });
  board.show({
    pieces,
    last: last?.steps ?? [],
    winning: editor.open || motion.runs ? [] : picture.winning,
    targets: chooser.pending === null && !motion.runs ? chooser.targets : new Set(),
    path: chooser.path,
    hints: chooser.hints,
    best: analysis.firstSteps,
    preview: chooser.preview,
    mover: picture.mover,
    lifted: chooser.lifted,
  });
  board.element.dataset.active = String(chooser.active);
  labelCells(app);
}
