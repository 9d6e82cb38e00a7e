/** Mouse, pen and finger on the board: hover, click, drag. */

/** So many pixels make a press a drag. */
const DRAG = 8;
/** What a press has not yet. */
const FRESH = { at: null, over: false, dragged: null };

/**
 * @typedef {{cell: string, x: number, y: number, chosen: boolean, at: PointerEvent | null, over: boolean,
 *   dragged: import("./dragged.js").Dragged | null}} Press `at`: where it is dragged to
 */

/**
 * Let the board hear pointers.
 * @param {App} app
 */
export function listenToPointers(app) {
  const { board, chooser } = app;
  const element = board.element;
  /** @type {Press | null} */
  let press = null;
  const letGo = () => {
    press?.dragged?.back();
    if (press) press.over = true;
    press = null;
  };

  element.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "touch" || press) chooser.point(meant(app, event));
    if (press?.chosen) drag(app, press, event);
  });
  element.addEventListener("pointerleave", () => chooser.point(null));
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const cell = meant(app, event);
    press = cell === null ? null : { cell, x: event.clientX, y: event.clientY, chosen: pickUp(app, cell), ...FRESH };
    if (press?.chosen) element.setPointerCapture(event.pointerId);
  });
  element.addEventListener("pointerup", (event) => {
    const begun = press;
    press = null;
    if (!begun) return;
    begun.over = true;
    release(app, begun, event);
  });
  element.addEventListener("pointercancel", letGo);
}

/**
 * Let a chosen piece follow the pointer once it has moved far enough.
 * @param {App} app
 * @param {Press} press
 * @param {PointerEvent} event
 */
function drag(app, press, event) {
  if (press.at === null && !moved(press, event)) return;
  if (press.at === null) lift(app, press);
  press.at = event;
  press.dragged?.follow(event);
}

/**
 * Draw the piece at the pointer, once what draws it is there.
 * @param {App} app
 * @param {Press} press
 */
async function lift(app, press) {
  const { Dragged } = await import("./dragged.js").catch(() => ({ Dragged: null }));
  if (press.over || !Dragged || !press.at) return;
  press.dragged = Dragged.lift(app, press.cell);
  press.dragged?.follow(press.at);
}

/**
 * @param {Press} press
 * @param {PointerEvent} event
 */
function moved(press, event) {
  return Math.hypot(event.clientX - press.x, event.clientY - press.y) > DRAG;
}

/**
 * The cell that a pointer means. With slots on the board only those count that can be used, or say why they cannot;
 * for a finger the same goes for squares, so that it hits the slot that it is near to.
 * @param {App} app
 * @param {PointerEvent} event
 */
function meant(app, event) {
  const { board, chooser, view, editor } = app;
  const forbidden = new Set(view.picture?.forbidden ?? []);
  const slots = board.board?.cells.some((cell) => cell.shape === "slot");
  const choosy = (/** @type {Cell} */ cell) => cell.shape === "slot" || (event.pointerType === "touch" && slots);
  const usable = (/** @type {Cell} */ cell) =>
    !choosy(cell) || editor.open || chooser.targets.has(cell.name) || forbidden.has(cell.name);
  return board.cellAt(event, usable)?.name ?? null;
}

/**
 * Choose a piece as soon as it is pressed, so that it can be dragged; true if that was done.
 * @param {App} app
 * @param {string} cell
 */
function pickUp(app, cell) {
  const { chooser, editor } = app;
  const again = chooser.selection.path.at(-1) === cell;
  if (editor.open || again || !chooser.targets.has(cell) || chooser.selection.completes(cell) !== null) return false;
  chooser.click(cell);
  return true;
}

/**
 * @param {App} app
 * @param {Press} press
 * @param {PointerEvent} event
 */
function release(app, press, event) {
  const cell = meant(app, event);
  const dragged = moved(press, event);
  const touch = event.pointerType === "touch";
  if (app.editor.open) app.editor.click(cell);
  else if (cell === press.cell && !press.chosen) app.chooser.click(cell, touch);
  else if (cell !== null && cell !== press.cell && dragged && app.chooser.targets.has(cell)) {
    press.dragged?.put(cell);
    app.chooser.click(cell, touch);
  } else putBack(app, press, dragged ? cell : null);
  if (touch) app.chooser.point(null);
}

/**
 * A piece that was dropped where it cannot go.
 * @param {App} app
 * @param {Press} press
 * @param {string | null} cell
 */
function putBack(app, press, cell) {
  press.dragged?.back();
  if (press.chosen && cell !== null && cell !== press.cell) app.chooser.nowhere(cell);
}
