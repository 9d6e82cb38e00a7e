"""Running the Monte Carlo search: games in batches until the budget is spent or the root is certain."""

import time

import numpy as np

from plyground.search.budget import BudgetError
from plyground.search.mcts.tree import COUNT, FIRST, LOST, PROVED, VISITS, WINS, WON, MctsSettings, Tree, grow, new_tree
from plyground.search.result import Line, Result, StoppedBy, moves_of
from plyground.search.score import WIN, Score
from plyground.search.stack import NODES, STOP, WIDEST, Numbers
from plyground.search.task import Task, ignore, run_watched

BATCH = 2_000
BYTES_PER_NODE = 72
SCALE = 1000
"""An estimate of the Monte Carlo search is SCALE times what a game is worth: -1000 all lost, 1000 all won."""


class MctsSearch:
    """A tree that grows."""

    def __init__(self, task: Task, ways: MctsSettings, megabytes: int, seed: int) -> None:
        self.task, self.ways, self.started = task, ways, time.perf_counter()
        most_nodes = megabytes * 2**20 // BYTES_PER_NODE
        self.tree: Tree = new_tree(task.position, most_nodes, seed, task.most_nodes)

    @property
    def counters(self) -> Numbers:
        """Where it looks whether it must stop."""
        return self.tree.counters

    def whole(self) -> Result:
        """Grow until something ends it."""
        game, only_one = self.task.position.game, len(self.task.position.moves) == 1
        while not self.counters[STOP] and self.tree.nodes[0, PROVED] == 0:
            grow(game.rules, self.ways, len(game.seats), self.tree, BATCH)
            if self.counters[WIDEST] > self.tree.buffer.size:
                self._widen()
            elif self.task.on_progress is not ignore and self.tree.nodes[0, COUNT]:
                self.task.on_progress(self._report("seconds"))
            if only_one and not self.counters[STOP]:
                return self._report("rule")
        return self._report(self._why())

    def _widen(self) -> None:
        """Make room for the moves of a state that has more than most, and go on."""
        self.tree = self.tree._replace(buffer=np.zeros(2 * int(self.counters[WIDEST]), np.uint64))
        self.task.resume(self.counters, self.started)

    def _why(self) -> StoppedBy:
        if self.tree.nodes[0, PROVED]:
            return "proved"
        return self.task.why_stopped(self.counters)

    def _report(self, reason: StoppedBy) -> Result:
        lines = self._lines()
        return Result.of_lines(
            lines,
            depth=len(lines[0].moves),
            nodes=int(self.tree.counters[NODES]),
            seconds=time.perf_counter() - self.started,
            stopped_by=reason,
        )

    def _lines(self) -> tuple[Line, ...]:
        """The best lines: a certain win first, then the moves played most, a certain loss last."""
        first = self.task.position.moves[0]
        children = self._ranked(0)
        if not children:
            return (Line((first,), Score("estimate", 0)),)
        return tuple(self._line(child) for child in children[: self.task.lines])

    def _ranked(self, node: int) -> list[int]:
        nodes = self.tree.nodes
        start, count = int(nodes[node, FIRST]), int(nodes[node, COUNT])
        if start < 0:
            return []
        return sorted(range(start, start + count), key=lambda i: (-int(nodes[i, PROVED]), -int(nodes[i, VISITS])))

    def _line(self, child: int) -> Line:
        values, node = [int(self.tree.moves[child])], child
        while (children := self._ranked(node)) and self.tree.nodes[children[0], VISITS]:
            node = children[0]
            values.append(int(self.tree.moves[node]))
        moves = moves_of(self.task.position, values)
        return Line(moves, self._score(child))

    def _score(self, child: int) -> Score:
        """Certain results come without a distance: the solver does not look for the shortest."""
        row = self.tree.nodes[child]
        if row[PROVED] == WON:
            return Score("win", WIN)
        if row[PROVED] == LOST:
            return Score("loss", -WIN)
        visits = max(1, int(row[VISITS]))
        return Score("estimate", round(SCALE * (int(row[WINS]) / visits - 1)))


def run(task: Task, ways: MctsSettings, megabytes: int, seed: int) -> Result:
    """Search by random games."""
    if task.budget.nodes is None and task.budget.seconds is None:
        raise BudgetError("montecarlo needs nodes (games) or seconds: it has no depth.")
    return run_watched(task, MctsSearch(task, ways, megabytes, seed))
