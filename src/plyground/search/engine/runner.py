"""Running the engine's search: depth after depth, in a narrow window first, in one thread or several."""

import time
from dataclasses import dataclass, replace
from threading import Thread
from typing import Any

import numpy as np

from plyground.core.contract import Words
from plyground.core.position import Move
from plyground.search.engine import ordering
from plyground.search.engine.pvs import ThreadState, deepening_root
from plyground.search.engine.smp import new_marks
from plyground.search.engine.transposition import LENDER
from plyground.search.repetition import History, new_history
from plyground.search.result import Line, Result, StoppedBy, moves_of
from plyground.search.root import UNSEEN, RootMoves, new_roots
from plyground.search.score import INFINITE, PROVED, Proves, score_of
from plyground.search.stack import (
    CUTOFFS,
    MOST_PLIES,
    NODES,
    STOP,
    TABLE_HITS,
    WIDEST,
    Numbers,
    SearchContext,
    Stack,
    new_desk,
    with_room,
)
from plyground.search.task import Task, run_watched
from plyground.search.trace import NoTrace, Recorder, new_recorder, tree_of

FIRST_WINDOW = 24
"""Half the width of the first window around the last depth's value, in the heuristic's units."""

FEATURES = {
    "table": ordering.TABLE,
    "deeper_entries": ordering.DEEPER_ENTRIES,
    "killers": ordering.KILLERS,
    "history": ordering.HISTORY,
    "replies": ordering.REPLIES,
    "verification": ordering.VERIFICATION,
    "reductions": ordering.REDUCTIONS,
    "quiescence": ordering.QUIESCENCE,
    "extensions": ordering.EXTENSIONS,
    "repetition": ordering.REPETITION,
    "sharing": ordering.SHARING,
}
"""What can be switched off, by name."""
OF_THREADS = frozenset({"sharing"})
"""The features that one thread alone has no use for."""


@dataclass(frozen=True)
class EngineSettings:
    """The engine's options."""

    megabytes: int = 64
    threads: int = 1
    aspiration: bool = True
    contempt: int = 0
    without: frozenset[str] = frozenset()
    """The features that are switched off."""

    @property
    def features(self) -> int:
        """The features that are on, as bits."""
        off = self.without if self.threads > 1 else self.without | OF_THREADS
        return sum(bit for name, bit in FEATURES.items() if name not in off)


