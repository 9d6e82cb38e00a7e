/** On narrow screens the analysis stands under the board while it is on, and not below the fold. */

import { find } from "./dom.js";

/**
 * Keep the analysis where it is seen.
 * @param {App} app
 */
export function showNearBoard(app) {
  const narrow = matchMedia("(max-width: 899px)");
  const place = () => {
    const [lines, brief] = [find("analysis"), find("brief")];
    if (narrow.matches && app.analysis.on) brief.append(lines);
    else if (brief.contains(lines)) find("ask-graph").before(lines);
  };
  narrow.addEventListener("change", place);
  app.events.on("analysis commands view", place);
}
