"""One thread of the engine: its stack, move history, root move order and aspiration window."""

import time
from collections.abc import Callable

import numpy as np

from plyground.core.contract import Words
from plyground.core.nnue import with_own_memory
from plyground.search.engine.context import ThreadState
from plyground.search.engine.features import EngineSettings
from plyground.search.engine.ordering import MoveHistory
from plyground.search.engine.pvs import pvs_root
from plyground.search.engine.transposition import NO_MOVE, LentTable, find, index_in
from plyground.search.repetition import History, key_at, new_history
from plyground.search.root import UNSEEN, RootMoves, new_roots
from plyground.search.score import INFINITE, PROVED
from plyground.search.stack import MOST_PLIES, NODES, STOP, SearchContext, Stack, new_stack, with_room
from plyground.search.task import Task, room_needed
from plyground.search.trace import NoTrace, Recorder

FIRST_WINDOW = 24
"""Half-width of the aspiration window around the last depth's value, in the heuristic's units."""
WIDEST_WINDOW = 2000
"""Half-width from which the window is opened completely on that side."""


class Worker:
    """A thread of the engine."""

    def __init__(
        self,
        task: Task,
        settings: EngineSettings,
        table: LentTable,
        move_history: MoveHistory,
        marks: Words,
        recorder: Recorder | NoTrace,
    ) -> None:
        self.task, self.settings, self.recorder = task, settings, recorder
        self.heuristic = with_own_memory(task.heuristic)
        position = task.position
        limit = max(1, task.most_nodes // settings.threads)
        self.started, self.ended = time.perf_counter(), False
        self.on_fail_low: Callable[[], None] = lambda: None
        """Called when the best move of the last depth turns out worse than expected."""
        self.room = max(position.game.usual_moves, len(position.moves))
        self.order = np.arange(len(position.moves))
        self.stack: Stack = new_stack(position.game, position.state, self.room, limit)
        self.history: History = new_history(position, MOST_PLIES)
        self.state = ThreadState(
            features=settings.features,
            contempt=settings.contempt,
            table=table.words,
            search=table.search,
            oldest=table.oldest,
            move_history=move_history,
            marks=marks,
        )
        if table.oldest < table.search:
            self._try_hash_move_first()

    @property
    def stopped(self) -> bool:
        """True if the thread was asked to stop."""
        return bool(self.stack.counters[STOP])

    @property
    def nodes(self) -> int:
        """Nodes searched so far."""
        return int(self.stack.counters[NODES])

    def _try_hash_move_first(self) -> None:
        """Move the best root move of an earlier search of the game to the front."""
        data = find(self.state.table, np.uint64(key_at(self.history, 0)), self.state.oldest)
        index = NO_MOVE if data == 0 else int(index_in(np.uint64(data)))
        if index < len(self.order):
            self.to_front(index, 0)

    def stop(self) -> None:
        """Stop as soon as possible, even if about to resume with more room for moves."""
        self.ended = True
        self.stack.counters[STOP] = 1

    def best_move(self, depth: int, guess: int | None, first: int, roots: RootMoves) -> int:
        """Index of the best of the root moves order[first:], with an exact value; -1 if stopped before one was found.

        If a state has more moves than fit, the stack is enlarged and the depth searched again; the table and the move
        history are kept.
        """
        while True:
            index = self._aspirate(depth, guess, first, roots)
            room = room_needed(self.stack.counters, self.room)
            if room == 0:
                return index
            self.room, self.stack = room, with_room(self.stack, room)
            self.task.resume(self.stack.counters, self.started)
            if self.ended:
                self.stop()

    def _aspirate(self, depth: int, guess: int | None, first: int, roots: RootMoves) -> int:
        """Search in a window around the guess, widening it on the side that fails; return the best move."""
        width = FIRST_WINDOW
        alpha, beta = -INFINITE, INFINITE
        if guess is not None and self.settings.aspiration and abs(guess) < PROVED:
            alpha, beta = guess - width, guess + width
        while True:
            index = self._search(depth, alpha, beta, first, roots)
            if self.stopped or (index < 0 and alpha <= -INFINITE):
                return index
            value = int(roots.values[index]) if index >= 0 else alpha
            if alpha < value < beta:
                return index
            width *= 4
            if value <= alpha:
                self.on_fail_low()
                alpha = -INFINITE if width > WIDEST_WINDOW else value - width
            else:
                beta = INFINITE if width > WIDEST_WINDOW else value + width

    def _search(self, depth: int, alpha: int, beta: int, first: int, roots: RootMoves) -> int:
        """Search the root within one window."""
        task = self.task
        if isinstance(self.recorder, Recorder):
            self.recorder.state[:] = 0  # of several windows, keep only the last
        roots.values[self.order[first:]] = UNSEEN
        rules = task.position.game.rules
        context = SearchContext(
            rules, self.heuristic, task.choice, self.recorder, self.stack, self.history, task.tables
        )
        return int(pvs_root(self.state, context, depth, alpha, beta, self.order, first, roots))

    def to_front(self, index: int, place: int) -> None:
        """Move this root move to `place`; the others keep their order."""
        order = [int(other) for other in self.order if other != index]
        order.insert(place, index)
        self.order[:] = order

    def help(self, deepest: int) -> None:
        """Search as the main thread does, to fill the shared table."""
        roots = new_roots(len(self.order), 1)
        guess: int | None = None
        for depth in range(1, deepest + 1):
            index = self.best_move(depth, guess, 0, roots)
            if self.stopped or index < 0:
                return
            guess = int(roots.values[index])
            self.to_front(index, 0)
