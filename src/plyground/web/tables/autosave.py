"""Keeps a table's game in the store: a save after every change, one at a time, in a thread.

Nobody moves before the move before is saved (`settled`), so a server that is killed loses one move at most. Where a
save fails, whatever the reason, those at the table are told, the game goes on, and the save is tried again until it
succeeds, also after the table is gone.
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
from plyground.play.match import Match
from plyground.play.store.saved_match import SavedMatch, SaveSlot, begun, keep
from plyground.play.store.store import StaleGameError, Store
from plyground.web.errors import WebError

log = logging.getLogger("plyground.web")
Found = TypeVar("Found")
Write = Callable[[Store], Any]
State = Literal["saved", "saving", "failed"]
RETRY_SECONDS, LONGEST_RETRY_SECONDS = 2.0, 30.0
"""How long to wait before a save is tried again, and how long at most where it fails again and again."""
MOST_UNSAVED = 1000
"""Games that wait to be saved."""
LEAVING_SECONDS = 2.0
"""How long a server that stops waits for what is not saved."""


def frozen(match: Match) -> Match:
    """The match as it is now, for another thread to read."""
    same = copy.copy(match)
    same.turns, same.undone = list(match.turns), list(match.undone)
    return same


class SaveWriter:
    """Writes the games of all tables in a thread: whatever comes while it writes goes to the disk together."""

    def __init__(self, store: Store, retry_seconds: float = RETRY_SECONDS) -> None:
        self.store, self.retry_seconds = store, retry_seconds
        self.unsaved: dict[Autosave, None] = {}
        """Those whose game is not on the disk as it is now, the first that failed first."""
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store")
        self._waiting: list[tuple[Write, asyncio.Future[Any]]] = []
        self._task: asyncio.Task[None] | None = None

    async def close(self) -> None:
        """Let what is not saved be tried once more, and write no more."""
        keepers = tuple(self.unsaved)
        for autosave in keepers:
            autosave.hurry()
        settled = asyncio.gather(*(autosave.settled() for autosave in keepers), return_exceptions=True)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(settled, LEAVING_SECONDS)
        self.store.leave()
        for autosave in tuple(self.unsaved):
            self._give_up(autosave)
        self._thread.shutdown(wait=False, cancel_futures=True)

    def note(self, autosave: Autosave) -> None:
        """Somebody's game is not saved; of those that nobody looks at any more, only so many are remembered."""
        self.unsaved[autosave] = None
        if len(self.unsaved) > MOST_UNSAVED:
            forgotten = next((each for each in self.unsaved if each.owner is None), None)
            if forgotten is not None:
                self._give_up(forgotten)

    def _give_up(self, autosave: Autosave) -> None:
        log.error("A game could not be saved: %s", autosave.problem or "there was no time left")
        autosave.forget()

    async def written(self, write: Callable[[Store], Found]) -> Found:
        """What `write` returns, once it is on the disk; what it raises, once nothing of it is."""
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
            except Exception as problem:  # whatever it is, nobody waits for ever
                answers = [(None, problem) for _ in batch]
            for (_, future), (answer, failure) in zip(batch, answers, strict=True):
                if not future.done():
                    if failure is None:
                        future.set_result(answer)
                    else:
                        future.set_exception(failure)
        self._task = None

    def _write(self, writes: list[Write]) -> list[tuple[Any, Exception | None]]:
        """Everything in one transaction; what is wrong with one game does not touch the others."""
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
    """Whoever is told how a game is kept."""

    def numbered(self) -> None:
        """The game has another number in the store."""

    def tell_saving(self) -> None:
        """Whether the game is saved has changed."""

    def tell_problem(self, problem: PlygroundError) -> None:
        """It cannot be saved."""

    def tell_notice(self, sentence: str) -> None:
        """It can, but not as one would think."""

    async def show_newer(self) -> None:
        """Another program went on with the game."""


class Autosave:
    """Saves one game."""

    def __init__(
        self, writer: SaveWriter, owner: SaveListener | None, place: SaveSlot | None = None, name: str = ""
    ) -> None:
        self.writer, self.owner, self.place, self.name = writer, owner, place, name
        self.state: State = "saved"
        self.problem: PlygroundError | None = None
        """Why it is not saved."""
        self._told = str(writer.store.problem or "")
        """What was told last; a file that could not be opened was told of when the page was."""
        self._next: Match | None = None
        self._task: asyncio.Task[None] | None = None
        self._settled, self._hurry = asyncio.Event(), asyncio.Event()
        self._settled.set()

    @property
    def saved(self) -> int | None:
        """The number of the game in the store."""
        return None if self.place is None else self.place.number

    def save(self, match: Match) -> None:
        """Save the match soon; a game without a move is not kept."""
        if self.place is None and not match.turns:
            return
        self._next = frozen(match)
        self.state = "saving"
        self.hurry()
        self.writer.note(self)
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._work())

    def hurry(self) -> None:
        """Wait no longer with the next try."""
        self._settled.clear()
        self._hurry.set()

    def forget(self) -> None:
        """Save no more."""
        self._next, self.owner = None, None
        self.writer.unsaved.pop(self, None)
        if self._task is not None:
            self._task.cancel()
        self._settled.set()

    async def settled(self) -> None:
        """Wait until everything is saved, or cannot be for now."""
        await self._settled.wait()

    async def _work(self) -> None:
        """Save the latest, until there is nothing newer; try again what failed."""
        wait = self.writer.retry_seconds
        while self._next is not None:
            match, self._next = self._next, None
            self._hurry.clear()
            if await self._saved(match):
                wait = self.writer.retry_seconds
            elif self._next is None:
                self._next = match
                self._settled.set()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._hurry.wait(), wait)
                wait = min(2 * wait, max(wait, LONGEST_RETRY_SECONDS))
        self._task = None
        self.writer.unsaved.pop(self, None)
        self._settled.set()

    async def _saved(self, match: Match) -> bool:
        """Try once; whether there is nothing more to do for this match."""
        try:
            await self._save(match)
        except PlygroundError as problem:
            self._fail(problem)
        except Exception:
            log.exception("A game could not be saved.")
            self._fail(WebError("wrong", "The server failed at saving the game; its log says why."))
        else:
            return True
        return False

    async def _save(self, match: Match) -> None:
        try:
            self._done(await self.writer.written(partial(keep, match=match, place=self.place, name=self.name)))
        except StaleGameError:
            if self.owner is not None:
                await self.owner.show_newer()
            else:
                place = await self.writer.written(partial(begun, match=match, name=self.name))
                self._done(SavedMatch(place))

    def _fail(self, problem: PlygroundError) -> None:
        """Tell what is wrong, once."""
        self.state, self.problem = "failed", problem
        if self.owner is not None:
            self.owner.tell_saving()
            if str(problem) != self._told:
                self.owner.tell_problem(problem)
        self._told = str(problem)

    def _done(self, kept: SavedMatch) -> None:
        """It is on the disk."""
        before, self.place = self.saved, kept.place
        self.problem, self._told = None, ""
        if self._next is None:
            self.state = "saved"
        if self.owner is None:
            return
        if before == self.saved:
            self.owner.tell_saving()
        else:
            self.owner.numbered()
        if kept.notice:
            self.owner.tell_notice(kept.notice)
