// Shows a game of this report move by move. The data beside this script has boards and games: a board is a drawing and
// the parts that can be on it, a move the parts that it switches on or off.
"use strict";
{
  /**
   * @typedef {{empty: string, parts: string[]}} ReplayBoard
   * @typedef {{board: number, title: string, result: string, moves: string[], changes: number[][], beside: string[],
   *   address: string}} ReplayGame
   * @typedef {(wanted: number) => void} Go
   */

  const data = /** @type {HTMLElement} */ (document.getElementById("replays"));
  /** @type {{boards: ReplayBoard[], games: ReplayGame[]}} */
  const { boards, games } = JSON.parse(data.textContent ?? "");

  /**
   * An element with its fields and children.
   * @template {keyof HTMLElementTagNameMap} Tag
   * @param {Tag} tag
   * @param {Record<string, unknown>} [fields]
   * @param {...(Node | string)} children
   * @returns {HTMLElementTagNameMap[Tag]}
   */
  const make = (tag, fields = {}, ...children) => {
    const made = Object.assign(document.createElement(tag), fields);
    made.append(...children);
    return made;
  };
  const dialog = make("dialog", { id: "replay" });
  document.body.append(dialog);

  /**
   * The board, and what draws it after a number of moves.
   * @param {ReplayGame} game
   */
  const boardOf = (game) => {
    const { parts, empty } = boards[game.board];
    const board = make("div", { className: "replay-board", innerHTML: empty });
    const drawing = /** @type {Element} */ (board.firstElementChild);
    const layer = document.createElementNS("http://www.w3.org/2000/svg", "g");
    drawing.append(layer);
    const draw = (/** @type {number} */ ply, /** @type {string} */ where) => {
      const shown = new Set();
      for (const changes of game.changes.slice(0, ply + 1))
        for (const part of changes) if (!shown.delete(part)) shown.add(part);
      layer.innerHTML = [...shown].map((part) => parts[part]).join("");
      drawing.setAttribute("aria-label", `The board. ${where}`);
    };
    return { board, draw };
  };

  /**
   * The list of moves, and what marks the one that led to the board.
   * @param {ReplayGame} game
   * @param {Go} go
   */
  const movesOf = (game, go) => {
    const list = make("ol", { className: "replay-moves" });
    const entries = game.moves.map((move, index) => make("button", { type: "button", textContent: move, onclick: () => go(index + 1) }));
    list.append(...entries.map((entry) => make("li", {}, entry)));
    const mark = (/** @type {number} */ ply) => {
      entries.forEach((entry, index) => entry.setAttribute("aria-current", String(index + 1 === ply)));
      const entry = entries[ply - 1]?.parentElement;
      list.scrollTop = entry ? entry.offsetTop - list.offsetTop - list.clientHeight / 2 : 0;
    };
    return { list, mark };
  };

  /**
   * A button with a sign, which is named for those who do not see it.
   * @param {string} sign
   * @param {string} name
   * @param {() => void} onclick
   * @param {Record<string, unknown>} [fields]
   */
  const signed = (sign, name, onclick, fields = { title: name }) => {
    const made = make("button", { type: "button", textContent: sign, onclick, ...fields });
    made.setAttribute("aria-label", name);
    return made;
  };

  /**
   * The buttons that go to another position, forward being the third.
   * @param {ReplayGame} game
   * @param {() => number} at
   * @param {Go} go
   */
  const stepsOf = (game, at, go) => [
    signed("|◀", "First position", () => go(0)),
    signed("◀", "Back", () => go(at() - 1)),
    signed("▶", "Forward", () => go(at() + 1)),
    signed("▶|", "Last position", () => go(game.moves.length)),
  ];

  /**
   * Go to another position by a key.
   * @param {KeyboardEvent} event
   * @param {number} ply
   * @param {ReplayGame} game
   * @param {Go} go
   */
  const goByKey = (event, ply, game, go) => {
    /** @type {Record<string, number>} */
    const keys = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: game.moves.length };
    if (!(event.key in keys)) return;
    event.preventDefault();
    go(keys[event.key]);
  };

  /** @param {ReplayGame} game */
  const show = (game) => {
    let ply = 0;
    const said = make("p", { className: "replay-said" });
    said.setAttribute("role", "status");
    const slider = make("input", { type: "range", min: 0, max: game.moves.length, value: 0 });
    slider.setAttribute("aria-label", "Move");
    const { board, draw } = boardOf(game);
    /** @type {Go} */
    const go = (wanted) => {
      ply = Math.min(Math.max(wanted, 0), game.moves.length);
      const where = ply === 0 ? "Start" : `Move ${ply} of ${game.moves.length}: ${game.moves[ply - 1]}`;
      const end = ply === game.moves.length ? game.result : "";
      draw(ply, where);
      mark(ply);
      slider.value = String(ply);
      said.textContent = [where, game.beside[ply] ?? "", end].filter(Boolean).join(" · ");
    };
    const { list, mark } = movesOf(game, go);
    slider.oninput = () => go(Number(slider.value));
    dialog.onkeydown = (event) => goByKey(event, ply, game, go);
    const steps = stepsOf(game, () => ply, go);
    fill(game, make("div", { className: "replay-both" }, board, list), said, make("div", { className: "replay-bar" }, ...steps, slider));
    go(0);
    dialog.showModal();
    steps[2].focus();
  };

  /**
   * Fill the dialog: its title, its parts, and where the game can be opened.
   * @param {ReplayGame} game
   * @param {...HTMLElement} parts
   */
  const fill = (game, ...parts) => {
    const title = make("h2", { textContent: game.title, id: "replay-title" });
    dialog.setAttribute("aria-labelledby", title.id);
    const close = signed("×", "Close", () => dialog.close(), { className: "replay-close" });
    const page = make("a", { href: game.address, textContent: "Open on the page", title: "Start `plyground` on this machine first." });
    dialog.replaceChildren(make("header", {}, title, close), ...parts, make("p", { className: "note" }, page));
  };

  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-replay]"))) {
    button.hidden = false;
    button.addEventListener("click", () => show(games[Number(button.dataset.replay)]));
  }
}
