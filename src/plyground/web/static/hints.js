/** Hints: first the piece, then the move. */

import { announce, clear, notice } from "./notices.js";

/** The hint given last, so that the next one says more. */
const given = { position: "", stage: 0 };

/**
 * Ask for a hint about the position on the table.
 * @param {App} app
 */
export function askHint(app) {
  const position = app.table.state?.position ?? "";
  const stage = given.position === position && given.stage > 0 ? 2 : 1;
  notice(app.catalogue.text("hint.thinking"), "lasts");
  app.socket.send("hint", { stage }, (answer) => {
    if (answer.position !== app.view.picture?.position) return clear(".lasts");
    Object.assign(given, { position, stage });
    tell(app, answer);
  });
}

/**
 * @param {App} app
 * @param {HintAnswer} answer
 */
function tell(app, answer) {
  const kind = app.catalogue.word(`kind.${answer.kind}`, answer.kind);
  const still = answer.area.length > 0 ? "area" : answer.kind === "button" ? "button" : "only";
  const how = answer.stage === 2 ? "move" : answer.step === null ? still : "piece";
  const said = app.catalogue.text(`hint.${how}`, { kind, move: answer.move, cell: answer.step });
  app.chooser.hints = answer.steps ?? (answer.step === null ? answer.area : [answer.step]);
  notice(said, "lasts");
  announce(said);
  app.events.emit("hint");
}
