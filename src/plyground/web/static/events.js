/** Who wants to know what: the only way in which the parts of the page speak to each other unasked. */

export class Events {
  /** @type {Map<string, ((detail: any) => void)[]>} */
  #listeners = new Map();

  /**
   * Listen; what comes back ends it.
   * @param {string} name
   * @param {(detail: any) => void} listener
   */
  on(name, listener) {
    const others = () => (this.#listeners.get(name) ?? []).filter((each) => each !== listener);
    this.#listeners.set(name, [...others(), listener]);
    return () => void this.#listeners.set(name, others());
  }

  /**
   * @param {string} name
   * @param {any} [detail]
   */
  emit(name, detail) {
    for (const listener of this.#listeners.get(name) ?? []) listener(detail);
  }
}