class Worker:
    """One thread of the engine: its stack, its move history, and the shared table."""

    def __init__(
        self, task: Task, settings: EngineSettings, table: tuple[Words, int], marks: Words, recorder: Any
    ) -> None:
        self.task, self.settings, self.recorder = task, settings, recorder
        position = task.position
        limit = max(1, task.most_nodes // settings.threads)
        self.started, self.ended = time.perf_counter(), False
        self.room = max(position.game.usual_moves, len(position.moves))
        self.order = np.arange(len(position.moves))
        self.stack: Stack = new_desk(position.game, position.state, self.room, limit)
        self.history: History = new_history(position, MOST_PLIES)
        self.engine = ThreadState(
            features=settings.features,
            contempt=settings.contempt,
            table=table[0],
            search=table[1],
            move_history=ordering.new_experience(),
            marks=marks,
        )

    @property
    def stopped(self) -> bool:
        """Whether the search had to end."""
        return bool(self.stack.counters[STOP])

    def search(self, depth: int, alpha: int, beta: int, first: int, roots: RootMoves) -> int:
        """One search of the root within a window."""
        task = self.task
        if isinstance(self.recorder, Recorder):
            self.recorder.state[:] = 0  # of several windows the last one is kept
        roots.values[self.order[first:]] = UNSEEN
        rules = task.position.game.rules
        context = SearchContext(rules, task.heuristic, task.choice, self.recorder, self.stack, self.history)
        return int(deepening_root(self.engine, context, depth, alpha, beta, self.order, first, roots))

    def best_move(self, depth: int, guess: int | None, first: int, roots: RootMoves) -> int:
        """The index of the best of the root's moves order[first:], exactly valued; -1 if stopped before one was.

        A state with more moves than there is room for gets the room, and the depth is searched again: what the table
        and the thread have learned is kept.
        """
        while True:
            index = self._best_in_window(depth, guess, first, roots)
            widest = int(self.stack.counters[WIDEST])
            if widest <= self.room:
                return index
            self.room = 2 * widest
            self.stack = with_room(self.stack, self.room)
            self.task.resume(self.stack.counters, self.started)
            if self.ended:
                self.end()

    def end(self) -> None:
        """Stop as soon as may be, even where it is about to go on with more room."""
        self.ended = True
        self.stack.counters[STOP] = 1

    def _best_in_window(self, depth: int, guess: int | None, first: int, roots: RootMoves) -> int:
        """The same with the room there is; the window around the guess is widened until the value lies inside."""
        width = FIRST_WINDOW
        alpha, beta = -INFINITE, INFINITE
        if guess is not None and self.settings.aspiration and abs(guess) < PROVED:
            alpha, beta = guess - width, guess + width
        while True:
            index = self.search(depth, alpha, beta, first, roots)
            if self.stopped or (index < 0 and alpha <= -INFINITE):
                return index
            value = int(roots.values[index]) if index >= 0 else alpha
            if alpha < value < beta:
                return index
            width *= 4
            if value <= alpha:
                alpha = -INFINITE if width > 2000 else value - width
            else:
                beta = INFINITE if width > 2000 else value + width

    def to_front(self, index: int, place: int) -> None:
        """Search this move at `place` from now on; the others keep their order."""
        order = [int(other) for other in self.order if other != index]
        order.insert(place, index)
        self.order[:] = order


def help_out(worker: Worker, depth_limit: int) -> None:
    """What a second thread does: the same, for the sake of the shared table."""
    roots = new_roots(len(worker.order), 1)
    guess: int | None = None
    for depth in range(1, depth_limit + 1):
        index = worker.best_move(depth, guess, 0, roots)
        if worker.stopped or index < 0:
            return
        guess = int(roots.values[index])
        worker.to_front(index, 0)


class EngineSearch:
    """A search of the engine under way."""

    def __init__(self, task: Task, settings: EngineSettings, table: tuple[Words, int]) -> None:
        self.task, self.settings, self.started = task, settings, time.perf_counter()
        self.recorder: Recorder | NoTrace = new_recorder(task.trace) if task.trace else NoTrace()
        marks = new_marks()
        self.main = Worker(task, settings, table, marks, self.recorder)
        self.helpers = [Worker(task, settings, table, marks, NoTrace()) for _ in range(settings.threads - 1)]
        self.roots = new_roots(len(task.position.moves), 1)
        self.result: Result | None = None

    @property
    def counters(self) -> Numbers:
        """Where the main thread looks whether it must stop."""
        return self.main.stack.counters

    def whole(self) -> Result:
        """Search until the budget is spent or nothing is left to find out."""
        limit = self.task.deepest
        threads = [Thread(target=help_out, args=(worker, limit), daemon=True) for worker in self.helpers]
        for thread in threads:
            thread.start()
        try:
            return self._deepen(limit)
        finally:
            for worker in self.helpers:
                worker.end()
            for thread in threads:
                thread.join()

    def _deepen(self, limit: int) -> Result:
        guess: int | None = None
        for depth in range(1, limit + 1):
            if self.task.trace:
                self.main.recorder = self.recorder = new_recorder(self.task.trace)
            indices = self._lines_of(depth, guess)
            if self.main.stopped:
                return self._stopped(depth, indices)
            self.result = self._report(depth, indices, self.task.last_reason)
            self.task.on_progress(self.result)
            guess = int(self.roots.values[indices[0]])
            if self._proved(depth):
                return self._report(depth, indices, "proved")
        assert self.result is not None
        return self.result

    def _proved(self, depth: int) -> bool:
        """Whether a deeper search could not say more."""
        assert self.result is not None
        scores = [line.score for line in self.result.lines]
        return all(score.kind != "estimate" and (score.plies or 0) <= depth for score in scores)

    def _lines_of(self, depth: int, guess: int | None) -> list[int]:
        """The indices of the best moves, as many as lines are wanted, best first."""
        found: list[int] = []
        count = len(self.task.position.moves)
        for place in range(min(self.task.lines, count)):
            index = self.main.best_move(depth, guess if place == 0 else None, place, self.roots)
            if index >= 0:
                self.main.to_front(index, place)
                found.append(index)
            if self.main.stopped or index < 0:
                break
        return found

    def _stopped(self, depth: int, indices: list[int]) -> Result:
        """What was known when the search had to end: a better move of this depth, the last depth, or any move."""
        reason = self.task.why_stopped(self.counters)
        known = self.result
        if indices and (known is None or self.task.lines == 1):
            known = self._report(depth, indices, reason)
        if self.result is not None and self.result.score.kind == "loss":
            known = self.result  # every move is proved to lose: what this depth has not looked at is no hope
        elif known is None or known.score.value <= -PROVED:
            unseen = self._unseen_move()
            if unseen is not None or known is None:
                known = Result.unsearched(unseen or self.task.position.moves[0], reason)
        return replace(known, nodes=self._nodes(), seconds=self._seconds(), stopped_by=reason)

    def _unseen_move(self) -> Move | None:
        """The next of the root's moves that the last search did not come to."""
        moves = self.task.position.moves
        if not self.task.sees_every_move:
            return None
        return next((moves[i] for i in self.main.order[: len(moves)] if self.roots.values[i] == UNSEEN), None)

    def _proves(self) -> Proves:
        """A win is a win; that every move loses is only sure when all were seen."""
        if not self.task.sees_every_move:
            return "nothing"
        return "wins" if self.main.stopped else "everything"

    def _nodes(self) -> int:
        return sum(int(worker.stack.counters[NODES]) for worker in (self.main, *self.helpers))

    def _seconds(self) -> float:
        return time.perf_counter() - self.started

    def _report(self, depth: int, indices: list[int], reason: StoppedBy) -> Result:
        counters = self.main.stack.counters
        lines = tuple(self._line(index) for index in indices)
        lines = tuple(sorted(lines, key=lambda line: -line.score.value))
        tree = None
        if isinstance(self.recorder, Recorder):
            tree = tree_of(self.recorder, self.task.position)
        return Result.of_lines(
            lines,
            depth=depth,
            nodes=self._nodes(),
            seconds=self._seconds(),
            stopped_by=reason,
            cutoffs=int(counters[CUTOFFS]),
            table_hits=int(counters[TABLE_HITS]),
            tree=tree,
        )

    def _line(self, index: int) -> Line:
        moves = [int(move) for move in self.roots.lines[index, : self.roots.lengths[index]]]
        to_the_end = not self.roots.estimated[index] and not self.main.stopped
        score = score_of(int(self.roots.values[index]), self._proves(), to_the_end=to_the_end)
        return Line(moves_of(self.task.position, moves), score)


def run(task: Task, settings: EngineSettings) -> Result:
    """Search with the engine."""
    megabytes = 1 if "table" in settings.without else settings.megabytes
    with LENDER.table(megabytes) as table:
        return run_watched(task, EngineSearch(task, settings, table))
