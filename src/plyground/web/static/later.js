/** Parts of the page that are fetched when they are first used, so that the first view loads little. */

import { notice } from "./notices.js";

/**
 * What a command runs, from a script that is fetched then; where the server is away it says so.
 * @template T
 * @param {() => Promise<T>} load `() => import("./part.js")`
 * @param {(part: T) => (app: App) => void} pick the function of it that is meant
 * @returns {(app: App) => Promise<void>}
 */
export function later(load, pick) {
  return (app) => load().then(
    (part) => pick(part)(app),
    () => notice(app.catalogue.text("socket.away"), "wrong"),
  );
}
