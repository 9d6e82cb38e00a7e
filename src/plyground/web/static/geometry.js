/** Points and cells of a board in the plane: turning, outlines, what is nearest. The unit is that of the board. */

/** How far a pointer may be from what it means. */
const FINGER = 0.75;
/** What a player's side takes beside the cells. */
const ROOM = 0.18;
/** Half of the middle of a cell, where a pointer means the cell even with slots around it. */
const CORE = 0.27;

/**
 * A point turned around the origin.
 * @param {number} x
 * @param {number} y
 * @param {number} degrees
 * @returns {[number, number]}
 */
export function turn(x, y, degrees) {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [x * cos - y * sin, x * sin + y * cos];
}

/**
 * The corners of a cell as the board shows it, rotated about its own centre, in degrees.
 * @param {Cell} cell a cell of a turned board
 * @param {number} degrees
 * @param {number} [scale]
 * @returns {[number, number][]}
 */
export function outline(cell, degrees, scale = 1) {
  return corners(cell).map(([x, y]) => {
    const [dx, dy] = turn(x * scale, y * scale, degrees);
    return [cell.x + dx, cell.y + dy];
  });
}

/**
 * @param {Cell} cell
 * @returns {[number, number][]}
 */
function corners(cell) {
  const [w, h] = [cell.width / 2, cell.height / 2];
  if (cell.shape === "hexagon")
    return [
      [0, -h],
      [w, -h / 2],
      [w, h / 2],
      [0, h],
      [-w, h / 2],
      [-w, -h / 2],
    ];
  return [
    [-w, -h],
    [w, -h],
    [w, h],
    [-w, h],
  ];
}

/**
 * The board rotated, in degrees, with its new extent.
 * @param {Board} board
 * @param {number} degrees
 * @param {boolean} labelled whether the coordinates are shown
 * @returns {Board}
 */
export function turned(board, degrees, labelled) {
  const moved = (/** @type {any} */ item) => {
    const [x, y] = turn(item.x, item.y, degrees);
    return { ...item, x, y };
  };
  const points = (/** @type {any} */ item) => ({
    ...item,
    points: item.points.map((/** @type {number[]} */ [x, y]) => turn(x, y, degrees)),
  });
  const cells = board.cells.map(moved);
  const [borders, lines] = [board.borders.map(points), board.lines.map(points)];
  const sides = borders.map(outward(cells));
  const labels = labelled ? board.labels.map((label) => pushed(moved(label), sides)) : [];
  return { ...board, cells, labels, borders, lines, extent: extentOf(cells, labels, degrees) };
}

/**
 * The line through a side of the board, with the direction away from the cells.
 * @param {Cell[]} cells
 */
function outward(cells) {
  const middle = cells.reduce((sum, { x, y }) => [sum[0] + x / cells.length, sum[1] + y / cells.length], [0, 0]);
  return (/** @type {{points: number[][]}} */ { points }) => {
    const [[x, y], [x2, y2]] = [points[0], points[points.length - 1]];
    const length = Math.hypot(x2 - x, y2 - y);
    const [nx, ny] = [(y2 - y) / length, (x - x2) / length];
    const sign = (x - middle[0]) * nx + (y - middle[1]) * ny > 0 ? 1 : -1;
    return { x, y, nx: nx * sign, ny: ny * sign };
  };
}

/**
 * A label moved straight away from the side of the board that it stands beside, which needs the room.
 * @param {{text: string, x: number, y: number}} label
 * @param {{x: number, y: number, nx: number, ny: number}[]} sides
 */
function pushed(label, sides) {
  const beyond = sides.map((side) => ({ side, far: (label.x - side.x) * side.nx + (label.y - side.y) * side.ny }));
  const most = beyond.reduce((one, other) => (other.far > one.far ? other : one), { side: { nx: 0, ny: 0 }, far: 0 });
  return { ...label, x: label.x + most.side.nx * ROOM, y: label.y + most.side.ny * ROOM };
}

/**
 * @param {Cell[]} cells
 * @param {{x: number, y: number}[]} labels
 * @param {number} degrees
 */
function extentOf(cells, labels, degrees) {
  const around = labels.flatMap(({ x, y }) => [
    [x - 0.3, y - 0.3],
    [x + 0.3, y + 0.3],
  ]);
  const all = [...cells.flatMap((cell) => outline(cell, degrees)), ...around];
  const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)];
  const margin = labels.length > 0 ? 0.06 : 0.38;
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  return { left, top, width: Math.max(...xs) - left + margin, height: Math.max(...ys) - top + margin };
}

/**
 * How far a point is from what one aims at to hit a cell: the middle of a square, the middle of a slot's length.
 * @param {Cell} cell
 * @param {number} x
 * @param {number} y
 */
export function distanceTo(cell, x, y) {
  const [dx, dy] = [Math.abs(x - cell.x), Math.abs(y - cell.y)];
  if (cell.shape !== "slot") {
    const core = cell.width < 1 ? CORE : 0;
    return Math.hypot(Math.max(0, dx - core), Math.max(0, dy - core));
  }
  const [along, across] = cell.width > cell.height ? [dx, dy] : [dy, dx];
  return Math.hypot(Math.max(0, along - 0.5), across) + along / 1000;
}

/**
 * The cell that a pointer means: the nearest within a finger's reach.
 * @param {Cell[]} cells
 * @param {number} x
 * @param {number} y
 * @returns {Cell | null}
 */
export function nearest(cells, x, y) {
  let [best, least] = [/** @type {Cell | null} */ (null), FINGER];
  for (const cell of cells) {
    const distance = distanceTo(cell, x, y);
    if (distance < least) [best, least] = [cell, distance];
  }
  return best;
}

/**
 * The cells among which arrows move: of the same kind, lying or standing alike.
 * @param {Cell} cell
 */
export function family(cell) {
  return `${cell.shape}${cell.shape === "slot" ? cell.width > cell.height : ""}`;
}

/**
 * The next cell in a direction, the straightest first; null at the edge.
 * @param {Cell[]} cells
 * @param {Cell} from
 * @param {number} dx
 * @param {number} dy
 * @returns {Cell | null}
 */
export function neighbour(cells, from, dx, dy) {
  let [best, least] = [/** @type {Cell | null} */ (null), Infinity];
  for (const cell of cells) {
    const along = (cell.x - from.x) * dx + (cell.y - from.y) * dy;
    const across = Math.abs((cell.x - from.x) * dy) + Math.abs((cell.y - from.y) * dx);
    const reachable = along > 0.1 && across < along * 0.95 && family(cell) === family(from);
    if (reachable && along + 1.2 * across < least) [best, least] = [cell, along + 1.2 * across];
  }
  return best;
}
