/** The board as a picture that stands alone: the styles of the page become attributes of the drawing. */

const PROPERTIES = (
  "fill stroke stroke-width stroke-linejoin stroke-linecap stroke-dasharray opacity fill-opacity " +
  "stroke-opacity stop-color stop-opacity font-family font-size font-weight text-anchor visibility"
).split(" ");
/** Pixels for the distance of two cells. */
const SCALE = 64;

/**
 * @param {SVGSVGElement} board
 * @param {{width: number, height: number}} [size] in pixels
 * @returns {string}
 */
export function svgOf(board, size = usualSize(board)) {
  const copy = /** @type {SVGSVGElement} */ (board.cloneNode(true));
  const [originals, copies] = [board.querySelectorAll("*"), copy.querySelectorAll("*")];
  originals.forEach((original, index) => carry(original, copies[index]));
  for (const cell of copy.querySelectorAll("[data-cell]")) cell.remove();
  copy.removeAttribute("style");
  copy.removeAttribute("class");
  copy.setAttribute("width", String(size.width));
  copy.setAttribute("height", String(size.height));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}\n`;
}

/** @param {SVGSVGElement} board */
function usualSize(board) {
  const { width, height } = board.viewBox.baseVal;
  return { width: Math.round(width * SCALE), height: Math.round(height * SCALE) };
}

/**
 * @param {Element} original
 * @param {Element} copy
 */
function carry(original, copy) {
  const style = getComputedStyle(original);
  for (const property of PROPERTIES) {
    const value = style.getPropertyValue(property);
    if (value && !value.startsWith("url(")) copy.setAttribute(property, value);
  }
  copy.removeAttribute("class");
}

/**
 * @param {SVGSVGElement} board
 * @returns {Promise<Blob>}
 */
export async function pngOf(board) {
  const canvas = await imageOf(board);
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(/** @type {Blob} */ (blob))));
}

/**
 * The picture as pixels.
 * @param {SVGSVGElement} board
 * @param {{width: number, height: number}} [size]
 * @returns {Promise<HTMLCanvasElement>}
 */
export async function imageOf(board, size) {
  const address = URL.createObjectURL(new Blob([svgOf(board, size)], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  URL.revokeObjectURL(address);
  return canvas;
}
