"""Runs minimax and alpha-beta: to one depth, or deeper and deeper until the budget is used up."""

from typing import Any

import numpy as np

from plyground.search.budget import MOST_NODES
from plyground.search.repetition import History, new_history, within
from plyground.search.result import Line, Result
from plyground.search.root import RootMoves, line_of, new_roots, search_root
from plyground.search.score import Proves, when_stopped
from plyground.search.stack import MOST_PLIES, NODES, STOP, Numbers, SearchContext, Stack, new_stack, with_room
from plyground.search.task import SearchRun, Task, room_needed, run_watched


class FixedDepthSearch(SearchRun):
    """A running fixed-depth search."""

    def __init__(self, task: Task, algorithm: Any, proves: Proves) -> None:
        super().__init__(task, proves)
        position = task.position
        self.algorithm = algorithm
        self.room = position.game.usual_moves
        self.stack: Stack = new_stack(position.game, position.state, self.room, task.most_nodes)
        self.history: History = new_history(position, MOST_PLIES)
        self.only = np.array([move.value for move in task.root_moves], np.uint64)
        self.result: Result | None = None

    @property
    def counters(self) -> Numbers:
        """Counters of the kernels, including the `STOP` flag."""
        return self.stack.counters

    def whole(self) -> Result:
        """Search to the depth of the budget, or as deep as it allows."""
        deepest = self.task.deepest
        for tried in range(1 if self.task.budget.depth is None else deepest, deepest + 1):
            count, roots = self._search(tried)
            if self.stopped:
                return self._when_stopped(tried, count, roots)
            self.result = self.report(self._best_lines(count, roots, self.proves), tried, self.task.last_reason)
            self.task.on_progress(self.result)
            if self.result.is_proved_within(tried):
                return self.ended(self.result, "proved")
        assert self.result is not None
        return self.result

    def _search(self, depth: int) -> tuple[int, RootMoves]:
        """Return the number of root moves valued, and their values and lines."""
        task = self.task
        while True:
            self.recorder = task.new_recorder()
            roots, history = new_roots(self.room, task.lines), within(self.history, depth)
            rules = task.position.game.rules
            context = SearchContext(rules, task.heuristic, task.choice, self.recorder, self.stack, history, task.tables)
            count = int(search_root(self.algorithm, context, depth, roots, self.only))
            room = room_needed(self.counters, self.room)
            if room == 0:
                return count, roots
            self.room, self.stack = room, with_room(self.stack, room)
            task.resume(self.counters, self.started)

    def _when_stopped(self, depth: int, count: int, roots: RootMoves) -> Result:
        """The last complete depth; else the root moves valued so far; else a one-ply search."""
        reason = self.why_stopped()
        if self.result is not None:
            return self.ended(self.result, reason)
        if count == 0:
            self.counters[STOP] = 0
            used, self.counters[NODES] = self.nodes, -MOST_NODES
            depth = 1
            count, roots = self._search(1)
            self.counters[NODES] = used
        if not any(roots.exact[:count]):
            return self.ended(Result.unsearched(self.task.first_move, reason), reason)
        return self.report(self._best_lines(count, roots, when_stopped(self.proves)), depth, reason)

    def _best_lines(self, count: int, roots: RootMoves, proves: Proves) -> tuple[Line, ...]:
        """The best lines of the first `count` root moves, best first; ties in generation order."""
        exact = [i for i in range(count) if roots.exact[i]]
        ranked = sorted(exact, key=lambda i: -int(roots.values[i]))[: self.task.lines]
        return tuple(line_of(roots, i, self.task.position, proves) for i in ranked)


def run(task: Task, algorithm: Any, proves: Proves = "everything") -> Result:
    """Search with a fixed-depth algorithm."""
    return run_watched(FixedDepthSearch(task, algorithm, proves))
