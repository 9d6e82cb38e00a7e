"""Running minimax and alpha-beta: at one depth, or ever deeper while the budget lasts."""

import time
from dataclasses import dataclass, replace
from typing import Any

from plyground.search.budget import MOST_NODES
from plyground.search.repetition import History, new_history, within
from plyground.search.result import Line, Result, StoppedBy, moves_of
from plyground.search.root import RootMoves, new_roots, search_root
from plyground.search.score import Proves, score_of
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


@dataclass
class FixedDepthSearch:
    """A search under way."""

    task: Task
    algorithm: Any
    proves: Proves = "everything"

    def __post_init__(self) -> None:
        position = self.task.position
        self.started = time.perf_counter()
        self.room = position.game.usual_moves
        self.stack: Stack = new_desk(position.game, position.state, self.room, self.task.most_nodes)
        self.history: History = new_history(position, MOST_PLIES)
        self.recorder: Recorder | NoTrace = NoTrace()
        self.result: Result | None = None

    @property
    def counters(self) -> Numbers:
        """Where it looks whether it must stop."""
        return self.stack.counters

    def whole(self) -> Result:
        """Search as deep as the budget says or allows."""
        depth = self.task.budget.depth
        for tried in [depth] if depth is not None else range(1, self.task.deepest + 1):
            count, roots = self._search(tried)
            if self.stack.counters[STOP]:
                return self._stopped(tried, count, roots)
            self.result = self._report(tried, count, roots, self.task.last_reason)
            self.task.on_progress(self.result)
            if all(line.score.kind != "estimate" for line in self.result.lines):
                return self._as(self.result, "proved")
        assert self.result is not None
        return self.result

    def _search(self, depth: int) -> tuple[int, RootMoves]:
        """How many moves of the root were valued, and what is known of them."""
        task = self.task
        while True:
            self.recorder = new_recorder(task.trace) if task.trace else NoTrace()
            roots, history = new_roots(self.room, task.lines), within(self.history, depth)
            rules = task.position.game.rules
            context = SearchContext(rules, task.heuristic, task.choice, self.recorder, self.stack, history)
            count = int(search_root(self.algorithm, context, depth, roots))
            if self.counters[WIDEST] <= self.room:
                return count, roots
            self.room = 2 * int(self.counters[WIDEST])
            self.stack = with_room(self.stack, self.room)
            task.resume(self.counters, self.started)

    def _stopped(self, depth: int, count: int, roots: RootMoves) -> Result:
        """The last complete depth; else the root's moves valued so far; else one look at each of them."""
        reason = self.task.why_stopped(self.counters)
        if self.result is not None:
            return self._as(self.result, reason)
        if count == 0:
            self.stack.counters[STOP] = 0
            used, self.stack.counters[NODES] = int(self.stack.counters[NODES]), -MOST_NODES
            depth = 1
            count, roots = self._search(1)
            self.stack.counters[NODES] = used
        if not any(roots.exact[:count]):
            return self._as(Result.unsearched(self.task.position.moves[0], reason), reason)
        self.proves = "nothing" if self.proves == "nothing" else "wins"  # moves not yet seen may not lose
        return self._report(depth, count, roots, reason)

    def _as(self, result: Result, reason: StoppedBy) -> Result:
        """The result with all that was spent, and why it ended."""
        counters = self.stack.counters
        return replace(
            result,
            nodes=int(counters[NODES]),
            seconds=time.perf_counter() - self.started,
            cutoffs=int(counters[CUTOFFS]),
            stopped_by=reason,
        )

    def _report(self, depth: int, count: int, roots: RootMoves, reason: StoppedBy) -> Result:
        counters = self.stack.counters
        lines = best_lines(self.task, count, roots, self.proves)
        tree = None
        if isinstance(self.recorder, Recorder):
            tree = tree_of(self.recorder, self.task.position)
        return Result.of_lines(
            lines,
            depth=depth,
            nodes=int(counters[NODES]),
            seconds=time.perf_counter() - self.started,
            stopped_by=reason,
            cutoffs=int(counters[CUTOFFS]),
            table_hits=int(counters[TABLE_HITS]),
            tree=tree,
        )


def best_lines(task: Task, count: int, roots: RootMoves, proves: Proves) -> tuple[Line, ...]:
    """The best lines of the root's first `count` moves, best first, in the game's order where equal."""
    exact = [i for i in range(count) if roots.exact[i]]
    ranked = sorted(exact, key=lambda i: -int(roots.values[i]))[: task.lines]
    return tuple(
        Line(
            moves_of(task.position, [int(move) for move in roots.lines[i, : roots.lengths[i]]]),
            score_of(int(roots.values[i]), proves, to_the_end=not roots.estimated[i]),
        )
        for i in ranked
    )


def run(task: Task, algorithm: Any, proves: Proves = "everything") -> Result:
    """Search with an algorithm of fixed depth."""
    if not task.sees_every_move:
        proves = "nothing"
    return run_watched(task, FixedDepthSearch(task, algorithm, proves))
