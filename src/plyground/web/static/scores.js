/** Scores in words and figures: a proved result never looks like an estimate. */

/**
 * @param {App["catalogue"]} catalogue
 * @param {Score} score
 */
export function scoreText(catalogue, score) {
  if (score.kind === "estimate") return catalogue.number(score.value, 0, { signDisplay: "exceptZero" });
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
