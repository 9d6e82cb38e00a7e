"""Everything that lasts longer than a socket: the tables, the sessions, the store, the pool of searches."""

import asyncio
import hmac
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from plyground.core.errors import PlygroundError
from plyground.core.game import Game
from plyground.play.match import Match
from plyground.play.store.saved_match import SaveSlot, place_of
from plyground.play.store.store import ResumedGame, Store
from plyground.search.engine.transposition import LENDER
from plyground.web.errors import WebError, gone, private_folders, without_folders
from plyground.web.handlers.actions import without_programs
from plyground.web.limits import ServerLimits
from plyground.web.search_pool import SearchPool
from plyground.web.sessions import BrowserSession, Sessions
from plyground.web.tables.autosave import Autosave, SaveWriter
from plyground.web.tables.captions import drawn, drawn_after, prepare
from plyground.web.tables.position_view import last_data
from plyground.web.tables.table import Table
from plyground.web.token_file import new_secret

log = logging.getLogger("plyground.web")
CLEANING_SECONDS = 15.0
LISTED = 300
"""Saved games that are listed, the last changed ones."""
Answer = TypeVar("Answer")


class ServerState:
    """What all visitors share."""

    def __init__(
        self, store: Store, limits: ServerLimits, port: int, token: str | None = None, addresses: tuple[str, ...] = ()
    ) -> None:
        self.store, self.limits, self.lan = store, limits, bool(addresses)
        self.addresses = addresses
        """By which others in the local network reach the page."""
        self.sessions = Sessions(limits, port, token or new_secret())
        self.pool = SearchPool(limits)
        self.tables: dict[str, Table] = {}
        self.sockets = 0
        self.failures = 0
        """How often something happened that nobody foresaw; the log says what."""
        self._scribe = SaveWriter(store, limits.retry_seconds)
        self._tasks: set[asyncio.Task[None]] = set()
        self._file = store.file
        self._folders = private_folders(store.path)
        self._logged: deque[str] = deque(maxlen=20)
        self._workers = ThreadPoolExecutor(limits.workers, thread_name_prefix="work")
        self._warm: dict[type[Game], asyncio.Future[None]] = {}

    async def close(self) -> None:
        """Save what is not saved, and stop; whatever is in the way, it is not waited for long."""
        for table in self.tables.values():
            table.close()
        for task in tuple(self._tasks):
            task.cancel()
        self.pool.close()
        self._workers.shutdown(wait=False, cancel_futures=True)
        await self._scribe.close()
        self.store.close()

    def public(self, problem: PlygroundError) -> str:
        """What visitors are told about a problem: no folder of this machine, which only the log names, once."""
        told = without_folders(str(problem), self._folders)
        if told != str(problem) and str(problem) not in self._logged:
            self._logged.append(str(problem))
            log.warning("%s", problem)
        return told

    def note_failure(self, problem: BaseException | None = None) -> None:
        """Write down an exception that nobody foresaw: this one, or the one that is being handled."""
        self.failures += 1
        log.error("A visitor's wish failed.", exc_info=problem or True)

    def task(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something beside everything else; it does not fail without a word."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (problem := task.exception()) is not None:
            self.note_failure(problem)

    def autosave(self, table: Table | None, place: SaveSlot | None = None, name: str = "") -> Autosave:
        """What saves a game, and tells its table."""
        return Autosave(self._scribe, table, place, name)

    async def with_store(self, work: Callable[[Store], Answer]) -> Answer:
        """Ask the store for something; a long game takes a while to read, and the tables' moves do not wait for it."""
        return await asyncio.to_thread(work, self.store)

    async def work(self, session: BrowserSession, work: Callable[[], Answer]) -> Answer:
        """Do something that takes a while in one of a few threads, one thing at a time for each session.

        Reading a long game or drawing a board is Python: with many such threads the event loop would get no turn.
        """
        async with session.working:
            return await asyncio.get_running_loop().run_in_executor(self._workers, work)

    def is_warm(self, game: Game) -> bool:
        """Whether the compiled rules of a game are there."""
        return type(game) in self._warm and self._warm[type(game)].done()

    async def warm(self, game: Game) -> None:
        """Load or compile the rules of a game in a thread, once."""
        kind = type(game)
        if kind not in self._warm:
            self._warm[kind] = asyncio.ensure_future(asyncio.to_thread(_use, game))
        try:
            await asyncio.shield(self._warm[kind])
        except Exception:
            self._warm.pop(kind, None)
            raise

    def new_table(self, owner: BrowserSession, match: Match, place: SaveSlot | None = None, name: str = "") -> Table:
        """A table for a game; one that nobody looks at is cleared for it if there are too many."""
        own = [table for table in self.tables.values() if table.seats.owner is owner]
        if len(own) >= self.limits.tables_of_one:
            self._clear_one(own)
        if len(self.tables) >= self.limits.tables:
            self._clear_one(list(self.tables.values()))
        table = Table(self, owner, match, place, name)
        self.tables[table.id] = table
        return table

    def _clear_one(self, tables: list[Table]) -> None:
        idle = [table for table in tables if not table.audience]
        if not idle:
            raise WebError("busy", "There are too many games; leave one first.")
        self.clear(min(idle, key=lambda table: table.left_at))

    def clear(self, table: Table) -> None:
        """Take a table away; its game is in the store."""
        table.close()
        self.tables.pop(table.id, None)

    def find(self, table: str, session: BrowserSession) -> Table:
        """The table of that id, if the visitor may see it."""
        found = self.tables.get(table)
        if found is None or not found.seats.admits(session):
            raise gone()
        return found

    def table_of_key(self, key: str) -> Table | None:
        """The table to which an invitation leads."""
        for table in self.tables.values():
            if table.seats.guest_seats and hmac.compare_digest(table.seats.key.encode(), key.encode()):
                return table
        return None

    def accept(self, session: BrowserSession, table: Table) -> None:
        """Seat a guest, unless somebody else sits there."""
        seats = table.seats
        if session is seats.owner or session is seats.guest:
            return
        self.must_be_free(table)
        seats.guest = session

    def must_be_free(self, table: Table) -> None:
        """Raise an error where a guest sits at the table."""
        if table.seats.guest is not None and table.is_present(table.seats.guest):
            raise WebError("denied", "The seat is taken.")

    async def resume(self, session: BrowserSession, saved: int, warm: Callable[[Game], Awaitable[None]]) -> Table:
        """The table of a saved game, its rules warmed; nobody takes it from a person who is playing it."""
        known = {table.id: table.autosave.place for table in self.tables.values()}
        found, place = await self.saved_game(saved)
        await warm(found.match.start.game)
        for table in list(self.tables.values()):
            if table.autosave.saved == saved:
                if table.seats.owner is session:
                    if known.get(table.id) == table.autosave.place != place:
                        table.catch_up(found, place)
                    return table
                if table.audience:
                    raise WebError("denied", "This game is being played on another page.")
                self.clear(table)
        return self.new_table(session, found.match, place, found.name)

    async def saved_game(self, saved: int) -> tuple[ResumedGame, SaveSlot]:
        """A saved game as it is in the store now, and its place there."""
        return await self.with_store(lambda store: load(store, saved, self.limits))

    async def clean_up(self) -> None:
        """Now and then clear the tables that everybody has left, and see whether the file of saved games is there."""
        while True:
            await asyncio.sleep(min(CLEANING_SECONDS, self.limits.idle_seconds))
            try:
                self.clear_idle(time.monotonic())
                if not self.pool.running:
                    LENDER.give_back()
                await self.check_file()
            except PlygroundError as problem:
                log.warning("%s", problem)
            except Exception:
                self.note_failure()

    async def check_file(self) -> None:
        """Save every game again that is being played, where the file of saved games is another than before."""
        file = await self.with_store(Store.look)
        if file != self._file:
            self._file = file
            for table in self.tables.values():
                table.autosave.save(table.match)

    def clear_idle(self, now: float) -> None:
        """Clear the tables that everybody left long ago."""
        for table in list(self.tables.values()):
            if not table.audience and now - table.left_at > self.limits.idle_seconds:
                self.clear(table)


def load(store: Store, saved: int, limits: ServerLimits) -> tuple[ResumedGame, SaveSlot]:
    """A saved game in which only humans and searches play on: a page never starts a program."""
    found = store.resume(saved)
    without_programs(found.match, limits)
    prepare(found.match)
    return found, place_of(saved, found)


def _use(game: Game) -> None:
    """Do once what every table does: this loads the compiled rules, or compiles them."""
    start = game.start()
    drawn(start)
    move = str(start.moves[0])
    last_data(start, drawn_after(start, move), move)
