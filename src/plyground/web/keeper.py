"""Keeps a table's game in the store: a save after every change, one at a time, in a thread.

Nobody moves before the move before is saved (`settled`), so a server that is killed loses one move at most.
"""

import asyncio
import copy
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from plyground.core.errors import PlygroundError
from plyground.play.match import Match
from plyground.play.store import Store

Write = Callable[[Store], int]


def frozen(match: Match) -> Match:
    """The match as it is now, for another thread to read."""
    same = copy.copy(match)
    same.turns, same.undone = list(match.turns), list(match.undone)
    return same


class Scribe:
    """Writes the games of all tables in a thread: whatever comes while it writes goes to the disk together."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store")
        self._waiting: list[tuple[Write, asyncio.Future[int]]] = []
        self._task: asyncio.Task[None] | None = None

    def close(self) -> None:
        """Write no more."""
        self._thread.shutdown()

    async def written(self, write: Write) -> int:
        """What `write` returns, once it is on the disk."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[int] = loop.create_future()
        self._waiting.append((write, future))
        if self._task is None:
            self._task = loop.create_task(self._work())
        return await future

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            batch, self._waiting = self._waiting, []
            answers = await loop.run_in_executor(self._thread, self._write, [write for write, _ in batch])
            for (_, future), answer in zip(batch, answers, strict=True):
                if isinstance(answer, int):
                    future.set_result(answer)
                else:
                    future.set_exception(answer)
        self._task = None

    def _write(self, writes: list[Write]) -> list[int | PlygroundError]:
        """Everything in one transaction; what is wrong with one game does not touch the others."""
        try:
            with self.store.together():
                return [self._one(write) for write in writes]
        except PlygroundError as problem:
            return [problem for _ in writes]

    def _one(self, write: Write) -> int | PlygroundError:
        try:
            return write(self.store)
        except PlygroundError as problem:
            return problem


class Keeper:
    """Saves one game."""

    def __init__(
        self,
        scribe: Scribe,
        *,
        on_begun: Callable[[], None],
        on_problem: Callable[[PlygroundError], None],
        saved: int | None = None,
        name: str = "",
    ) -> None:
        self.scribe, self.saved, self.name = scribe, saved, name
        self.on_begun, self.on_problem = on_begun, on_problem
        self._next: Match | None = None
        self._task: asyncio.Task[None] | None = None

    def save(self, match: Match) -> None:
        """Save the match soon; a game without a move is not kept."""
        if self.saved is None and not match.turns:
            return
        self._next = frozen(match)
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._work())

    async def settled(self) -> None:
        """Wait until everything is saved."""
        while self._task is not None:
            await asyncio.shield(self._task)

    async def _work(self) -> None:
        """Save the latest, until there is nothing newer."""
        try:
            while self._next is not None:
                match, self._next = self._next, None
                await self._save(match)
        finally:
            self._task = None

    async def _save(self, match: Match) -> None:
        try:
            begun, self.saved = self.saved, await self.scribe.written(partial(self._write, match))
        except PlygroundError as problem:
            self.on_problem(problem)
        else:
            if begun is None:
                self.on_begun()

    def _write(self, match: Match, store: Store) -> int:
        """Write to the store, in the scribe's thread; the game's number there."""
        if self.saved is None:
            return store.begin(match, self.name)
        store.save(self.saved, match)
        return self.saved
