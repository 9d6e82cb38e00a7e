/** Light, dark, or as the system has it; and the language of the page. */

import { announce, hold, release } from "./notices.js";

/**
 * Follow the settings.
 * @param {App} app
 */
export function followSettings(app) {
  const paint = () => (document.documentElement.dataset.theme = app.settings.get("theme"));
  app.events.on("settings", (name) => {
    paint();
    if (name === "language") speak(app);
  });
  app.events.on("socket", (open) => connection(app, open));
  app.events.on("locked", (reason) => connection(app, false, reason));
  app.events.on("language", () => {
    if (document.body.classList.contains("away")) hold(app.catalogue.text("socket.away"));
  });
  paint();
}

/** @param {App} app */
async function speak(app) {
  await app.catalogue.load(app.settings.language);
  app.catalogue.apply(document);
  app.events.emit("language");
  app.socket.send("language", { language: app.catalogue.language });
}

/**
 * Say that the server is away until it is back, or why it lets nobody in.
 * @param {App} app
 * @param {boolean} open
 * @param {string} [reason]
 */
function connection(app, open, reason) {
  const away = document.body.classList.contains("away");
  document.body.classList.toggle("away", !open);
  if (open) release();
  else if (reason || !away) hold(reason ?? app.catalogue.text("socket.away"));
  if (open && away) announce(app.catalogue.text("socket.back"));
}
