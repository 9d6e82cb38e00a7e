/** The line under the board: whose turn, last move, the cell under the pointer. */

import { el, find } from "./dom.js";
import { situation } from "./notices.js";
import { icon } from "./pieces.js";

/**
 * Keep the line up to date.
 * @param {App} app
 */
export function showStatus(app) {
  const draw = () => app.view.picture && drawStatus(app, app.view.picture);
  app.events.on("view choice language editor", draw);
}

/**
 * @param {App} app
 * @param {Picture} picture
 */
function drawStatus(app, picture) {
  const { catalogue, table } = app;
  const seat = picture.outcome ? picture.outcome.winner : picture.mover;
  const kind = app.board.board?.cells[0].holds ?? "stone";
  const sign = seat === null ? null : icon(kind, table.seats[seat]);
  find("turn").replaceChildren(...[sign, el("span", {}, sentence(app, picture))].filter(Boolean));
  find("turn").classList.toggle("over", Boolean(picture.outcome));
  find("last").textContent = picture.last ? catalogue.text("status.last", { move: picture.last.move }) : "";
  find("pointed").textContent = pointed(app);
}

/**
 * @param {App} app
 * @param {Picture} picture
 */
function sentence(app, picture) {
  const { catalogue, table, view } = app;
  const thinking = table.state?.thinking;
  if (view.live && thinking && !picture.outcome) {
    const waits = thinking.before ? "queues" : "waits";
    const how = thinking.building ? "builds" : thinking.compiling ? "compiles" : thinking.waiting ? waits : "thinks";
    return catalogue.about(`status.${how}`, table.seats[thinking.seat], { number: thinking.before });
  }
  return situation(app, picture);
}

/** @param {App} app */
function pointed(app) {
  const { chooser, catalogue } = app;
  if (chooser.pointed === null) return "";
  if (chooser.preview?.look === "forbidden") return catalogue.text("status.forbidden", { cell: chooser.pointed });
  return cellText(app, chooser.pointed);
}

/**
 * A cell in words: `f6, red stone`.
 * @param {App} app
 * @param {string} name
 */
export function cellText(app, name) {
  const scene = app.editor.open ? app.editor.scene : app.view.picture?.scene;
  const piece = scene?.pieces.find(({ cell }) => cell === name);
  if (!piece) return name;
  return `${name}, ${app.catalogue.piece(piece.kind, piece.seat === null ? null : app.table.seats[piece.seat])}`;
}
