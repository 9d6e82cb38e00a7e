/** The menu bar: a button each, a list of commands under it. */

import { COMMANDS, MENUS, run } from "./commands.js";
import { el, find } from "./dom.js";

/**
 * Build the menus; they are built again in another language.
 * @param {App} app
 */
export function showMenus(app) {
  const bar = find("menus");
  const draw = () => bar.replaceChildren(...MENUS.map((name) => menu(app, name)));
  app.events.on("language", draw);
  document.addEventListener(
    "pointerdown",
    (event) => !bar.contains(/** @type {Node} */ (event.target)) && closeAll(bar),
  );
  draw();
}

/** @param {HTMLElement} bar */
function closeAll(bar) {
  for (const button of bar.querySelectorAll("[aria-expanded=true]")) close(/** @type {HTMLElement} */ (button));
}

/** @param {HTMLElement} button */
function close(button) {
  button.setAttribute("aria-expanded", "false");
  button.parentElement?.querySelector(".menu-list")?.setAttribute("hidden", "");
}

/**
 * @param {App} app
 * @param {string} name
 */
function menu(app, name) {
  const id = `menu-${name}`;
  const list = el("div", {
    id,
    class: "menu-list",
    role: "menu",
    hidden: true,
    "aria-label": app.catalogue.text(`menu.${name}`),
  });
  const button = el(
    "button",
    { type: "button", class: "menu-button", "aria-haspopup": "menu", "aria-expanded": "false", "aria-controls": id },
    app.catalogue.text(`menu.${name}`),
  );
  button.addEventListener("click", () => (list.hidden ? open(app, name, button, list) : close(button)));
  const box = el("div", { class: "menu" }, button, list);
  box.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => keyIn(event, app, name, button, list));
  return box;
}

/**
 * @param {App} app
 * @param {string} name
 * @param {any} button
 * @param {any} list
 */
function open(app, name, button, list) {
  closeAll(find("menus"));
  list.replaceChildren(...COMMANDS.filter((each) => each.menu === name).map((each) => entry(app, each, button)));
  list.hidden = false;
  button.setAttribute("aria-expanded", "true");
  list.querySelector("[role^=menuitem]:not([aria-disabled=true])")?.focus();
}

/**
 * @param {App} app
 * @param {Command} each
 * @param {any} button
 */
function entry(app, each, button) {
  const pressed = each.pressed?.(app);
  const attributes = {
    type: "button",
    role: pressed === undefined ? "menuitem" : "menuitemcheckbox",
    "aria-checked": pressed === undefined ? null : String(pressed),
    "aria-disabled": each.enabled?.(app) === false ? "true" : null,
    tabindex: "-1",
    "data-command": each.id,
  };
  const parts = [el("span", {}, app.catalogue.text(`command.${each.id}`)), el("kbd", {}, each.keys ?? "")];
  const item = el("button", attributes, ...parts);
  item.addEventListener("click", () => {
    close(button);
    button.focus();
    run(app, each);
  });
  return item;
}

/**
 * @param {KeyboardEvent} event
 * @param {App} app
 * @param {string} name
 * @param {any} button
 * @param {any} list
 */
function keyIn(event, app, name, button, list) {
  const items = [...list.children];
  const at = items.indexOf(document.activeElement);
  const moves = { ArrowDown: at + 1, ArrowUp: at - 1 + (at < 0 ? 1 : 0), Home: 0, End: items.length - 1 };
  if (event.key === "Escape" && !list.hidden) {
    close(button);
    button.focus();
  } else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
    beside(app, name, event.key === "ArrowRight" ? 1 : -1, !list.hidden);
  } else if (event.key in moves) {
    if (list.hidden) open(app, name, button, list);
    else items.at(/** @type {any} */ (moves)[event.key] % items.length)?.focus();
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

/**
 * Go to the menu beside this one, open if this one was.
 * @param {App} app
 * @param {string} name
 * @param {number} way
 * @param {boolean} opened
 */
function beside(app, name, way, opened) {
  const other = MENUS[(MENUS.indexOf(name) + way + MENUS.length) % MENUS.length];
  const list = find(`menu-${other}`);
  const button = list.previousElementSibling;
  if (opened) open(app, other, button, list);
  else button.focus();
}
