/** The page: its parts are made here, and know each other only through what they are given. */

import { showActions } from "./actions.js";
import { Analysis } from "./analysis.js";
import { showBoard } from "./boardpane.js";
import { BoardView } from "./boardview.js";
import { Catalogue } from "./catalogue.js";
import { showChoices } from "./choicebar.js";
import { Chooser } from "./chooser.js";
import { find } from "./dom.js";
import { Editor } from "./editor.js";
import { enterTables } from "./entering.js";
import { showEnding } from "./ending.js";
import { Events } from "./events.js";
import { showFacts } from "./facts.js";
import { later } from "./later.js";
import { listenToKeys } from "./keyboard.js";
import { showMenus } from "./menus.js";
import { Motion } from "./motion.js";
import { showMoves } from "./moves.js";
import { tellEverything } from "./notices.js";
import { showPlayers } from "./players.js";
import { showNearBoard } from "./phone.js";
import { listenToPointers } from "./pointer.js";
import { Settings } from "./settings.js";
import { Socket } from "./socket.js";
import { listenForSounds } from "./sounds.js";
import { showStatus } from "./status.js";
import { Table } from "./table.js";
import { followSettings } from "./theme.js";
import { listenToTyping } from "./typed.js";
import { View } from "./view.js";
import { showViews } from "./views.js";

const PARTS = [
  followSettings,
  showMenus,
  showStatus,
  showPlayers,
  showMoves,
  showChoices,
  showActions,
  awaitQuestions,
  showFacts,
  showEnding,
  showBoard,
  showNearBoard,
  listenToPointers,
  listenToKeys,
  listenToTyping,
  tellEverything,
  listenForSounds,
  enterTables,
  showViews,
];

/**
 * Fetch what shows questions between two people when there is the first one.
 * @param {App} app
 */
function awaitQuestions(app) {
  const show = later(
    () => import("./asking.js"),
    (part) => part.showAsking,
  );
  const forget = app.events.on("state", ({ asks, other, invite }) => {
    if (asks === null && other === null && invite === null) return;
    forget();
    show(app);
  });
}

/** @returns {App} */
function makeApp() {
  const app = /** @type {App} */ ({});
  app.events = new Events();
  app.settings = new Settings(app.events, localStorage);
  app.catalogue = new Catalogue();
  app.socket = new Socket(app.events, () => app.catalogue.language);
  app.table = new Table();
  app.view = new View(app.events, app.socket, app.table);
  app.board = new BoardView(find("board"));
  app.editor = new Editor(app);
  app.analysis = new Analysis(app);
  app.chooser = new Chooser(app);
  app.motion = new Motion(app);
  return app;
}

async function start() {
  const app = makeApp();
  await app.catalogue.load(app.settings.language);
  app.catalogue.apply(document);
  for (const part of PARTS) part(app);
  app.events.emit("language");
  app.socket.connect();
}

start();
