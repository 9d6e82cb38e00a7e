"""Keeps a table's game in the store: a save after every change, one at a time, in a thread.

Nobody moves before the move before is saved (`settled`), so a server that is killed loses one move at most.
"""

import asyncio
import copy
from collections.abc import Callable
from concurrent.futures import Executor

from plyground.core.errors import PlygroundError
from plyground.play.match import Match
from plyground.play.store import Store


def frozen(match: Match) -> Match:
    """The match as it is now, for another thread to read."""
    same = copy.copy(match)
    same.turns, same.undone = list(match.turns), list(match.undone)
    return same


class Keeper:
    """Saves one game."""

    def __init__(
        self,
        store: Store,
        thread: Executor,
        *,
        on_begun: Callable[[], None],
        on_problem: Callable[[PlygroundError], None],
        saved: int | None = None,
        name: str = "",
    ) -> None:
        self.store, self.thread, self.saved, self.name = store, thread, saved, name
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
        loop = asyncio.get_running_loop()
        while self._next is not None:
            match, self._next = self._next, None
            try:
                begun, self.saved = self.saved, await loop.run_in_executor(self.thread, self._write, match)
                if begun is None:
                    self.on_begun()
            except PlygroundError as problem:
                self.on_problem(problem)
        self._task = None

    def _write(self, match: Match) -> int:
        """Write to the store, in the store's thread; the game's number there."""
        if self.saved is None:
            return self.store.begin(match, self.name)
        self.store.save(self.saved, match)
        return self.saved
