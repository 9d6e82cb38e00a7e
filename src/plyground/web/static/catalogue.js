/** The messages of the page, from the same catalogue as the terminal's. */

const OURS = "web.";
/** Durations from here on are shown in minutes. */
const LONG_SECONDS = 120;

export class Catalogue {
  /** @type {Record<string, string>} */
  #messages = {};
  /** How numbers are written, by locale and digits: making one takes far longer than using it.
   * @type {Map<string, Intl.NumberFormat>} */
  #formats = new Map();
  language = "en";
  /** How numbers and dates are written. */
  locale = "en-GB";
  /** What every language calls itself, by code.
   * @type {Record<string, string>} */
  languages = {};

  /**
   * Fetch a language's messages.
   * @param {string} language
   */
  async load(language) {
    const answer = await fetch(`/api/catalogue/${language}`);
    const found = await answer.json();
    this.#messages = found.messages;
    this.language = language;
    this.locale = found.locale;
    this.languages = found.languages;
    document.documentElement.lang = language;
  }

  /**
   * A number as the language writes it.
   * @param {number} value
   * @param {number} [digits] after the point, all of them shown
   * @param {Intl.NumberFormatOptions} [more]
   */
  number(value, digits, more) {
    const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, ...more };
    const key = this.locale + JSON.stringify(options);
    const format = this.#formats.get(key) ?? new Intl.NumberFormat(this.locale, options);
    this.#formats.set(key, format);
    return format.format(value);
  }

  /**
   * A time with three digits in the unit that suits it, as `duration` of core/text.py writes it.
   * @param {number} seconds
   */
  duration(seconds) {
    const rounded = Number(seconds.toPrecision(3));
    const show = (/** @type {number} */ value) => this.number(value, undefined, { maximumSignificantDigits: 3 });
    if (rounded > 0 && rounded < 0.001) return `${show(rounded * 1e6)} µs`;
    if (rounded > 0 && rounded < 1) return `${show(rounded * 1e3)} ms`;
    if (rounded < LONG_SECONDS) return `${show(rounded)} s`;
    const [minutes, rest] = [Math.floor(Math.round(seconds) / 60), Math.round(seconds) % 60];
    return minutes < 60 ? `${minutes} min ${rest} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  }

  /**
   * A message about a number of things, in the plural form of that number; `other` where it has no such form.
   * @param {string} key
   * @param {number} number
   */
  count(key, number) {
    const form = `${key}.${new Intl.PluralRules(this.locale).select(number)}`;
    return this.text(this.word(form, "") ? form : `${key}.other`, { number });
  }

  /**
   * One of the page's messages with its places filled.
   * @param {string} key
   * @param {Record<string, any>} [values]
   */
  text(key, values = {}) {
    return this.#fill(this.#messages[OURS + key] ?? this.#messages[key] ?? key, values);
  }

  /**
   * A message if there is one, else something else.
   * @param {string} key
   * @param {string} otherwise
   */
  word(key, otherwise) {
    return this.#messages[OURS + key] ?? this.#messages[key] ?? otherwise;
  }

  /**
   * A sentence about a player, in the form `one` or `many`: in Portuguese Red is one and White are many.
   * @param {string} key
   * @param {string} seat
   * @param {Record<string, any>} [values]
   */
  about(key, seat, values = {}) {
    const number = this.word(`seat.${seat}.number`, "one");
    return capital(this.text(`${key}.${number}`, { seat: this.seat(seat), ...values }));
  }

  /**
   * A player's name inside a sentence.
   * @param {string} seat
   */
  seat(seat) {
    return this.word(`seat.${seat}.name`, seat);
  }

  /**
   * A player's name alone, such as on a card.
   * @param {string} seat
   */
  title(seat) {
    return capital(this.word(`seat.${seat}.short`, seat));
  }

  /**
   * Who plays: a human, a level or an agent's text.
   * @param {string} player
   */
  player(player) {
    return this.word(`player.${player}`, player);
  }

  /**
   * A piece in words: `red stone`.
   * @param {string} kind
   * @param {string | null} seat
   */
  piece(kind, seat) {
    if (seat === null) return this.word(`kind.${kind}`, kind);
    return this.word(`piece.${kind}.${seat}`, `${seat} ${kind}`);
  }

  /**
   * Put the messages into every element that names one: `data-text`, `data-label`, `data-placeholder`.
   * @param {Element | Document} root
   */
  apply(root) {
    for (const element of root.querySelectorAll("[data-text]")) {
      element.textContent = this.text(element.getAttribute("data-text") ?? "");
    }
    for (const element of root.querySelectorAll("[data-label]")) {
      const label = this.text(element.getAttribute("data-label") ?? "");
      element.setAttribute("aria-label", label);
      element.setAttribute("title", label);
    }
    for (const element of root.querySelectorAll("[data-placeholder]")) {
      element.setAttribute("placeholder", this.text(element.getAttribute("data-placeholder") ?? ""));
    }
  }

  /**
   * @param {string} message
   * @param {Record<string, any>} values
   */
  #fill(message, values) {
    return message.replace(/\{(\w+)(?::[^}]*)?\}/g, (place, name) => {
      const value = values[name] ?? place;
      return typeof value === "number" ? this.number(value) : value;
    });
  }
}

/**
 * The text with a capital letter at its beginning.
 * @param {string} text
 */
export function capital(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
