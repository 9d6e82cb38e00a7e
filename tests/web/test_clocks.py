"""A clock stops when a move arrives, not when the server gets round to it."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

import plyground
from plyground.core.errors import PlygroundError
from plyground.language import language
from plyground.play.clock import TimeControl
from plyground.play.match import TIME, Match, MatchError
from plyground.play.store.store import Store
from plyground.web.handlers.gameplay import play_move
from plyground.web.limits import ServerLimits
from plyground.web.messages import ClientMessage
from plyground.web.sessions import BrowserSession
from plyground.web.state import ServerState
from plyground.web.tables.stopwatch import Stopwatch
from plyground.web.tables.table import GRACE_SECONDS, Table
from tests.web.serving import run

OWNER = BrowserSession("owner", True)


class Page:
    """Somebody who looks at a table."""

    def __init__(self, session: BrowserSession) -> None:
        self.session, self.language = session, language("en")
        self.pending_since: float | None = None
        self.heard: list[str] = []

    def may(self, kind: type[ClientMessage]) -> bool:
        """The host may do everything."""
        return self.session.host

    def send(self, text: str) -> None:
        """Keep it."""
        self.heard.append(text)

    def send_error(self, problem: PlygroundError) -> None:
        """Nobody reads it."""


def at_a_table(folder: Path, scene: Callable[[Table, Page], Awaitable[None]]) -> None:
    """A game between people with ten minutes for a move, on a table with a page open."""

    async def act() -> None:
        server = ServerState(Store(folder / "games.sqlite3"), ServerLimits(), 1)
        match = Match(plyground.game("neutreeko").start(), ("human", "human"), TimeControl(per_move=600.0))
        table, page = server.new_table(OWNER, match), Page(OWNER)
        table.enter(page)
        await scene(table, page)
        await server.close()

    run(act())


def test_a_move_costs_the_time_until_it_arrived(tmp_path: Path) -> None:
    async def scene(table: Table, page: Page) -> None:
        now = 100.0
        table.stopwatch = Stopwatch(lambda: now)
        table.changed()
        now = 5000.0
        await play_move(table, OWNER, 0, "b1-a1", arrived=104.0)
        assert (table.match.turns[0].seconds, table.match.outcome) == (4.0, None)
        await table.autosave.settled()
        now = 6000.0
        told = len(page.heard)
        with pytest.raises(MatchError, match="too late"):
            await play_move(table, OWNER, 1, "b5-a5", arrived=5601.0)
        assert table.match.outcome is not None
        assert table.match.outcome.reason == TIME
        (news,) = page.heard[told:]
        assert json.loads(news)["outcome"] is not None, "everybody is told how it ended"
        with pytest.raises(MatchError):
            await play_move(table, OWNER, 1, "b5-a5", arrived=5602.0)
        assert page.heard[told:] == [news], "nothing has changed since"

    at_a_table(tmp_path, scene)


def test_the_flag_waits_for_a_message_that_came_before_it_fell(tmp_path: Path) -> None:
    async def scene(table: Table, page: Page) -> None:
        due = time.monotonic()
        page.pending_since = due - 1.0
        table._flag_fell(table.turn, due)
        assert table.match.outcome is None
        page.pending_since = None
        table._flag_fell(table.turn, due)
        assert table.match.outcome is not None

    at_a_table(tmp_path, scene)


@pytest.mark.parametrize(
    ("sent_after", "late"), [(0.5, 1.0), (-1.0, GRACE_SECONDS + 1)], ids=["sent too late", "waits for ever"]
)
def test_the_flag_fell_all_the_same(tmp_path: Path, sent_after: float, late: float) -> None:
    async def scene(table: Table, page: Page) -> None:
        due = time.monotonic() - late
        page.pending_since = due + sent_after
        table._flag_fell(table.turn, due)
        assert table.match.outcome is not None
        assert table.match.outcome.reason == TIME

    at_a_table(tmp_path, scene)


def test_another_visitors_message_does_not_hold_the_flag(tmp_path: Path) -> None:
    async def scene(table: Table, page: Page) -> None:
        guest = Page(BrowserSession("guest", False))
        guest.pending_since = time.monotonic() - 1.0
        table.enter(guest)
        table._flag_fell(table.turn, time.monotonic())
        assert table.match.outcome is not None

    at_a_table(tmp_path, scene)


def test_the_flag_is_set_for_what_is_left_of_the_turn(tmp_path: Path) -> None:
    async def scene(table: Table, page: Page) -> None:
        now = 100.0
        table.stopwatch = Stopwatch(lambda: now)
        table.changed()
        now = 690.0
        table.changed()
        assert table._flag is not None
        left = table._flag.when() - asyncio.get_running_loop().time()
        assert left < 60, "590 of the 600 seconds are spent"

    at_a_table(tmp_path, scene)
