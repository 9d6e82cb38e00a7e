/** The one socket to the server: it comes back by itself, and answers find who asked. */

const FIRST_WAIT = 250;
const LONGEST_WAIT = 4000;
const PING_EVERY = 25_000;
/** Milliseconds after which a server that has not said a word is away, though the socket is still open. */
const SILENCE = 15_000;
/** A question this many messages old is forgotten: legal moves are never answered. */
const FORGOTTEN = 500;
/** Answers that come more than once, until one is `final`. */
const SEVERAL = new Set(["analysis", "graph", "review", "explored"]);

export class Socket {
  #events;
  #language;
  /** @type {WebSocket | null} */
  #socket = null;
  #next = 1;
  #wait = FIRST_WAIT;
  #silent = false;
  #silence = 0;
  /** @type {Map<number, {onAnswer: ((answer: any) => void) | undefined, onError: ((error: any) => void) | undefined}>} */
  #asked = new Map();

  /**
   * @param {App["events"]} events
   * @param {() => string} language
   */
  constructor(events, language) {
    this.#events = events;
    this.#language = language;
    setInterval(() => this.open && this.#ping(), PING_EVERY);
  }

  get open() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  connect() {
    const socket = new WebSocket(this.#address());
    let opened = false;
    socket.addEventListener("message", (event) => this.#receive(JSON.parse(event.data)));
    socket.addEventListener("open", () => {
      opened = true;
      this.#opened();
    });
    socket.addEventListener("close", () => this.#closed(opened));
    this.#socket = socket;
  }

  /**
   * Send a message; `onAnswer` gets every answer to it, `onError` an error, which else is a problem for all to see.
   * @param {string} type
   * @param {Record<string, any>} [fields]
   * @param {(answer: any) => void} [onAnswer]
   * @param {(error: any) => void} [onError]
   */
  send(type, fields = {}, onAnswer, onError) {
    if (!this.open) return;
    const id = this.#next++;
    if (onAnswer || onError) this.#asked.set(id, { onAnswer, onError });
    this.#asked.delete(id - FORGOTTEN);
    this.#socket?.send(JSON.stringify({ type, id, ...fields }));
  }

  #address() {
    const here = new URL(location.href);
    const asked = new URLSearchParams({ language: this.#language() });
    const invitation = here.searchParams.get("invite");
    if (invitation) asked.set("invite", invitation);
    return `${here.protocol === "https:" ? "wss" : "ws"}://${here.host}/ws?${asked}`;
  }

  #opened() {
    this.#silent = false;
    this.#wait = FIRST_WAIT;
    this.#events.emit("socket", true);
  }

  /** @param {boolean} opened whether it had been open */
  #closed(opened) {
    clearTimeout(this.#silence);
    this.#asked.clear();
    this.#events.emit("socket", false);
    if (!opened) this.#askWhy();
    setTimeout(() => this.connect(), this.#wait);
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
  }

  /** A server that refuses a socket cannot say why; to this it does, if it is there. */
  async #askWhy() {
    const headers = { "accept-language": this.#language() };
    const answer = await fetch("/api/about", { headers, cache: "no-store" }).catch(() => null);
    if (answer?.status === 403 && !this.open) this.#events.emit("locked", (await answer.json()).error);
  }

  #ping() {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      this.#silent = true;
      this.#events.emit("socket", false);
    }, SILENCE);
    this.send("ping");
  }

  /** @param {any} message */
  #receive(message) {
    clearTimeout(this.#silence);
    if (this.#silent) this.#events.emit("socket", true);
    this.#silent = false;
    const asker = this.#asked.get(message.id);
    if (!SEVERAL.has(message.type) || message.final) this.#asked.delete(message.id);
    const failed = message.type === "error";
    const take = failed ? asker?.onError : asker?.onAnswer;
    if (take) take(message);
    else this.#events.emit(failed ? "problem" : `server:${message.type}`, message);
  }
}
