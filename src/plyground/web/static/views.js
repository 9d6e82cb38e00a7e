/**
 * Views that take the place of the board, each with an address of its own (`#theatre?game=hex…`), so that a link opens
 * them. Their scripts and styles are fetched when they are first shown.
 */

import { el } from "./dom.js";
import { notice } from "./notices.js";

/** @typedef {{open: (app: App, box: HTMLElement, query: URLSearchParams) => () => void}} Opened */

/** @type {Record<string, {load: () => Promise<Opened>, styles: string[]}>} */
const VIEWS = {
  theatre: { load: () => import("./theatre.js"), styles: ["theatre.css"] },
  bench: { load: () => import("./bench.js"), styles: ["theatre.css", "bench.css"] },
};

/** The name of the view in the page's address; an empty text for the board. */
export function viewInAddress() {
  const name = location.hash.slice(1).split("?")[0];
  return Object.hasOwn(VIEWS, name) ? name : "";
}

/**
 * Show the view that the address names, as soon as the server is there.
 * @param {App} app
 */
export function showViews(app) {
  let close = () => {};
  let shown = "";
  const follow = async () => {
    const name = viewInAddress();
    if (name === shown) return;
    shown = name;
    close();
    close = name ? await opened(app, name) : () => {};
  };
  app.events.on("server:welcome", follow);
  addEventListener("hashchange", follow);
}

/**
 * Go to a view, or with an empty name back to the board.
 * @param {string} name
 * @param {URLSearchParams} [query]
 */
export function goToView(name, query) {
  location.hash = name ? `${name}?${query ?? ""}` : "";
}

/**
 * @param {App} app
 * @param {string} name
 */
async function opened(app, name) {
  const { load, styles } = VIEWS[name];
  const box = el("section", { id: "view", class: `view view-${name}` });
  try {
    const [part] = await Promise.all([load(), ...styles.map(styled)]);
    document.body.dataset.view = name;
    document.querySelector("main")?.before(box);
    const close = part.open(app, box, new URLSearchParams(location.hash.split("?")[1] ?? ""));
    return () => {
      close();
      box.remove();
      delete document.body.dataset.view;
      dispatchEvent(new Event("resize"));
    };
  } catch {
    notice(app.catalogue.text("socket.away"), "wrong");
    return () => {};
  }
}

/**
 * Fetch a style sheet, once.
 * @param {string} name
 */
export function styled(name) {
  const address = `/static/${name}`;
  if (document.querySelector(`link[href="${address}"]`)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    document.head.append(el("link", { rel: "stylesheet", href: address, onload: resolve, onerror: reject }));
  });
}
