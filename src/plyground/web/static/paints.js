/** The paints of the players' colours: gradients for depth, and a mark each, since a colour is never the only sign. */

import { svg } from "./dom.js";
import { light } from "./material.js";

/** The marks by colour, drawn around the origin for a piece of radius 1. */
const MARKS = {
  red: () => svg("circle", { r: 0.26, class: "mark-fill" }),
  blue: () => svg("circle", { r: 0.42, class: "mark-line" }),
  green: () => svg("path", { d: "M0-.46 .44.32-.44.32Z", class: "mark-fill" }),
  yellow: () => svg("path", { d: "M-.34-.34h.68v.68h-.68Z", class: "mark-line" }),
  white: () => svg("circle", { r: 0.56, class: "mark-line" }),
  black: () => svg("circle", { r: 0.24, class: "mark-fill" }),
};

/** The patterns that tell the sides of a board apart without colour. */
const PATTERNS = { red: "0 0.5", blue: "0.5 0.25", green: "0.12 0.2", yellow: "0.8 0.4 0 0.4" };

/**
 * The mark of a colour; a colour that only an outside game has is marked like red.
 * @param {string} colour
 */
export function mark(colour) {
  return (MARKS[/** @type {keyof typeof MARKS} */ (colour)] ?? MARKS.red)();
}

/**
 * The dashes of a colour's side of the board.
 * @param {string} colour
 */
export function pattern(colour) {
  return PATTERNS[/** @type {keyof typeof PATTERNS} */ (colour)] ?? PATTERNS.red;
}

/**
 * The definitions that a drawing with these colours needs.
 * @param {string[]} colours
 */
export function definitions(colours) {
  return svg("defs", {}, ...colours.map(gradient), barrierGradient(), hatch(), light());
}

/** @param {string} colour */
function gradient(colour) {
  return svg(
    "radialGradient",
    { id: `paint-${colour}`, cx: "35%", cy: "28%", r: "80%" },
    svg("stop", { offset: "0%", class: `stop-${colour}-high` }),
    svg("stop", { offset: "55%", class: `stop-${colour}` }),
    svg("stop", { offset: "100%", class: `stop-${colour}-low` }),
  );
}

function barrierGradient() {
  return svg(
    "linearGradient",
    { id: "paint-barrier", x1: "0", y1: "0", x2: "1", y2: "1" },
    svg("stop", { offset: "0%", class: "stop-barrier-high" }),
    svg("stop", { offset: "100%", class: "stop-barrier" }),
  );
}

/** The hatching of what is forbidden. */
function hatch() {
  const size = 0.12;
  return svg(
    "pattern",
    { id: "hatch", width: size, height: size, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    svg("rect", { width: size, height: size, class: "hatch-ground" }),
    svg("rect", { width: size / 2, height: size, class: "hatch-line" }),
  );
}
