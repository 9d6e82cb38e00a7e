"""Runs the Monte Carlo tree search: playouts in batches until the budget is used up or the root is proved.

Several threads grow a tree each, and the statistics of their roots are added (root parallelisation). The threads wait
for each other after each batch and share what they have proved about the root's moves. So a search that is limited by
nodes has the same result every time, with any number of threads.
"""

from threading import Thread

import numpy as np

from plyground.language import Message
from plyground.search.budget import POLL_SECONDS, BudgetError
from plyground.search.mcts.root_statistics import most_visited, share_proofs, summed_rows
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
from plyground.search.mcts.tree_reuse import KeptTrees, TreeReuse, session_trees
from plyground.search.result import Line, Result, StoppedBy, moves_of
from plyground.search.score import Score
from plyground.search.stack import NODE_LIMIT, NODES, STOP, Numbers
from plyground.search.task import SearchRun, Task, ignore, room_needed, run_watched

BATCH = 2_000
ONLY_MOVE_PLAYOUTS = 50
"""Number of playouts for an only move in a game: enough for a score."""
BYTES_PER_NODE = 72
SEED_STEP = 0x9E3779B97F4A7C15
"""Difference between the seeds of two threads."""
REUSE = TreeReuse("montecarlo", child_of, trimmed, replant)


