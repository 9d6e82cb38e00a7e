/** The games that can be chosen, as the server describes them. */

/** @type {Map<string, Promise<GameEntry[]>>} */
const known = new Map();

/**
 * The games in a language, asked for once; after a failure again.
 * @param {string} language
 * @returns {Promise<GameEntry[]>}
 */
export function allGames(language) {
  const asked = known.get(language) ?? fetchGames(language);
  known.set(language, asked);
  asked.catch(() => known.delete(language));
  return asked;
}

/** @param {string} language */
async function fetchGames(language) {
  const answer = await fetch(`/api/games?language=${language}`);
  const { games, engines } = await answer.json();
  return games.map((/** @type {GameEntry} */ game) => ({ ...game, engines }));
}

/**
 * The players that a game knows by name: its levels, its rungs, those of its report, and the engines of this server.
 * @param {GameEntry} game
 */
export function namedPlayers(game) {
  return [...new Set([...game.levels, ...(game.report?.players ?? []), ...game.ladder, ...(game.engines ?? [])])];
}

/**
 * The rungs that a game has for these seats: they were measured with the usual number.
 * @param {GameEntry} game
 * @param {string[]} seats
 */
export function rungsFor(game, seats) {
  return seats.length === game.seats.length ? game.ladder : [];
}
