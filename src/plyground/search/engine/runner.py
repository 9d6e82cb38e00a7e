"""Runs the engine: iterative deepening in one thread, or in several that share the transposition table."""

from threading import Thread

from plyground.core.position import Move
from plyground.search.engine.features import EngineSettings
from plyground.search.engine.session import EngineMemory, fresh_memory
from plyground.search.engine.smp import new_marks
from plyground.search.engine.time_manager import TimeManager
from plyground.search.engine.worker import Worker
from plyground.search.result import Line, Result, StoppedBy
from plyground.search.root import UNSEEN, line_of, new_roots
from plyground.search.score import PROVED
from plyground.search.stack import Numbers
from plyground.search.task import SearchRun, Task, run_watched
from plyground.search.trace import NoTrace


class EngineSearch(SearchRun):
    """A running search of the engine."""

    def __init__(self, task: Task, settings: EngineSettings, memory: EngineMemory) -> None:
        super().__init__(task)
        marks, (own, *others) = new_marks(), memory.histories
        self.main = Worker(task, settings, memory.table, own, marks, self.recorder)
        self.helpers = [Worker(task, settings, memory.table, each, marks, NoTrace()) for each in others]
        self.time: TimeManager | None = None
        if task.budget.optimum is not None and task.budget.seconds is not None:
            self.time = TimeManager(task.budget.optimum, task.budget.seconds)
            self.deadline.seconds = self.time.deadline
            self.main.on_fail_low = self._take_more_time
        self.roots = new_roots(len(task.position.moves), 1)
        self.result: Result | None = None

    @property
    def counters(self) -> Numbers:
        """Counters of the main thread, including the `STOP` flag."""
        return self.main.stack.counters

    @property
    def nodes(self) -> int:
        """Nodes searched so far by all threads."""
        return sum(worker.nodes for worker in (self.main, *self.helpers))

    def whole(self) -> Result:
        """Search until the budget is used up or a deeper search cannot add anything."""
        deepest = self.task.deepest
        threads = [Thread(target=worker.help, args=(deepest,), daemon=True) for worker in self.helpers]
        for thread in threads:
            thread.start()
        try:
            return self._deepen(deepest)
        finally:
            for worker in self.helpers:
                worker.stop()
            for thread in threads:
                thread.join()

    def _deepen(self, deepest: int) -> Result:
        """Iterative deepening up to `deepest`."""
        guess: int | None = None
        for depth in range(1, deepest + 1):
            if self.task.trace:
                self.main.recorder = self.recorder = self.task.new_recorder()
            indices = self._best_moves(depth, guess)
            if self.stopped:
                return self._when_stopped(depth, indices)
            self.result = self._report(depth, indices, self.task.last_reason)
            self.task.on_progress(self.result)
            guess = int(self.roots.values[indices[0]])
            if self.result.is_proved_within(depth):
                return self.ended(self.result, "proved")
            if self._time_is_over(indices[0], guess):
                return self.ended(self.result, "seconds")
        assert self.result is not None
        return self.result

    def _time_is_over(self, best: int, value: int) -> bool:
        """True if saving the time for later moves is better than searching deeper."""
        if self.time is None:
            return False
        self.time.finish_depth(best, value)
        self.deadline.seconds = self.time.deadline
        return self.time.is_over(self.seconds)

    def _take_more_time(self) -> None:
        """Extend the deadline of the current depth."""
        assert self.time is not None
        self.time.fail_low()
        self.deadline.seconds = self.time.deadline

    def _best_moves(self, depth: int, guess: int | None) -> list[int]:
        """Indices of the best moves, one per requested line, best first."""
        found: list[int] = []
        for place in range(min(self.task.lines, len(self.task.position.moves))):
            index = self.main.best_move(depth, guess if place == 0 else None, place, self.roots)
            if index >= 0:
                self.main.to_front(index, place)
                found.append(index)
            if self.stopped or index < 0:
                break
        return found

    def _when_stopped(self, depth: int, indices: list[int]) -> Result:
        """The result when stopped: a better move from this depth, else the last complete depth, else any move."""
        reason = self.why_stopped()
        known = self.result
        if indices and (known is None or self.task.lines == 1):
            known = self._report(depth, indices, reason)
        if self.result is not None and self.result.score.kind == "loss":
            known = self.result  # the last depth proved every move lost: unsearched moves of this depth lose too
        elif known is None or known.score.value <= -PROVED:
            unseen = self._unseen_move()
            if unseen is not None or known is None:
                known = Result.unsearched(unseen or self.task.position.moves[0], reason)
        return self.ended(known, reason)

    def _unseen_move(self) -> Move | None:
        """The next root move that the last search did not reach."""
        moves = self.task.position.moves
        if not self.task.sees_every_move:
            return None
        return next((moves[i] for i in self.main.order[: len(moves)] if self.roots.values[i] == UNSEEN), None)

    def _report(self, depth: int, indices: list[int], reason: StoppedBy) -> Result:
        """Report the lines of these root moves as a result."""
        return self.report(self._lines(indices), depth, reason)

    def _lines(self, indices: list[int]) -> tuple[Line, ...]:
        """The lines of these root moves, best first."""
        lines = (line_of(self.roots, index, self.task.position, self.proves) for index in indices)
        return tuple(sorted(lines, key=lambda line: -line.score.value))


def run(task: Task, settings: EngineSettings) -> Result:
    """Search with the engine."""
    terms = (type(task.heuristic), task.heuristic, type(task.choice), task.choice)
    lent = fresh_memory(settings)
    if task.session is not None and settings.keep:
        lent = task.session.engine_memory(task.position, settings, terms)
    with lent as memory:
        return run_watched(EngineSearch(task, settings, memory))
