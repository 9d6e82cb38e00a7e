/** The little of Markdown that the rules use, as elements: headings, paragraphs, lists, tables, code, bold, italics. */

import { el } from "./dom.js";

/**
 * @param {string} text
 * @returns {HTMLElement[]}
 */
export function markdown(text) {
  const blocks = text
    .replaceAll("\r", "")
    .split(/\n{2,}/)
    .filter((each) => each.trim() !== "");
  return joinCode(blocks).map(block);
}

/**
 * A fenced block may have empty lines in it.
 * @param {string[]} blocks
 */
function joinCode(blocks) {
  /** @type {string[]} */
  const found = [];
  for (const each of blocks) {
    const open = found.length > 0 && (found.at(-1)?.match(/^```/gm)?.length ?? 0) % 2 === 1;
    if (open) found.push(`${found.pop()}\n\n${each}`);
    else found.push(each);
  }
  return found;
}

/** @param {string} text */
function block(text) {
  const heading = /^(#{1,4})\s+(.*)$/.exec(text.trim());
  if (heading) return el(`h${Math.min(6, heading[1].length + 2)}`, {}, ...inline(heading[2]));
  if (text.startsWith("```")) return el("pre", {}, text.replace(/^```.*\n/, "").replace(/\n?```\s*$/, ""));
  if (/^( {4}|\t)/.test(text)) return el("pre", {}, text.replaceAll(/^( {4}|\t)/gm, ""));
  if (/^\s*([-*]|\d+\.)\s/.test(text)) return list(text);
  if (/^\|/.test(text)) return table(text);
  return el("p", {}, ...inline(text));
}

/** @param {string} text */
function list(text) {
  const items = text.split(/^\s*(?:[-*]|\d+\.)\s+/m).filter((item) => item.trim() !== "");
  return el(/^\s*\d/.test(text) ? "ol" : "ul", {}, ...items.map((item) => el("li", {}, ...inline(item.trim()))));
}

/** @param {string} text */
function table(text) {
  const rows = text
    .trim()
    .split("\n")
    .filter((row) => !/^\|[\s:|-]+\|$/.test(row));
  const cells = rows.map((row) =>
    row
      .replaceAll(/^\||\|\s*$/g, "")
      .split("|")
      .map((cell) => cell.trim()),
  );
  const made = cells.map((row, index) =>
    el("tr", {}, ...row.map((cell) => el(index === 0 ? "th" : "td", {}, ...inline(cell)))),
  );
  return el("table", {}, ...made);
}

/**
 * @param {string} text
 * @returns {(Node | string)[]}
 */
function inline(text) {
  const parts = text.replaceAll("\n", " ").split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*|_[^_]+_)/);
  return parts
    .filter((part) => part !== "")
    .map((part) => {
      if (part.startsWith("`") && part.length > 2) return el("code", {}, part.slice(1, -1));
      if (part.startsWith("**") && part.length > 4) return el("strong", {}, part.slice(2, -2));
      if (/^[*_].+[*_]$/.test(part)) return el("em", {}, part.slice(1, -1));
      return part;
    });
}
