"""Autosave: saves a table's game after every change, one save at a time, in a thread.

No move is accepted before the previous one is saved (`settled`), so a server that is killed loses one move at most.
Where a save fails, for any reason, the table's listeners are sent the error, the game continues, and the save is
retried until it succeeds, also after the table is gone.
"""

from __future__ import annotations

import asyncio
import contextlib
import copy
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Literal, Protocol, TypeVar

from plyground.core.errors import PlygroundError
from plyground.language import Message
from plyground.play.match import Match
from plyground.play.store.saved_match import SavedMatch, SaveSlot, begun, keep
from plyground.play.store.store import StaleGameError, Store
from plyground.web.errors import WebError

log = logging.getLogger("plyground.web")
Found = TypeVar("Found")
Write = Callable[[Store], Any]
State = Literal["saved", "saving", "failed"]
RETRY_SECONDS, LONGEST_RETRY_SECONDS = 2.0, 30.0
"""Delay before the first retry of a save, and the longest delay as retries keep failing."""
MOST_UNSAVED = 1000
"""Games without a table that may wait to be saved."""
CLOSING_SECONDS = 2.0
"""How long a server that stops waits for pending saves."""


def frozen(match: Match) -> Match:
    """A copy of the match as it is now, for another thread to read."""
    same = copy.copy(match)
    same.turns, same.undone = list(match.turns), list(match.undone)
    return same


class SaveWriter:
    """Writes the games of all tables in a thread; those that arrive during a write share the next transaction."""

    def __init__(self, store: Store, retry_seconds: float = RETRY_SECONDS) -> None:
        self.store, self.retry_seconds = store, retry_seconds
        self.unsaved: dict[Autosave, None] = {}
        """Autosaves with pending saves, the oldest first."""
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store")
        self._waiting: list[tuple[Write, asyncio.Future[Any]]] = []
        self._task: asyncio.Task[None] | None = None

    async def close(self) -> None:
        """Retry pending saves once, and stop."""
        pending = tuple(self.unsaved)
        for autosave in pending:
            autosave.retry_now()
        settled = asyncio.gather(*(autosave.settled() for autosave in pending), return_exceptions=True)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(settled, CLOSING_SECONDS)
        self.store.leave()
        for autosave in tuple(self.unsaved):
            self._give_up(autosave)
        self._thread.shutdown(wait=False, cancel_futures=True)

    def note(self, autosave: Autosave) -> None:
        """Note a pending save; of games without a table, only `MOST_UNSAVED` are kept."""
        self.unsaved[autosave] = None
        if len(self.unsaved) > MOST_UNSAVED:
            oldest = next((each for each in self.unsaved if each.listener is None), None)
            if oldest is not None:
                self._give_up(oldest)

    def _give_up(self, autosave: Autosave) -> None:
        log.error("A game could not be saved: %s", autosave.problem or "there was no time left")
        autosave.cancel()

    async def written(self, write: Callable[[Store], Found]) -> Found:
        """The result of `write` once it is on disk; its exception once it is rolled back."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        self._waiting.append((write, future))
        if self._task is None:
            self._task = loop.create_task(self._work())
        found: Found = await future
        return found

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            batch, self._waiting = self._waiting, []
            try:
                answers = await loop.run_in_executor(self._thread, self._write, [write for write, _ in batch])
            except Exception as problem:  # whatever it is, no caller waits for ever
                answers = [(None, problem) for _ in batch]
            for (_, future), (answer, failure) in zip(batch, answers, strict=True):
                if not future.done():
                    if failure is None:
                        future.set_result(answer)
                    else:
                        future.set_exception(failure)
        self._task = None

    def _write(self, writes: list[Write]) -> list[tuple[Any, Exception | None]]:
        """Write all in one transaction; the failure of one game does not affect the others."""
        try:
            with self.store.together():
                return [self._one(write) for write in writes]
        except Exception as problem:
            return [(None, problem) for _ in writes]

    def _one(self, write: Write) -> tuple[Any, Exception | None]:
        try:
            return write(self.store), None
        except Exception as problem:
            return None, problem


class SaveListener(Protocol):
    """What an autosave reports to: the game's table."""

    def number_changed(self) -> None:
        """The game has a new number in the store."""

    def send_saving(self) -> None:
        """The state of the save has changed."""

    def send_error(self, problem: PlygroundError) -> None:
        """The save failed."""

    def send_notice(self, sentence: str) -> None:
        """The save succeeded, with a remark."""

    async def show_newer(self) -> None:
        """Another program has continued the saved game."""


