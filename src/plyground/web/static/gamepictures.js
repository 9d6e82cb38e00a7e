/** The games as pictures, for choosing one: little boards with what each game shows of itself. */

import { materialOf } from "./material.js";
import { MiniBoards } from "./miniboard.js";

/** @typedef {{definitions: SVGElement, draw: () => SVGElement}} GamePicture */

/**
 * The pictures by game.
 * @param {App} app
 * @returns {Promise<Map<string, GamePicture>>}
 */
export async function gamePictures(app) {
  const answer = await fetch("/api/pictures");
  const found = answer.ok ? Object.entries(await answer.json()) : [];
  return new Map(found.map(([name, { board, seats, pieces }]) => [name, pictureOf(app, board, seats, pieces)]));
}

/**
 * @param {App} app
 * @param {Board} board
 * @param {string[]} seats
 * @param {Piece[]} pieces
 * @returns {GamePicture}
 */
export function pictureOf(app, board, seats, pieces) {
  const boards = new MiniBoards(board, seats, materialOf(app.settings.get("board"), board));
  return { definitions: boards.definitions, draw: () => boards.draw(pieces) };
}
