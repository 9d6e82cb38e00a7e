// Shows a game of this report move by move. The data beside this script has boards and games: a board is a drawing and
// the parts that can be on it, a move the parts that it switches on or off.
"use strict";
{
  const { boards, games } = JSON.parse(document.getElementById("replays").textContent);
  const make = (tag, fields = {}, ...children) => {
    const made = Object.assign(document.createElement(tag), fields);
    made.append(...children);
    return made;
  };
  const dialog = make("dialog", { id: "replay" });
  document.body.append(dialog);

  const show = (game) => {
    const { parts, empty } = boards[game.board];
    let ply = 0;
    const title = make("h2", { textContent: game.title, id: "replay-title" });
    dialog.setAttribute("aria-labelledby", title.id);
    const board = make("div", { className: "replay-board", innerHTML: empty });
    const layer = document.createElementNS("http://www.w3.org/2000/svg", "g");
    board.firstElementChild.append(layer);
    const said = make("p", { className: "replay-said" });
    said.setAttribute("role", "status");
    const slider = make("input", { type: "range", min: 0, max: game.moves.length, value: 0 });
    slider.setAttribute("aria-label", "Move");
    const list = make("ol", { className: "replay-moves" });
    const entries = game.moves.map((move, index) => make("button", { type: "button", textContent: move, onclick: () => go(index + 1) }));
    list.append(...entries.map((entry) => make("li", {}, entry)));

    const go = (wanted) => {
      ply = Math.min(Math.max(wanted, 0), game.moves.length);
      const shown = new Set();
      for (const changes of game.changes.slice(0, ply + 1))
        for (const part of changes) if (!shown.delete(part)) shown.add(part);
      layer.innerHTML = [...shown].map((part) => parts[part]).join("");
      slider.value = ply;
      entries.forEach((entry, index) => entry.setAttribute("aria-current", String(index + 1 === ply)));
      const entry = entries[ply - 1]?.parentElement;
      list.scrollTop = entry ? entry.offsetTop - list.offsetTop - list.clientHeight / 2 : 0;
      const where = ply === 0 ? "Start" : `Move ${ply} of ${game.moves.length}: ${game.moves[ply - 1]}`;
      const end = ply === game.moves.length ? game.result : "";
      board.firstElementChild.setAttribute("aria-label", `The board. ${where}`);
      said.textContent = [where, game.beside[ply] ?? "", end].filter(Boolean).join(" · ");
    };
    slider.oninput = () => go(Number(slider.value));
    const steps = [
      ["|◀", "First position", () => go(0)],
      ["◀", "Back", () => go(ply - 1)],
      ["▶", "Forward", () => go(ply + 1)],
      ["▶|", "Last position", () => go(game.moves.length)],
    ];
    const buttons = steps.map(([sign, name, onclick]) => {
      const made = make("button", { type: "button", textContent: sign, title: name, onclick });
      made.setAttribute("aria-label", name);
      return made;
    });
    const close = make("button", { type: "button", textContent: "×", className: "replay-close", onclick: () => dialog.close() });
    close.setAttribute("aria-label", "Close");
    const page = make("a", { href: game.address, textContent: "Open on the page", title: "Start `plyground` on this machine first." });
    dialog.onkeydown = (event) => {
      const keys = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: game.moves.length };
      if (!(event.key in keys)) return;
      event.preventDefault();
      go(keys[event.key]);
    };
    const bar = make("div", { className: "replay-bar" }, ...buttons, slider);
    dialog.replaceChildren(make("header", {}, title, close), make("div", { className: "replay-both" }, board, list), said, bar, make("p", { className: "note" }, page));
    go(0);
    dialog.showModal();
    buttons[2].focus();
  };
  for (const button of document.querySelectorAll("[data-replay]")) {
    button.hidden = false;
    button.addEventListener("click", () => show(games[Number(button.dataset.replay)]));
  }
}
