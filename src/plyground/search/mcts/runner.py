"""Runs the Monte Carlo tree search: playouts in batches until the budget is used up or the root is proved."""

import numpy as np

from plyground.language import Message
from plyground.search.budget import BudgetError
from plyground.search.mcts.tree import (
    COUNT,
    EVEN,
    FIRST,
    LOST,
    PROVED,
    VISITS,
    WINS,
    WON,
    MctsSettings,
    Tree,
    child_of,
    new_tree,
    replant,
    run_playouts,
    trimmed,
)
from plyground.search.mcts.tree_reuse import TreeReuse, session_trees
from plyground.search.result import Line, Result, StoppedBy, moves_of
from plyground.search.score import Score
from plyground.search.stack import Numbers
from plyground.search.task import SearchRun, Task, ignore, room_needed, run_watched

BATCH = 2_000
ONLY_MOVE_PLAYOUTS = 50
"""Number of playouts for an only move in a game: enough for a score."""
BYTES_PER_NODE = 72
REUSE = TreeReuse("montecarlo", child_of, trimmed, replant)


class MctsSearch(SearchRun):
    """A running Monte Carlo tree search."""

    def __init__(self, task: Task, settings: MctsSettings, megabytes: int, seed: int, *, keep: bool) -> None:
        super().__init__(task)
        self.settings = settings
        most_nodes = megabytes * 2**20 // BYTES_PER_NODE
        self.tree: Tree = new_tree(task.position, most_nodes, seed, task.most_nodes, task.tables)
        self.kept = session_trees(task, REUSE) if keep else None
        self._terms = settings, type(task.tables)
        if self.kept is not None and task.keeps_proofs:
            self.kept.take(self._terms, task.position, self.tree)

    @property
    def counters(self) -> Numbers:
        """Counters of the kernels, including the `STOP` flag."""
        return self.tree.counters

    def whole(self) -> Result:
        """Run playouts until a limit or a proof ends the search."""
        reason = self._run()
        if self.kept is not None:
            self.kept.keep(self._terms, self.task.position, self.tree)
        return self._report(reason)

    def _run(self) -> StoppedBy:
        """Run playouts in batches; return the reason for stopping."""
        game = self.task.position.game
        batch = ONLY_MOVE_PLAYOUTS if self.task.plays_at_once else BATCH
        while not self.stopped and self.tree.nodes[0, PROVED] == 0:
            run_playouts(game.rules, self.settings, len(game.seats), self.tree, batch)
            if room := room_needed(self.counters, self.tree.buffer.size):
                self.tree = self.tree._replace(buffer=np.zeros(room, np.uint64))
                self.task.resume(self.counters, self.started)
            elif self.task.on_progress is not ignore and self.tree.nodes[0, COUNT]:
                self.task.on_progress(self._report("seconds"))
            if self.task.only_move and not self.stopped:
                return "rule"
        return "proved" if self.tree.nodes[0, PROVED] else self.why_stopped()

    def _report(self, reason: StoppedBy) -> Result:
        lines = self._lines()
        return self.report(lines, len(lines[0].moves), reason)

    def _lines(self) -> tuple[Line, ...]:
        """The best lines: proved wins first, then by visits, proved losses last."""
        first = self.task.position.moves[0]
        children = self._ranked(0)
        if not children:
            return (Line((first,), Score("estimate", 0)),)
        return tuple(self._line(child) for child in children[: self.task.lines])

    def _ranked(self, node: int) -> list[int]:
        """The children of a node, best first."""
        nodes = self.tree.nodes
        start, count = int(nodes[node, FIRST]), int(nodes[node, COUNT])
        if start < 0:
            return []
        rank = {WON: 0, LOST: 2}
        return sorted(
            range(start, start + count), key=lambda i: (rank.get(int(nodes[i, PROVED]), 1), -nodes[i, VISITS])
        )

    def _line(self, child: int) -> Line:
        """The line through a child of the root, as far as it was visited."""
        values, node = [int(self.tree.moves[child])], child
        while (children := self._ranked(node)) and self.tree.nodes[children[0], VISITS]:
            node = children[0]
            values.append(int(self.tree.moves[node]))
        moves = moves_of(self.task.position, values)
        return Line(moves, self._score(child))

    def _score(self, child: int) -> Score:
        """Score of a child of the root; proved results have no distance, because the solver does not compute it."""
        row = self.tree.nodes[child]
        if row[PROVED] == WON:
            return Score.win()
        if row[PROVED] == LOST:
            return Score.loss()
        if row[PROVED] == EVEN and self.tree.nodes[0, PROVED] != 0:
            return Score("draw", 0)
        visits = max(1, int(row[VISITS]))
        return Score.of_mean(int(row[WINS]) / visits - 1)


def run(task: Task, settings: MctsSettings, megabytes: int, seed: int, *, keep: bool = True) -> Result:
    """Search by random playouts."""
    if task.budget.nodes is None and task.budget.seconds is None:
        raise BudgetError(Message("search.montecarlo_depth"))
    return run_watched(MctsSearch(task, settings, megabytes, seed, keep=keep))
