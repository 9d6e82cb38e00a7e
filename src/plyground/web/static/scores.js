/** Scores in words and figures: a proved result never looks like an estimate. */

import { el } from "./dom.js";

/** Beyond these a value is a win or a loss that the search found. */
export const PROVED = 990_000;

/** How books mark a move that loses chances. */
export const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/**
 * The sign of a mark, with its name for those who do not see it.
 * @param {App["catalogue"]} catalogue
 * @param {string} mark
 */
export function judgedSign(catalogue, mark) {
  const name = catalogue.text(`review.${mark}`);
  const look = `judged mark-${mark}`;
  return el("span", { class: look, role: "img", "aria-label": name, title: name }, SIGNS[/** @type {keyof typeof SIGNS} */ (mark)]);
}

/**
 * @param {App["catalogue"]} catalogue
 * @param {Score} score
 * @param {number | null} [chance] of the player to move, from 0 to 1, where it is known
 */
export function scoreText(catalogue, score, chance = null) {
  if (score.kind === "estimate" && chance !== null) return percent(catalogue, chance);
  if (score.kind === "estimate" && Math.abs(score.value) >= PROVED)
    return catalogue.text(score.value > 0 ? "score.unproved_win" : "score.unproved_loss");
  if (score.kind === "estimate") return catalogue.number(score.value, 0, { signDisplay: "exceptZero" });
  if (score.kind === "draw") return catalogue.text("score.draw");
  if (score.plies === undefined) return catalogue.text(`score.${score.kind}`);
  return catalogue.text(`score.${score.kind}_in`, { plies: catalogue.count("plies", score.plies) });
}

/**
 * Whether a score is more than an estimate.
 * @param {Score} score
 */
export function proved(score) {
  return score.kind !== "estimate";
}

/**
 * A chance in percent; only what is certain is 0 or 100.
 * @param {App["catalogue"]} catalogue
 * @param {number} chance
 */
export function percent(catalogue, chance) {
  const shown = chance > 0 && chance < 1 ? Math.min(0.99, Math.max(0.01, chance)) : chance;
  return catalogue.text("score.percent", { percent: Math.round(shown * 100) });
}
