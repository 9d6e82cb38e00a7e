"""A visitor: drives the page by mouse, keyboard or typed moves, and knows from the rules what must be shown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from playwright.sync_api import Locator, Page, expect

import plyground
from plyground.core.game import Game
from plyground.core.position import Position
from plyground.play.agents.agent import read_agent
from tests.web.browser.live_server import PATIENCE, Watch

# The keys from the focused cell to another, by the page's own idea of what lies where.
ROUTE = """async (wanted) => {
  const { neighbour, family } = await import("/static/geometry.js");
  const cells = [...document.querySelectorAll("#board [data-cell]")].map((each) => {
    const box = each.getBoundingClientRect();
    const slot = Math.max(box.width / box.height, box.height / box.width) > 3;
    const unit = document.querySelector("#board").getBoundingClientRect().width
      / document.querySelector("#board").viewBox.baseVal.width;
    return { name: each.getAttribute("data-cell"), x: (box.left + box.width / 2) / unit,
      y: (box.top + box.height / 2) / unit, shape: slot ? "slot" : "place", width: box.width, height: box.height };
  });
  const start = cells.find((cell) => cell.name === document.activeElement.getAttribute("data-cell"));
  const goal = cells.find((cell) => cell.name === wanted);
  if (family(start) !== family(goal)) return ["."];
  const ways = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  const found = new Map([[start, []]]);
  for (const [cell, keys] of found) {
    if (cell === goal) return keys;
    for (const [key, [dx, dy]] of Object.entries(ways)) {
      const next = neighbour(cells, cell, dx, dy);
      if (next && !found.has(next)) found.set(next, [...keys, key]);
    }
  }
  return null;
}"""


class Pilot:
    """One visitor with one page."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        self.watch = Watch(page, address)
        self.game: Game = plyground.game("hex")
        self.start = self.game.start()

    def open(self, link: str = "") -> Pilot:
        """Load the page; with a link its game is on the table, else, but for guests, the form for a new one is open."""
        self.page.goto(self.address + (f"#{link}" if link else ""))
        self.page.wait_for_selector("#board [data-cell]", state="attached")
        if link:
            parts = dict(part.split("=", 1) for part in link.split("&"))
            self._expect_game(parts)
        elif "invite=" not in self.address:
            self.page.wait_for_selector("#new-game-dialog")
        return self

    def _expect_game(self, parts: dict[str, str]) -> None:
        moves, start = parts.pop("moves", ""), parts.pop("start", None)
        self.know(parts.pop("game"), start, **parts)
        self.wait_for_ply(len(moves.split(".")) if moves else 0)

    def know(self, game: str, start: str | None = None, **options: str) -> None:
        """Say which game is on the table."""
        self.game = plyground.game(game, **options)
        self.start = self.game.start() if start is None else self.game.position(start.replace("%20", " "))

    def close_form(self) -> Pilot:
        """Close the form for a new game."""
        self.page.wait_for_selector("#new-game-dialog")
        self.page.keyboard.press("Escape")
        return self

    def begin(self, game: str, players: Iterable[str] = ("human", "easy"), **options: str) -> Pilot:
        """Begin a game by the form."""
        if self.page.locator("#new-game-dialog").count() == 0:
            self.page.click("#new-game")
        form = self.page.locator("#new-game-dialog")
        form.locator(f"input[name=game][value={game}]").check()
        for name, value in options.items():
            form.locator(f"[name={name}]").fill(value)
        for seat, player in enumerate(players):
            form.locator(f"[name=seat-{seat}]").select_option(player)
        form.locator("button[type=submit]").click()
        self.know(game, **options)
        expect(form).to_have_count(0)  # it closes when the new game is there; keys pressed before go to it
        expect(self.page.locator("#facts")).to_contain_text(plyground.game(game).title)
        self.wait_for_ply(0)
        return self

    @property
    def moves(self) -> list[str]:
        """The moves as the list shows them."""
        return self.page.locator("#moves .move-text").all_inner_texts()

    @property
    def position(self) -> Position:
        """The position to which the shown moves lead, by the rules."""
        position = self.start
        for move in self.moves:
            position = position.play(move)
        return position

    def wait_for_ply(self, ply: int) -> None:
        """Wait until the list has at least `ply` moves."""
        self.page.wait_for_function(
            "ply => document.querySelectorAll('#moves .move').length >= ply", arg=ply, timeout=PATIENCE
        )

    def cell(self, name: str) -> Locator:
        """A cell that can be focused."""
        return self.page.locator(f'#board [data-cell="{name}"]')

    def point(self, name: str) -> tuple[float, float]:
        """Where a mouse hits a cell; of a slot its second quarter, since two cross in the middle."""
        box = self.cell(name).bounding_box()
        assert box is not None
        lies, stands = box["width"] > 3 * box["height"], box["height"] > 3 * box["width"]
        across, down = (0.3 if lies else 0.5), (0.3 if stands else 0.5)
        return box["x"] + across * box["width"], box["y"] + down * box["height"]

    def click(self, step: str) -> None:
        """Click a cell, or a button beside the board."""
        if self.cell(step).count() == 0:
            self.page.locator(f'#choice button[data-step="{step}"]').click()
        else:
            self.page.mouse.click(*self.point(step))

    def press(self, step: str) -> None:
        """Choose a cell by keyboard alone."""
        if self.cell(step).count() == 0:
            self.page.locator(f'#choice button[data-step="{step}"]').press("Enter")
            return
        if not self.page.evaluate("document.activeElement.hasAttribute('data-cell')"):
            self.page.locator("#board [tabindex='0']").focus()
        while self.page.evaluate("document.activeElement.getAttribute('data-cell')") != step:
            for key in self.route(step):
                self.page.keyboard.press(key)
        self.page.keyboard.press("Enter")

    def route(self, cell: str) -> list[str]:
        """The keys from the focused cell towards another."""
        keys: list[str] | None = self.page.evaluate(ROUTE, cell)
        assert keys, f"no keys lead to {cell}"
        return keys

    def type_move(self, move: str) -> None:
        """Type a move, the first letter with the focus on the board."""
        self.page.locator("#board [tabindex='0']").focus()
        self.page.keyboard.type(move)
        self.page.keyboard.press("Enter")

    def steps(self, move: str) -> tuple[str, ...]:
        """The clicks of a legal move."""
        position = self.position
        value = next(each.value for each in position.moves if each.text == move)
        return self.game.steps(position.state, value)

    def play(self, move: str, how: str = "mouse") -> None:
        """Play a move and wait until the list has it."""
        ply = len(self.moves)
        if how == "typed":
            self.type_move(move)
        else:
            for step in self.steps(move):
                self.click(step) if how == "mouse" else self.press(step)
        self.wait_for_ply(ply + 1)
        assert self.moves[ply] == move

    def play_to_the_end(self, how: str, longest: int = 200) -> Position:
        """Play a whole game against the computer; the moves of this side are good ones, so that it ends."""
        agent = read_agent("hard", self.game, seed=5)
        while (position := self.my_turn()).outcome is None:
            assert len(position.earlier) < longest, "the game does not end"
            self.play(str(agent.think(position).move), how)
        return position

    def my_turn(self) -> Position:
        """Wait until a human is to move, or the game is over; the position then."""
        self.page.wait_for_function(
            "() => document.querySelector('#turn.over') || document.querySelector('#board').dataset.active === 'true'",
            timeout=PATIENCE,
        )
        return self.position

    def command(self, name: str) -> None:
        """Run a command from its menu."""
        for button in self.page.locator("#menus .menu-button").all():
            button.click()
            entry = self.page.locator(f"#menus .menu-list:not([hidden]) [data-command={name}]")
            if entry.count() > 0:
                entry.click()
                return
        raise AssertionError(f"no menu has {name}")

    def open_dialog(self, name: str) -> None:
        """Open a dialog from its menu."""
        self.command(name)
        self.page.wait_for_selector("dialog[open]")

    def close_dialog(self) -> None:
        """Close the dialog that is open."""
        self.page.keyboard.press("Escape")
        expect(self.page.locator("dialog")).to_have_count(0)

    def shown(self) -> dict[str, Any]:
        """What stands on the board, by the cells' names for screen readers."""
        labels: list[str] = self.page.locator("#board [data-cell]").evaluate_all(
            "all => all.map(each => each.getAttribute('aria-label'))"
        )
        pieces = [label.split(", ") for label in labels if ", " in label]
        return {name: what for name, what, *_ in pieces if what not in ("possible", "chosen", "forbidden")}
