/** Elements, made and found. No text from outside ever becomes markup. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Set attributes, listeners (`onclick`) and properties that are no attribute on an element, and fill it.
 * @template {Element} T
 * @param {T} element
 * @param {Record<string, any>} attributes
 * @param {(Node | string | null)[]} children
 * @returns {T}
 */
function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/**
 * An HTML element.
 * @param {string} name
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null)} children
 * @returns {any}
 */
export function el(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/**
 * An SVG element.
 * @param {string} name
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null)} children
 * @returns {any}
 */
export function svg(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

/**
 * A line drawing for a button, in a square of 24.
 * @param {string} d
 */
export function sign(d) {
  return svg("svg", { viewBox: "0 0 24 24", class: "sign", "aria-hidden": "true" }, svg("path", { d }));
}

/** What comes into elements once they are no longer pressed. @type {Map<Element, any[]>} */
const waiting = new Map();
/** Milliseconds after which that is looked at again: no event says when a finger's press is over. */
const PRESS = 50;

/**
 * Fill an element again, but not while it is pressed: a button that is taken away then is never clicked. What is as it
 * was stays and keeps the focus, in lists entry by entry; what looks the same must do the same.
 * @param {Element} box
 * @param {...any} children elements
 */
export function renew(box, ...children) {
  waiting.delete(box);
  if (box.matches(":active")) {
    waiting.set(box, children);
    return void setTimeout(() => waiting.get(box) === children && renew(box, ...children), PRESS);
  }
  children.forEach((child, at) => {
    const old = box.children[at];
    if (!old) box.append(child);
    else if (old.isEqualNode(child)) return;
    else if (old.matches("ol, ul") && old.className === child.className) renew(old, ...child.children);
    else old.replaceWith(child);
  });
  while (box.children.length > children.length) box.lastElementChild?.remove();
}

/**
 * The element of that id, which the page has.
 * @param {string} id
 * @returns {any}
 */
export function find(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/**
 * Copy a field's text; the old way, since pages of the local network have no other.
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 */
export function copy(field) {
  field.select();
  document.execCommand("copy");
}

/**
 * Download a file made here.
 * @param {string} name
 * @param {Blob} blob
 */
export function download(name, blob) {
  const address = URL.createObjectURL(blob);
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
