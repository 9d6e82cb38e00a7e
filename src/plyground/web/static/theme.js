/** Light, dark, or as the system has it; and the language of the page. */

import { announce, notice } from "./notices.js";

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
 * Say that the server is away, and that it is back.
 * @param {App} app
 * @param {boolean} open
 */
function connection(app, open) {
  const away = document.body.classList.contains("away");
  document.body.classList.toggle("away", !open);
  if (!open && !away) notice(app.catalogue.text("socket.away"), "wrong");
  if (open && away) announce(app.catalogue.text("socket.back"));
}