class Autosave:
    """Saves one game."""

    def __init__(
        self, writer: SaveWriter, listener: SaveListener | None, slot: SaveSlot | None = None, name: str = ""
    ) -> None:
        self.writer, self.listener, self.slot, self.name = writer, listener, slot, name
        self.state: State = "saved"
        self.problem: PlygroundError | None = None
        """Why the last save failed."""
        self._sent_error = str(writer.store.problem or "")
        """The error sent last; that of a file that could not be opened was sent when the page connected."""
        self._next: Match | None = None
        self._task: asyncio.Task[None] | None = None
        self._settled, self._wake = asyncio.Event(), asyncio.Event()
        self._settled.set()

    @property
    def saved(self) -> int | None:
        """The number of the game in the store."""
        return None if self.slot is None else self.slot.number

    def save(self, match: Match) -> None:
        """Save the match soon; a new game without a move is not saved."""
        if self.slot is None and not match.turns:
            return
        self._next = frozen(match)
        self.state = "saving"
        self.retry_now()
        self.writer.note(self)
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._work())

    def retry_now(self) -> None:
        """Retry a failed save without waiting."""
        self._settled.clear()
        self._wake.set()

    def cancel(self) -> None:
        """Drop pending saves, and save no more."""
        self._next, self.listener = None, None
        self.writer.unsaved.pop(self, None)
        if self._task is not None:
            self._task.cancel()
        self._settled.set()

    async def settled(self) -> None:
        """Wait until the game is saved, or its save has failed."""
        await self._settled.wait()

    async def _work(self) -> None:
        """Save the latest match until there is none newer; retry what failed."""
        wait = self.writer.retry_seconds
        while self._next is not None:
            match, self._next = self._next, None
            self._wake.clear()
            if await self._saved(match):
                wait = self.writer.retry_seconds
            elif self._next is None:
                self._next = match
                self._settled.set()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._wake.wait(), wait)
                wait = min(2 * wait, max(wait, LONGEST_RETRY_SECONDS))
        self._task = None
        self.writer.unsaved.pop(self, None)
        self._settled.set()

    async def _saved(self, match: Match) -> bool:
        """Try one save; whether it succeeded."""
        try:
            await self._save(match)
        except PlygroundError as problem:
            self._fail(problem)
        except Exception:
            log.exception("A game could not be saved.")
            self._fail(WebError("wrong", Message("server.saving_failed")))
        else:
            return True
        return False

    async def _save(self, match: Match) -> None:
        try:
            self._done(await self.writer.written(partial(keep, match=match, place=self.slot, name=self.name)))
        except StaleGameError:
            if self.listener is not None:
                await self.listener.show_newer()
            else:
                slot = await self.writer.written(partial(begun, match=match, name=self.name))
                self._done(SavedMatch(slot))

    def _fail(self, problem: PlygroundError) -> None:
        """Report the error, once."""
        self.state, self.problem = "failed", problem
        if self.listener is not None:
            self.listener.send_saving()
            if str(problem) != self._sent_error:
                self.listener.send_error(problem)
        self._sent_error = str(problem)

    def _done(self, kept: SavedMatch) -> None:
        """The save is on disk."""
        before, self.slot = self.saved, kept.place
        self.problem, self._sent_error = None, ""
        if self._next is None:
            self.state = "saved"
        if self.listener is None:
            return
        if before == self.saved:
            self.listener.send_saving()
        else:
            self.listener.number_changed()
        if kept.notice:
            self.listener.send_notice(kept.notice)
