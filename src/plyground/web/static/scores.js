/** Scores in words and figures: a proved result never looks like an estimate. */

/**
 * @param {import("./catalogue.js").Catalogue} catalogue
 * @param {Score} score
 */
export function scoreText(catalogue, score) {
  if (score.kind === "estimate") return `${score.value > 0 ? "+" : ""}${score.value}`;
  if (score.kind === "draw") return catalogue.text("score.draw");
  return catalogue.text(score.plies === undefined ? `score.${score.kind}` : `score.${score.kind}_in`, {
    plies: score.plies,
  });
}

/**
 * Whether a score is more than an estimate.
 * @param {Score} score
 */
export function proved(score) {
  return score.kind !== "estimate";
}
