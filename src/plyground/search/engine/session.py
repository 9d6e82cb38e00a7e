"""A session: what a player keeps from move to move of one game.

The engine keeps its transposition table and move histories, Monte Carlo searches keep their tree. Everything kept comes
from earlier searches of the same game, so that a game with node limits is the same each time it is played.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock, Thread
from typing import Any

from plyground.core.position import Position
from plyground.search.budget import Cancel
from plyground.search.engine.features import EngineSettings
from plyground.search.engine.ordering import MoveHistory, carry_over, new_move_history
from plyground.search.engine.transposition import TABLE_POOL, LentTable
from plyground.search.repetition import has_repeated


@dataclass
class EngineMemory:
    """The table and, by thread, the move histories of the engine."""

    table: LentTable
    histories: list[MoveHistory]

    @classmethod
    def new(cls, settings: EngineSettings) -> "EngineMemory":
        """The memory for a search that remembers nothing."""
        table = TABLE_POOL.take(settings.table_megabytes)
        return cls(table, [new_move_history() for _ in range(settings.threads)])

    def release(self) -> None:
        """Give the table back."""
        TABLE_POOL.put_back(self.table)


class Session:
    """What a player keeps during a game. It is empty until `new_game`, and again after `close`."""

    def __init__(self) -> None:
        self.active = False
        self._busy = Lock()
        self._memory: EngineMemory | None = None
        self._terms: tuple[Any, ...] = ()
        self._last: Position | None = None
        self.trees: dict[str, Any] = {}
        """Kept trees, by the search that grew them."""
        self._pondering: tuple[Thread, Cancel] | None = None

    def new_game(self) -> None:
        """Forget the last game; from now on keep what is found."""
        self.close()
        self.active = True

    def close(self) -> None:
        """Forget everything, and keep nothing until the next game."""
        self.stop_pondering()
        with self._busy:
            self.active = False
            self._drop_memory()
            self.trees.clear()

    @contextmanager
    def engine_memory(
        self, position: Position, settings: EngineSettings, terms: tuple[Any, ...]
    ) -> Iterator[EngineMemory]:
        """The engine's memory for the next search of the game; a fresh one where another search is using it.

        The terms are what values in the table depend on: where they change, the memory is dropped. So are the values,
        but not the move histories, once a position has occurred twice: a win through it may be a draw by now.
        """
        if not (self.active and self._busy.acquire(blocking=False)):
            with fresh_memory(settings) as memory:
                yield memory
            return
        try:
            yield self._next_memory(position, settings, terms)
        finally:
            self._last = position
            self._busy.release()

    def _next_memory(self, position: Position, settings: EngineSettings, terms: tuple[Any, ...]) -> EngineMemory:
        terms = (position.game, settings, position.mover if settings.contempt else None, *terms)
        if self._memory is not None and terms != self._terms:
            self._drop_memory()
        if self._memory is None or self._last is None:
            self._memory, self._terms = EngineMemory.new(settings), terms
            return self._memory
        self._memory.table.next_search(keep=not has_repeated(position))
        for history in self._memory.histories:
            carry_over(history, position.turns - self._last.turns)
        return self._memory

    def _drop_memory(self) -> None:
        if self._memory is not None:
            self._memory.release()
        self._memory = self._last = None

    def ponder(self, search: Callable[[Cancel], object]) -> None:
        """Search in the background until the next move, the next game or the end of this one."""
        self.stop_pondering()
        cancel = Cancel()
        thread = Thread(target=search, args=(cancel,), daemon=True)
        self._pondering = thread, cancel
        thread.start()

    def stop_pondering(self) -> None:
        """End the search in the background, if any; what it found is kept."""
        if self._pondering is not None:
            thread, cancel = self._pondering
            self._pondering = None
            cancel.now()
            thread.join()


@contextmanager
def fresh_memory(settings: EngineSettings) -> Iterator[EngineMemory]:
    """The memory for one search by itself."""
    memory = EngineMemory.new(settings)
    try:
        yield memory
    finally:
        memory.release()
