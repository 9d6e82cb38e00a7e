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
 * The rungs that a game has for so many seats: they were measured with the usual number.
 * @param {GameEntry} game
 * @param {string[]} seats
 */
export function rungsFor(game, seats) {
  return seats.length === game.seats.length ? game.ladder : [];
}

/**
 * Who a player of any game is in this one: a level has its own name there, a report's player stays at home, and for a
 * rung that is not there the level comes that stands about as high.
 * @param {GameEntry[]} games
 * @param {GameEntry} game
 * @param {string} player
 * @param {string[]} [seats]
 */
export function playerIn(games, game, player, seats = game.seats) {
  const home = games.find((each) => namedPlayers(each).includes(player));
  const rung = home?.ladder.indexOf(player) ?? -1;
  if (home !== undefined && rung >= 0) {
    const near = game.levels[Math.floor((rung * game.levels.length) / home.ladder.length)];
    return rungsFor(game, seats).includes(player) ? player : near;
  }
  if (home === undefined || namedPlayers(game).includes(player)) return player;
  return game.levels[Math.min(Math.max(home.levels.indexOf(player), 0), game.levels.length - 1)];
}

/**
 * The seats that a game has with these options: an option whose usual value names the usual seats names the seats.
 * @param {GameEntry} game
 * @param {Record<string, string>} options
 */
export function seatsOf(game, options) {
  const naming = game.options.find((option) => option.kind === "several" && option.default === game.seats.join(","));
  return (naming && options[naming.name] ? options[naming.name] : game.seats.join(",")).split(",");
}
