"""Running the Monte Carlo search: games in batches until the budget is spent or the root is certain."""

import time
from typing import Any

from plyground.search.budget import MOST_NODES, BudgetError, watched
from plyground.search.desk import NODES, STOP, WIDEST
from plyground.search.fixed import Task, ignore
from plyground.search.montecarlo import COUNT, FIRST, LOST, PROVED, VISITS, WINS, WON, Tree, Ways, grow, new_tree
from plyground.search.result import Line, Result, StoppedBy, moves_of
from plyground.search.score import WIN, Score

BATCH = 2_000
BYTES_PER_NODE = 72
SCALE = 1000
"""An estimate of the Monte Carlo search is SCALE times what a game is worth: -1000 all lost, 1000 all won."""


class Growth:
    """A tree that grows."""

    def __init__(self, task: Task, ways: Ways, megabytes: int, seed: int, room: int, started: float) -> None:
        self.task, self.ways, self.started = task, ways, started
        position = task.position
        limit = MOST_NODES if task.budget.nodes is None else task.budget.nodes
        most_nodes = megabytes * 2**20 // BYTES_PER_NODE
        self.tree: Tree = new_tree(position.game, position.state, most_nodes, room, seed, limit)

    def whole(self) -> Result:
        """Grow until something ends it."""
        tree, game = self.tree, self.task.position.game
        while not tree.counters[STOP] and tree.nodes[0, PROVED] == 0:
            grow(game.rules, self.ways, len(game.seats), tree, BATCH)
            if self.task.on_progress is not ignore and not tree.counters[WIDEST] and tree.nodes[0, COUNT]:
                self.task.on_progress(self._report("seconds"))
        return self._report(self._why())

    def _why(self) -> StoppedBy:
        if self.tree.nodes[0, PROVED]:
            return "proved"
        if self.task.cancel is not None and self.task.cancel.asked:
            return "cancel"
        limit = self.task.budget.nodes
        return "nodes" if limit is not None and self.tree.counters[NODES] >= limit else "seconds"

    def _report(self, reason: StoppedBy) -> Result:
        lines = self._lines()
        return Result(
            move=lines[0].moves[0],
            score=lines[0].score,
            line=lines[0].moves,
            depth=len(lines[0].moves),
            nodes=int(self.tree.counters[NODES]),
            seconds=time.perf_counter() - self.started,
            stopped_by=reason,
            lines=lines,
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


def run(task: Task, ways: Ways, megabytes: int, seed: int) -> Result:
    """Search by random games."""
    if task.budget.nodes is None and task.budget.seconds is None:
        raise BudgetError("montecarlo needs nodes (games) or seconds: it has no depth.")
    started = time.perf_counter()
    room: int = task.position.game.usual_moves
    while True:
        growth = Growth(task, ways, megabytes, seed, room, started)
        counters: Any = growth.tree.counters
        seconds = task.budget.seconds
        remaining = None if seconds is None else max(0.0, seconds - (time.perf_counter() - started))
        with watched(counters, remaining, task.cancel):
            result = growth.whole()
        if counters[WIDEST] <= room:
            return result
        room = 2 * int(counters[WIDEST])
