"""A session: data a player keeps between the moves of one game.

The engine keeps its transposition table and move histories; Monte Carlo searches keep their trees. Everything kept
comes from earlier searches of the same game, so a game with node limits is reproducible.
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
    """The engine's table, and its move histories by thread."""

    table: LentTable
    histories: list[MoveHistory]

    @classmethod
    def new(cls, settings: EngineSettings) -> "EngineMemory":
        """Empty memory."""
        table = TABLE_POOL.take(settings.table_megabytes)
        return cls(table, [new_move_history() for _ in range(settings.threads)])

    def release(self) -> None:
        """Return the table to the pool."""
        TABLE_POOL.put_back(self.table)


class Session:
    """Data a player keeps during a game. Empty before `new_game` and after `close`."""

    def __init__(self) -> None:
        self.active = False
        self._busy = Lock()
        self._memory: EngineMemory | None = None
        self._terms: tuple[Any, ...] = ()
        self._last: Position | None = None
        self.trees: dict[str, Any] = {}
        """Kept trees, by the name of the search."""
        self._pondering: tuple[Thread, Cancel] | None = None

    @property
    def busy(self) -> bool:
        """True while a search of the engine uses the memory."""
        return self._busy.locked()

    @property
    def megabytes(self) -> float:
        """Size of the table and the kept trees."""
        memory = self._memory
        table = 0 if memory is None else memory.table.words.nbytes
        return float(table / 2**20 + sum(trees.megabytes for trees in tuple(self.trees.values())))

    def new_game(self) -> None:
        """Discard the previous game's data and start keeping results."""
        self.close()
        self.active = True

    def close(self) -> None:
        """Discard everything, and keep nothing until the next game."""
        self.stop_pondering()
        with self._busy:
            self.active = False
            self._drop_memory()
            self.trees.clear()

    @contextmanager
    def engine_memory(
        self, position: Position, settings: EngineSettings, terms: tuple[Any, ...]
    ) -> Iterator[EngineMemory]:
        """The engine's memory for the next search of the game; a new one if another search is using it.

        Table values depend on the terms: if these change, the memory is discarded. Once a position has occurred twice,
        the values are discarded but the move histories kept: a win through that position may now be a draw.
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
        """Search in the background until the next move, the next game or the end of the session."""
        self.stop_pondering()
        cancel = Cancel()
        thread = Thread(target=search, args=(cancel,), daemon=True)
        self._pondering = thread, cancel
        thread.start()

    def stop_pondering(self) -> None:
        """Stop the background search, if any, and keep its results."""
        if self._pondering is not None:
            thread, cancel = self._pondering
            self._pondering = None
            cancel.now()
            thread.join()


@contextmanager
def fresh_memory(settings: EngineSettings) -> Iterator[EngineMemory]:
    """Memory for a single search outside a game."""
    memory = EngineMemory.new(settings)
    try:
        yield memory
    finally:
        memory.release()