class MctsSearch(SearchRun):
    """A running Monte Carlo tree search."""

    def __init__(
        self, task: Task, settings: MctsSettings, megabytes: int, seed: int, *, keep: bool, threads: int = 1
    ) -> None:
        super().__init__(task)
        self.settings = settings
        most_nodes = megabytes * 2**20 // (BYTES_PER_NODE * threads)
        self.trees: list[Tree] = []
        """One per thread; the first belongs to the thread that runs the search."""
        for number in range(threads):
            limit = (task.most_nodes + threads - 1 - number) // threads
            own_seed = (seed + number * SEED_STEP) % 2**62 if number else seed
            self.trees.append(new_tree(task.position, most_nodes, own_seed, limit, task.tables))
        self._terms = settings, type(task.tables)
        self.kept: list[KeptTrees] = self._trees_of_game() if keep else []
        if task.keeps_proofs:
            for kept, tree in zip(self.kept, self.trees, strict=False):
                kept.take(self._terms, task.position, tree)

    def _trees_of_game(self) -> list[KeptTrees]:
        """The trees kept in this game, for each thread; none outside a game."""
        names = [REUSE._replace(name=f"{REUSE.name} {number}") for number in range(len(self.trees))]
        return [kept for name in names if (kept := session_trees(self.task, name)) is not None]

    @property
    def tree(self) -> Tree:
        """The tree of the thread that runs the search."""
        return self.trees[0]

    @property
    def nodes(self) -> int:
        """Playouts so far by all threads."""
        return sum(int(tree.counters[NODES]) for tree in self.trees)

    @property
    def counters(self) -> Numbers:
        """Counters of the kernels, including the `STOP` flag."""
        return self.tree.counters

    def whole(self) -> Result:
        """Run playouts until a limit or a proof ends the search."""
        reason = self._run()
        for kept, tree in zip(self.kept, self.trees, strict=False):
            kept.keep(self._terms, self.task.position, tree)
        return self._report(reason)

    def _run(self) -> StoppedBy:
        """Run playouts in batches; return the reason for stopping."""
        batch = ONLY_MOVE_PLAYOUTS if self.task.plays_at_once else BATCH
        while not self.stopped and self.tree.nodes[0, PROVED] == 0:
            self._run_batch(batch)
            if not self.make_room() and self.task.on_progress is not ignore and self.tree.nodes[0, COUNT]:
                self.task.on_progress(self._report("seconds"))
            if self.task.only_move and not self.stopped:
                return "rule"
        return "proved" if self.tree.nodes[0, PROVED] else self.why_stopped()

    def _run_batch(self, batch: int) -> None:
        """Run a batch of playouts in each thread; return when all have ended."""
        others = self.trees[1:]
        helpers = [Thread(target=self.run_playouts_in, args=(tree, batch), daemon=True) for tree in others]
        for helper in helpers:
            helper.start()
        try:
            self.run_playouts_in(self.tree, batch)
            for helper in helpers:
                while helper.is_alive():
                    self._stop_others_if_asked()
                    helper.join(POLL_SECONDS)
        except BaseException:
            stop_all(others)
            raise
        if others:
            share_proofs(self.trees)

    def run_playouts_in(self, tree: Tree, playouts: int) -> None:
        """Run playouts in one of the trees."""
        game = self.task.position.game
        run_playouts(game.rules, self.settings, len(game.seats), tree, playouts)

    def _stop_others_if_asked(self) -> None:
        """Stop the other threads if the search must end now, and not because this one has used up its nodes."""
        counters, limit = self.counters, self.deadline.seconds
        used_up = counters[NODES] >= counters[NODE_LIMIT] or room_needed(counters, self.tree.buffer.size)
        cancelled = self.task.cancel is not None and self.task.cancel.asked
        if cancelled or (self.stopped and not used_up) or (limit is not None and self.seconds >= limit):
            stop_all(self.trees)

    def make_room(self) -> bool:
        """Make room for a state's moves in each tree that stopped for lack of it; return True if one did."""
        found = False
        for number, tree in enumerate(self.trees):
            if room := room_needed(tree.counters, tree.buffer.size):
                self.trees[number] = tree._replace(buffer=np.zeros(room, np.uint64))
                self.task.resume(tree.counters, self.started)
                found = True
        return found

    def _report(self, reason: StoppedBy) -> Result:
        lines = self._lines()
        return self.report(lines, len(lines[0].moves), reason)

    def _lines(self) -> tuple[Line, ...]:
        """The best lines: proved wins first, then by visits, proved losses last."""
        first = self.task.position.moves[0]
        rows = summed_rows(self.trees)
        if not len(rows):
            return (Line((first,), Score("estimate", 0)),)
        return tuple(self._line(index, rows[index]) for index in ranked(rows)[: self.task.lines])

    def _line(self, index: int, row: Numbers) -> Line:
        """The line through a child of the root, as far as it was visited."""
        tree = most_visited(self.trees, index)
        node = int(tree.nodes[0, FIRST]) + index
        values = [int(tree.moves[node])]
        while (first := int(tree.nodes[node, FIRST])) >= 0:
            rows = tree.nodes[first : first + int(tree.nodes[node, COUNT])]
            best = ranked(rows)[0]
            if not rows[best, VISITS]:
                break
            node = first + best
            values.append(int(tree.moves[node]))
        return Line(moves_of(self.task.position, values), self._score(row))

    def _score(self, row: Numbers) -> Score:
        """Score of a child of the root; proved results have no distance, because the solver does not compute it."""
        if row[PROVED] == WON:
            return Score.win()
        if row[PROVED] == LOST:
            return Score.loss()
        if row[PROVED] == EVEN and self.tree.nodes[0, PROVED] != 0:
            return Score("draw", 0)
        visits = max(1, int(row[VISITS]))
        return Score.of_mean(int(row[WINS]) / visits - 1)


def ranked(rows: Numbers) -> list[int]:
    """Indices of these children, best first."""
    rank = {WON: 0, LOST: 2}
    return sorted(range(len(rows)), key=lambda i: (rank.get(int(rows[i, PROVED]), 1), -rows[i, VISITS]))


def stop_all(trees: list[Tree]) -> None:
    """Stop the threads of these trees after their current playout."""
    for tree in trees:
        tree.counters[STOP] = 1


def run(
    task: Task, settings: MctsSettings, megabytes: int, seed: int, *, keep: bool = True, threads: int = 1
) -> Result:
    """Search by random playouts."""
    if task.budget.nodes is None and task.budget.seconds is None:
        raise BudgetError(Message("search.montecarlo_depth"))
    return run_watched(MctsSearch(task, settings, megabytes, seed, keep=keep, threads=threads))
