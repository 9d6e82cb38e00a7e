/** Everything that can be done by menu, button or key: one list for all three, and for the help. */

import { later } from "./later.js";
import { beginAgain, openForm } from "./starting.js";

const state = (/** @type {App} */ app) => app.table.state;
const can = (/** @type {string} */ what) => (/** @type {App} */ app) => Boolean(state(app)?.can[what]) && app.view.live;
const hosts = (/** @type {App} */ app) => Boolean(app.welcome?.host);
const over = (/** @type {App} */ app) => Boolean(state(app)?.outcome);
const owns = (/** @type {App} */ app) => Boolean(state(app)?.owner);
const computers = (/** @type {App} */ app) =>
  owns(app) && Boolean(state(app)?.players.some(({ player }) => player !== "human" && player !== "guest"));
const playing = (/** @type {App} */ app) =>
  Boolean(state(app) && !state(app)?.outcome) && app.view.live && !app.editor.open;
const reviewable = (/** @type {App} */ { table }) => table.turns.length > 0;
const graphable = (/** @type {App} */ app) => reviewable(app) && app.table.seats.length === 2;
const mapped = (/** @type {App} */ app) => Boolean(state(app)?.game.openings);
const simple = (/** @type {string} */ type) => (/** @type {App} */ app) => app.socket.send(type);

/** @type {Command[]} */
export const COMMANDS = [
  { id: "new", menu: "game", keys: "Alt+N", run: openForm, enabled: hosts },
  { id: "rematch", menu: "game", keys: "Alt+M", run: rematch, enabled: (app) => hosts(app) && over(app) },
  { id: "saved", menu: "game", keys: "Alt+O", run: later(() => import("./saved.js"), (part) => part.openSaved), enabled: hosts },
  { id: "import", menu: "game", keys: "Alt+I", run: later(() => import("./exporting.js"), (part) => part.openImport), enabled: hosts },
  { id: "export", menu: "game", keys: "Alt+S", run: later(() => import("./exporting.js"), (part) => part.openExport) },
  {
    id: "editor",
    menu: "game",
    keys: "Alt+E",
    run: (app) => app.editor.toggle(),
    enabled: hosts,
    pressed: (app) => app.editor.open,
  },
  { id: "resign", menu: "game", keys: "Alt+Q", run: later(() => import("./confirm.js"), (part) => part.resign), enabled: can("resign") },
  { id: "undo", menu: "play", keys: "Ctrl+Z", run: simple("undo"), enabled: can("undo") },
  { id: "redo", menu: "play", keys: "Ctrl+Y", run: simple("redo"), enabled: can("redo") },
  { id: "sides", menu: "play", keys: "Alt+X", run: simple("sides"), enabled: owns },
  {
    id: "pause",
    menu: "play",
    keys: "Alt+P",
    run: pause,
    enabled: computers,
    pressed: (app) => Boolean(state(app)?.paused),
  },
  { id: "step", menu: "play", keys: "Alt+.", run: simple("step"), enabled: can("step") },
  { id: "hint", menu: "think", keys: "Alt+H", run: later(() => import("./hints.js"), (part) => part.askHint), enabled: playing },
  {
    id: "analysis",
    menu: "think",
    keys: "Alt+A",
    run: (app) => app.analysis.toggle(),
    pressed: (app) => app.analysis.on,
  },
  { id: "whatif", menu: "think", keys: "Alt+W", run: whatIf, pressed: (app) => !app.view.live },
  { id: "theatre", menu: "think", keys: "Alt+R", run: later(() => import("./viewplace.js"), (part) => part.openTheatre), enabled: hosts },
  { id: "bench", menu: "think", keys: "Alt+J", run: later(() => import("./viewplace.js"), (part) => part.openBench), enabled: hosts },
  { id: "puzzles", menu: "game", keys: "Alt+U", run: later(() => import("./puzzles.js"), (part) => part.openPuzzles), enabled: hosts },
  { id: "review", menu: "think", keys: "Alt+Z", run: later(() => import("./review.js"), (part) => part.openReview), enabled: reviewable },
  { id: "explorer", menu: "think", keys: "Alt+Y", run: later(() => import("./explorer.js"), (part) => part.openExplorer), enabled: hosts },
  { id: "openings", menu: "think", keys: "Alt+,", run: later(() => import("./openings.js"), (part) => part.openOpenings), enabled: mapped },
  { id: "graph", menu: "think", keys: "Alt+G", run: later(() => import("./graph.js"), (part) => part.openGraph), enabled: graphable },
  { id: "turned", menu: "view", keys: "Alt+T", run: toggle("turned"), pressed: (app) => app.settings.get("turned") },
  { id: "orientation", menu: "view", keys: "Alt+V", run: nextOrientation, enabled: (app) => app.board.hexagonal },
  { id: "larger", menu: "view", keys: "Alt++", run: (app) => app.events.emit("zoom", 1) },
  { id: "smaller", menu: "view", keys: "Alt+-", run: (app) => app.events.emit("zoom", -1) },
  { id: "sounds", menu: "view", keys: "Alt+B", run: toggle("sounds"), pressed: (app) => app.settings.get("sounds") },
  { id: "language", menu: "view", keys: "Alt+L", run: otherLanguage },
  { id: "settings", menu: "view", keys: "Alt+C", run: later(() => import("./settingsdialog.js"), (part) => part.openSettings) },
  { id: "learn", menu: "help", keys: "F2", run: later(() => import("./lesson.js"), (part) => part.openLesson) },
  { id: "rules", menu: "help", keys: "F1", run: later(() => import("./help.js"), (part) => part.openRules) },
  { id: "keys", menu: "help", keys: "Alt+K", run: later(() => import("./help.js"), (part) => part.openKeys) },
  { id: "about", menu: "help", run: later(() => import("./help.js"), (part) => part.openAbout) },
];

export const MENUS = ["game", "play", "think", "view", "help"];

/**
 * The command of that name.
 * @param {string} id
 * @returns {Command}
 */
export function command(id) {
  return /** @type {Command} */ (COMMANDS.find((each) => each.id === id));
}

/**
 * Run a command if it can be run now.
 * @param {App} app
 * @param {Command} each
 */
export function run(app, each) {
  if (each.enabled?.(app) === false) return;
  each.run(app);
  app.events.emit("commands");
}

/** @param {App} app */
function rematch(app) {
  const shown = state(app);
  if (shown) beginAgain(app, shown, true);
}

/** @param {App} app */
function pause(app) {
  app.socket.send("pause", { paused: !state(app)?.paused });
}

/** @param {App} app */
function whatIf(app) {
  if (app.view.live) app.view.tryHere();
  else app.view.goLive();
}

/** @param {App} app */
function nextOrientation(app) {
  const all = ["auto", "slanted", "lying", "standing"];
  app.settings.set("orientation", all[(all.indexOf(app.settings.get("orientation")) + 1) % all.length]);
}

/** @param {App} app */
function otherLanguage(app) {
  const all = Object.keys(app.catalogue.languages);
  app.settings.set("language", all[(all.indexOf(app.catalogue.language) + 1) % all.length]);
}

/** @param {string} name */
function toggle(name) {
  return (/** @type {App} */ app) => app.settings.set(name, !app.settings.get(name));
}
