/** The cells for those who do not point: each can be focused (one at a time by Tab), named, and moved from by arrows. */

import { svg } from "./dom.js";
import { family, neighbour } from "./geometry.js";
import { shape } from "./marks.js";
import { cellText } from "./status.js";

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/**
 * Make the cells that can be focused.
 * @param {App} app
 */
export function drawFocus(app) {
  const { board } = app;
  const had = current(board)?.getAttribute("data-cell");
  const focused = board.element.contains(document.activeElement);
  const cells = board.board?.cells ?? [];
  board.layers.focus.replaceChildren(...cells.map((cell) => focusable(cell, board.degrees)));
  const start = element(board, had ?? "") ?? element(board, middle(cells).name);
  start?.setAttribute("tabindex", "0");
  if (focused) start?.focus();
}

/**
 * @param {Cell} cell
 * @param {number} degrees
 */
function focusable(cell, degrees) {
  return svg(
    "g",
    { role: "button", tabindex: "-1", "data-cell": cell.name, class: "focusable" },
    shape(cell, degrees, "focus-shape"),
  );
}

/**
 * The cell nearest to the middle of the board, where the focus begins.
 * @param {Cell[]} cells
 */
function middle(cells) {
  const all = cells.filter((cell) => cell.shape !== "slot");
  const [x, y] = [
    all.reduce((sum, cell) => sum + cell.x, 0) / all.length,
    all.reduce((sum, cell) => sum + cell.y, 0) / all.length,
  ];
  return all.reduce((one, other) =>
    Math.hypot(other.x - x, other.y - y) < Math.hypot(one.x - x, one.y - y) ? other : one,
  );
}

/**
 * Say of every cell what stands there and whether it can be chosen.
 * @param {App} app
 */
export function labelCells(app) {
  const { board, chooser, catalogue } = app;
  const [targets, path] = [chooser.targets, new Set(chooser.path)];
  const forbidden = new Set(chooser.active ? app.view.picture?.forbidden : []);
  const standing = new Set(chooser.active ? app.view.picture?.scene.pieces.map(({ cell }) => cell) : []);
  for (const each of board.layers.focus.children) {
    const name = each.getAttribute("data-cell");
    const more = path.has(name)
      ? "cell.chosen"
      : targets.has(name)
        ? "cell.target"
        : forbidden.has(name)
          ? "cell.forbidden"
          : null;
    const label = more ? `${cellText(app, name)}, ${catalogue.text(more)}` : cellText(app, name);
    if (each.getAttribute("aria-label") !== label) each.setAttribute("aria-label", label);
    each.setAttribute("aria-pressed", String(path.has(name)));
    each.classList.toggle("grab", targets.has(name) && standing.has(name));
  }
}

/**
 * @param {App["board"]} board
 * @returns {any}
 */
function current(board) {
  return board.layers.focus.querySelector("[tabindex='0']");
}

/**
 * @param {App["board"]} board
 * @param {string} name
 * @returns {any}
 */
function element(board, name) {
  return board.layers.focus.querySelector(`[data-cell="${CSS.escape(name)}"]`);
}

/**
 * Put the focus on a cell.
 * @param {App["board"]} board
 * @param {string} name
 */
export function focusCell(board, name) {
  const next = element(board, name);
  if (!next) return;
  current(board)?.setAttribute("tabindex", "-1");
  next.setAttribute("tabindex", "0");
  next.focus();
}

/**
 * Put the focus on the board, where it was last.
 * @param {App["board"]} board
 */
export function focusBoard(board) {
  current(board)?.focus();
}

/**
 * Keys on the board: arrows, the full stop between squares and slots, Enter and Space. True if the key was one of them.
 * @param {App} app
 * @param {KeyboardEvent} event
 */
export function keyOnBoard(app, event) {
  const from = cellOf(app, event);
  if (!from || event.altKey || event.ctrlKey || event.metaKey) return false;
  const cells = app.board.board?.cells ?? [];
  if (event.key in ARROWS) {
    const [dx, dy] = ARROWS[/** @type {keyof typeof ARROWS} */ (event.key)];
    const next = neighbour(cells, from, dx, dy);
    if (next) focusCell(app.board, next.name);
  } else if (event.key === ".") focusCell(app.board, otherFamily(cells, from).name);
  else if (event.key === "Enter" || event.key === " ") choose(app, from.name);
  else return false;
  return true;
}

/**
 * The cell that has the focus, if one has.
 * @param {App} app
 * @param {KeyboardEvent} event
 */
function cellOf(app, event) {
  const name = /** @type {Element} */ (event.target).closest?.("[data-cell]")?.getAttribute("data-cell");
  return name ? app.board.cells.get(name) : undefined;
}

/**
 * @param {App} app
 * @param {string} name
 */
function choose(app, name) {
  if (app.editor.open) app.editor.click(name);
  else app.chooser.click(name);
}

/**
 * The nearest cell of the next kind: from squares to lying slots, to standing ones, and back.
 * @param {Cell[]} cells
 * @param {Cell} from
 */
function otherFamily(cells, from) {
  const families = [...new Set(cells.map(family))];
  const wanted = families[(families.indexOf(family(from)) + 1) % families.length];
  const there = cells.filter((cell) => family(cell) === wanted);
  const far = (/** @type {Cell} */ cell) => Math.hypot(cell.x - from.x, cell.y - from.y);
  return there.reduce((one, other) => (far(other) < far(one) ? other : one));
}
