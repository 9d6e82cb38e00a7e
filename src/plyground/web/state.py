"""The server's state, which outlives any socket: tables, sessions, the store, the pool of searches."""

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
from plyground.language import Message
from plyground.play.agents.agent import prepare_tables
from plyground.play.bench.workshop import Workshop
from plyground.play.match import Match
from plyground.play.position_index import PositionIndex
from plyground.play.store.saved_match import SaveSlot, place_of
from plyground.play.store.store import ResumedGame, Store
from plyground.search.engine.transposition import TABLE_POOL
from plyground.web.errors import WebError, gone, private_folders, without_folders
from plyground.web.limits import ServerLimits
from plyground.web.search_pool import SearchPool
from plyground.web.sessions import BrowserSession, Sessions
from plyground.web.tables.autosave import Autosave, SaveListener, SaveWriter
from plyground.web.tables.captions import drawn, drawn_after, prepare
from plyground.web.tables.position_view import last_data
from plyground.web.tables.seating import without_programs
from plyground.web.tables.table import Table
from plyground.web.token_file import new_secret

log = logging.getLogger("plyground.web")
CLEANUP_SECONDS = 15.0
Answer = TypeVar("Answer")


class ServerState:
    """What all connections share."""

    def __init__(
        self,
        store: Store,
        limits: ServerLimits,
        port: int,
        token: str | None = None,
        addresses: tuple[str, ...] = (),
        workshop: Workshop | None = None,
    ) -> None:
        self.store, self.limits, self.lan = store, limits, bool(addresses)
        self.addresses = addresses
        """Addresses of the page in the local network."""
        self.sessions = Sessions(limits, port, token or new_secret())
        self.pool = SearchPool(limits)
        self.positions = PositionIndex(store)
        self.workshop = workshop or Workshop()
        self.tables: dict[str, Table] = {}
        self.sockets = 0
        self.failures = 0
        """Number of unexpected exceptions; they are in the log."""
        self._save_writer = SaveWriter(store, limits.retry_seconds)
        self._tasks: set[asyncio.Task[None]] = set()
        self._file = store.file
        self._folders = private_folders(store.path)
        self._logged: deque[str] = deque(maxlen=20)
        self._workers = ThreadPoolExecutor(limits.workers, thread_name_prefix="work")
        self._warm: dict[type[Game], asyncio.Future[None]] = {}

    async def close(self) -> None:
        """Save what is not saved, and stop; nothing is waited for long."""
        for table in self.tables.values():
            table.close()
        for task in tuple(self._tasks):
            task.cancel()
        self.pool.close()
        self.workshop.close()
        self._workers.shutdown(wait=False, cancel_futures=True)
        await self._save_writer.close()
        self.store.close()

    def public(self, problem: PlygroundError) -> str:
        """An error's text for visitors, without folders of this machine; the log has the whole text, once."""
        text = without_folders(str(problem), self._folders)
        if text != str(problem) and str(problem) not in self._logged:
            self._logged.append(str(problem))
            log.warning("%s", problem)
        return text

    def note_failure(self, problem: BaseException | None = None) -> None:
        """Log an unexpected exception: this one, or the one that is being handled."""
        self.failures += 1
        log.error("A visitor's request failed.", exc_info=problem or True)

    def task(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run a coroutine in the background; an exception is logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (problem := task.exception()) is not None:
            self.note_failure(problem)

    def autosave(self, listener: SaveListener | None, slot: SaveSlot | None = None, name: str = "") -> Autosave:
        """An autosave for one game, which reports to its table."""
        return Autosave(self._save_writer, listener, slot, name)

    async def with_store(self, work: Callable[[Store], Answer]) -> Answer:
        """Use the store in a thread: a long game takes a while to read, and moves must not wait for it."""
        return await asyncio.to_thread(work, self.store)

    async def work(self, session: BrowserSession, work: Callable[[], Answer]) -> Answer:
        """Call a slow function in one of a few threads, one at a time for each session.

        Reading a long game or drawing a board is Python: many such threads would starve the event loop.
        """
        async with session.working:
            return await asyncio.get_running_loop().run_in_executor(self._workers, work)

    def is_warm(self, game: Game) -> bool:
        """Whether the rules of a game are compiled."""
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

    def new_table(self, owner: BrowserSession, match: Match, slot: SaveSlot | None = None, name: str = "") -> Table:
        """A new table for a game; if there are too many, one without an audience is removed for it."""
        own = [table for table in self.tables.values() if table.seats.owner is owner]
        if len(own) >= self.limits.tables_of_one:
            self._remove_idle_one(own)
        if len(self.tables) >= self.limits.tables:
            self._remove_idle_one(list(self.tables.values()))
        prepare_tables(match.players, match.start.game)
        table = Table(self, owner, match, slot, name)
        self.tables[table.id] = table
        return table

    def _remove_idle_one(self, tables: list[Table]) -> None:
        idle = [table for table in tables if not table.audience]
        if not idle:
            raise WebError("busy", Message("server.too_many_games"))
        self.remove(min(idle, key=lambda table: table.left_at))

    def remove(self, table: Table) -> None:
        """Remove a table; its game stays in the store."""
        table.close()
        self.tables.pop(table.id, None)

    def find(self, table: str, session: BrowserSession) -> Table:
        """The table of this id, if the session may watch it."""
        found = self.tables.get(table)
        if found is None or not found.seats.admits(session):
            raise gone()
        return found

    def table_of_key(self, key: str) -> Table | None:
        """The table of an invitation."""
        for table in self.tables.values():
            if table.seats.guest_seats and hmac.compare_digest(table.seats.key.encode(), key.encode()):
                return table
        return None

    def accept(self, session: BrowserSession, table: Table) -> None:
        """Seat a guest, unless the seat is taken."""
        seats = table.seats
        if session is seats.owner or session is seats.guest:
            return
        self.require_free_seat(table)
        seats.guest = session

    def require_free_seat(self, table: Table) -> None:
        """Raise an error where a guest is present at the table."""
        if table.seats.guest is not None and table.is_present(table.seats.guest):
            raise WebError("denied", Message("server.seat_taken"))

    async def resume(self, session: BrowserSession, saved: int, warm: Callable[[Game], Awaitable[None]]) -> Table:
        """The table of a saved game, with its rules compiled; an error while another session plays it."""
        known = {table.id: table.autosave.slot for table in self.tables.values()}
        found, slot = await self.saved_game(saved)
        await warm(found.match.start.game)
        for table in list(self.tables.values()):
            if table.autosave.saved == saved:
                if table.seats.owner is session:
                    if known.get(table.id) == table.autosave.slot != slot:
                        table.catch_up(found, slot)
                    return table
                if table.audience:
                    raise WebError("denied", Message("server.played_elsewhere"))
                self.remove(table)
        return self.new_table(session, found.match, slot, found.name)

    async def saved_game(self, saved: int) -> tuple[ResumedGame, SaveSlot]:
        """A saved game as it is in the store now, and its slot there."""
        return await self.with_store(lambda store: load(store, saved, self.limits))

    async def clean_up(self) -> None:
        """Remove abandoned tables at intervals, and check that the file of saved games is still there."""
        while True:
            await asyncio.sleep(min(CLEANUP_SECONDS, self.limits.idle_seconds))
            try:
                self.remove_idle(time.monotonic())
                if not self.pool.running:
                    TABLE_POOL.give_back()
                await self.check_file()
            except PlygroundError as problem:
                log.warning("%s", problem)
            except Exception:
                self.note_failure()

    async def check_file(self) -> None:
        """Save every game in progress again where the file of saved games was replaced."""
        file = await self.with_store(Store.look)
        if file != self._file:
            self._file = file
            for table in self.tables.values():
                table.autosave.save(table.match)

    def remove_idle(self, now: float) -> None:
        """Remove the tables that were abandoned long ago."""
        for table in list(self.tables.values()):
            if not table.audience and now - table.left_at > self.limits.idle_seconds:
                self.remove(table)


def load(store: Store, saved: int, limits: ServerLimits) -> tuple[ResumedGame, SaveSlot]:
    """Read a saved game, without its programs: a page never starts one."""
    found = store.resume(saved)
    without_programs(found.match, limits)
    prepare(found.match)
    return found, place_of(saved, found)


def _use(game: Game) -> None:
    """Do once what every table does, which loads or compiles the rules."""
    start = game.start()
    drawn(start)
    move = str(start.moves[0])
    last_data(start, drawn_after(start, move), move)
