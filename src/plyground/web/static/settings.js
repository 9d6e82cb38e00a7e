/** What this browser remembers: how the page looks and sounds, the last choices, and where one sat. */

const KEY = "plyground";
const USUAL = {
  theme: "system",
  board: "own",
  language: "",
  sounds: false,
  orientation: "auto",
  turned: false,
  coordinates: true,
  confirm: "auto",
  motion: "normal",
};

export class Settings {
  #events;
  #values;

  /**
   * @param {App["events"]} events
   * @param {Storage} storage
   */
  constructor(events, storage) {
    this.#events = events;
    this.storage = storage;
    this.#values = { ...USUAL, ...this.recall(KEY) };
  }

  /**
   * @param {string} name
   * @returns {any}
   */
  get(name) {
    return this.#values[name];
  }

  /**
   * Change a setting, and let everybody know.
   * @param {string} name
   * @param {any} value
   */
  set(name, value) {
    this.#values[name] = value;
    this.remember(KEY, this.#values);
    this.#events.emit("settings", name);
  }

  /**
   * Whatever was remembered under a key, or an empty object.
   * @param {string} key
   * @returns {any}
   */
  recall(key) {
    try {
      return JSON.parse(this.storage.getItem(key) ?? "{}") ?? {};
    } catch {
      return {};
    }
  }

  /**
   * @param {string} key
   * @param {any} value
   */
  remember(key, value) {
    try {
      this.storage.setItem(key, JSON.stringify(value));
    } catch {
      // A browser that remembers nothing can still play.
    }
  }

  /** The language chosen here, else the first of the browser's that we have. */
  get language() {
    const wished = [this.#values.language, ...navigator.languages].map((code) => code.slice(0, 2));
    const known = (document.documentElement.dataset.languages ?? "en").split(" ");
    return wished.find((code) => known.includes(code)) ?? "en";
  }
}
