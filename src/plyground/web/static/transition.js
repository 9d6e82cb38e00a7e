/**
 * From one position to the next, as movements of pieces. No rule is known here: what stood and what stands now is
 * compared, and the clicks of the move say in which order it happened.
 */

/**
 * @typedef {{x: number, y: number}} Spot
 * @typedef {object} Movement
 * @property {"go" | "come" | "leave"} what
 * @property {Piece} piece what is drawn
 * @property {Piece} [turns] what a piece becomes on its way: a swapped stone
 * @property {Cell[]} way from where to where; a single cell for what comes or leaves
 * @property {number} begins in steps
 * @property {number} lasts in steps
 * @property {boolean} [fades] whether the piece is gone at the end of its way
 */

/** How near to a piece's way another one stands that it passes over. */
const PASSES = 0.45;

/**
 * The movements that lead from one set of pieces to another.
 * @param {Piece[]} before
 * @param {Piece[]} after
 * @param {string[]} steps the clicks of the move between them; none for a way back
 * @param {Map<string, Cell>} cells
 * @returns {Movement[]}
 */
export function movements(before, after, steps, cells) {
  const left = without(before, after);
  const come = without(after, before);
  const goes = walker(left, come, steps, cells) ?? pairs(left, come, steps, cells);
  const used = new Set(goes.flatMap(({ piece, turns, ends }) => [piece, turns, ends]));
  const end = Math.max(0, ...goes.map(({ lasts }) => lasts));
  const taken = left.filter((piece) => !used.has(piece) && cells.has(piece.cell));
  const fresh = come.filter((piece) => !used.has(piece) && cells.has(piece.cell));
  const at = (/** @type {Piece} */ piece) => /** @type {Cell} */ (cells.get(piece.cell));
  const placed = [...fresh].sort((one, other) => steps.indexOf(one.cell) - steps.indexOf(other.cell));
  const all = end + placed.length;
  return [
    ...goes,
    ...placed.map((piece, index) => still("come", piece, at(piece), end + index)),
    ...taken.map((piece) => still("leave", piece, at(piece), passed(goes, at(piece)) ?? all)),
  ];
}

/**
 * @param {"come" | "leave"} what
 * @param {Piece} piece
 * @param {Cell} cell
 * @param {number} begins
 * @returns {Movement}
 */
function still(what, piece, cell, begins) {
  return { what, piece, way: [cell], begins, lasts: 1 };
}

/**
 * The pieces of one set that the other lacks.
 * @param {Piece[]} all
 * @param {Piece[]} others
 */
function without(all, others) {
  const key = (/** @type {Piece} */ { cell, seat, kind }) => `${cell} ${seat} ${kind}`;
  const known = new Set(others.map(key));
  return all.filter((piece) => !known.has(key(piece)));
}

/**
 * The piece on the first click, moved along the others: to where it stands now, or, where more of its colour have come
 * than left, to the last cell that none of those took.
 * @param {Piece[]} left
 * @param {Piece[]} come
 * @param {string[]} steps
 * @param {Map<string, Cell>} cells
 * @returns {(Movement & {ends?: Piece})[] | null}
 */
function walker(left, come, steps, cells) {
  const piece = left.find(({ cell }) => cell === steps[0]);
  if (!piece) return null;
  const own = (/** @type {Piece} */ { seat, kind }) => seat === piece.seat && kind === piece.kind;
  const kin = come.filter(own);
  const drops = new Set(kin.map(({ cell }) => cell));
  const promoted = kin.length !== 1 || left.filter(own).length !== 1;
  const stop = promoted ? steps.findIndex((step) => drops.has(step)) : steps.indexOf(kin[0].cell) + 1;
  const way = steps.slice(0, stop < 1 ? steps.length : stop).flatMap((step) => cells.get(step) ?? []);
  if (way.length < 2) return null;
  const walk = { what: /** @type {const} */ ("go"), piece, way, begins: 0, lasts: way.length - 1 };
  return [promoted ? { ...walk, fades: true } : { ...walk, ends: kin[0] }];
}

/**
 * Pieces that left and came in the same colour are the same ones; of another colour too where the move is no cell.
 * @param {Piece[]} left
 * @param {Piece[]} come
 * @param {string[]} steps
 * @param {Map<string, Cell>} cells
 * @returns {(Movement & {ends?: Piece})[]}
 */
function pairs(left, come, steps, cells) {
  const swap = steps.length === 1 && !cells.has(steps[0]);
  const free = new Set(come);
  return left.flatMap((piece) => {
    const found = [...free].find((each) => each.kind === piece.kind && (swap || each.seat === piece.seat));
    const [from, to] = [cells.get(piece.cell), cells.get(found?.cell ?? "")];
    if (!found || !from || !to || piece.kind === "barrier") return [];
    free.delete(found);
    const turns = found.seat === piece.seat ? {} : { turns: found };
    return [{ what: /** @type {const} */ ("go"), piece, way: [from, to], begins: 0, lasts: 1, ends: found, ...turns }];
  });
}

/**
 * When a moved piece passes over a cell; null where none does.
 * @param {Movement[]} goes
 * @param {Cell} cell
 */
function passed(goes, cell) {
  for (const { what, way } of goes) {
    if (what !== "go") continue;
    const at = way.findIndex((to, index) => index > 0 && beside(way[index - 1], to, cell) < PASSES);
    if (at > 0) return at - 0.5;
  }
  return null;
}

/**
 * Whether a piece on the way from one cell to the next passes over another.
 * @param {Spot} from
 * @param {Spot} to
 * @param {Piece[]} pieces
 * @param {Map<string, Cell>} cells
 */
export function hops(from, to, pieces, cells) {
  return pieces.some((piece) => {
    const cell = cells.get(piece.cell);
    return cell && cell.shape !== "slot" && beside(from, to, cell) < PASSES;
  });
}

/**
 * How far a spot strictly between two others is from the line that joins them; far where it is not between them.
 * @param {Spot} from
 * @param {Spot} to
 * @param {Spot} spot
 */
function beside(from, to, spot) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const square = dx * dx + dy * dy;
  const share = square === 0 ? 0 : ((spot.x - from.x) * dx + (spot.y - from.y) * dy) / square;
  if (share < 0.1 || share > 0.9) return Infinity;
  return Math.hypot(from.x + share * dx - spot.x, from.y + share * dy - spot.y);
}
