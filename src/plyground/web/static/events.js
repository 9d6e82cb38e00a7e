/** Who wants to know what: the only way in which the parts of the page speak to each other unasked. */

export class Events {
  /** @type {Map<string, ((detail: any) => void)[]>} */
  #listeners = new Map();

  /**
   * @param {string} name
   * @param {(detail: any) => void} listener
   */
  on(name, listener) {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
  }

  /**
   * @param {string} name
   * @param {any} [detail]
   */
  emit(name, detail) {
    for (const listener of this.#listeners.get(name) ?? []) listener(detail);
  }
}
