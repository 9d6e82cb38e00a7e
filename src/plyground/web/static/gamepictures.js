/** The games as pictures, for choosing one: little boards from positions that were stored with the page. */

import { materialOf } from "./material.js";
import { MiniBoards } from "./miniboard.js";

/** @typedef {{definitions: SVGElement, draw: () => SVGElement}} GamePicture */

/**
 * The pictures by game; a game without one has none.
 * @param {App} app
 * @returns {Promise<Map<string, GamePicture>>}
 */
export async function gamePictures(app) {
  const answer = await fetch("/static/pictures.json");
  const found = answer.ok ? Object.entries(await answer.json()) : [];
  return new Map(found.map(([name, { board, seats, pieces }]) => [name, pictureOf(app, name, board, seats, pieces)]));
}

/**
 * @param {App} app
 * @param {string} name the game's
 * @param {Board} board
 * @param {string[]} seats
 * @param {Piece[]} pieces
 * @returns {GamePicture}
 */
export function pictureOf(app, name, board, seats, pieces) {
  const boards = new MiniBoards(board, seats, materialOf(app.settings.get("board"), name));
  return { definitions: boards.definitions, draw: () => boards.draw(pieces) };
}
