/** Who wants to know what: the only way in which the parts of the page speak to each other unasked. */

export class Events {
  /** @type {Map<string, ((detail: any) => void)[]>} */
  #listeners = new Map();

  /**
   * Listen to one thing, or to several with spaces between; what comes back ends it.
   * @param {string} names
   * @param {(detail: any) => void} listener
   */
  on(names, listener) {
    const all = names.split(" ");
    const others = (/** @type {string} */ name) =>
      (this.#listeners.get(name) ?? []).filter((each) => each !== listener);
    for (const name of all) this.#listeners.set(name, [...others(name), listener]);
    return () => all.forEach((name) => this.#listeners.set(name, others(name)));
  }

  /**
   * @param {string} name
   * @param {any} [detail]
   */
  emit(name, detail) {
    for (const listener of this.#listeners.get(name) ?? []) listener(detail);
  }
}
