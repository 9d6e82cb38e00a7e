"""Runs PUCT: leaves in batches, in one thread or several, until the budget is used up.

Threads share the tree under a lock. This costs little: almost all the time is spent in the network, which is evaluated
outside the lock. Each thread gathers a batch of leaves, evaluates it, and backs up the answers.
"""

import random
import time
from dataclasses import dataclass
from threading import Condition, Thread

import numpy as np

from plyground.core.outcome import NOBODY_YET
from plyground.language import Message
from plyground.search.budget import BudgetError
from plyground.search.mcts.puct import (
    Batch,
    PuctSettings,
    exchange,
    expand_root,
    has_work,
    new_batch,
)
from plyground.search.mcts.puct_lines import best_lines, chances, line_of
from plyground.search.mcts.puct_tree import (
    FULL,
    PENDING,
    RESULT,
    VISITS,
    PuctTree,
    child_of,
    new_tree,
    replant,
    trimmed,
)
from plyground.search.mcts.tree_reuse import KeptTrees, TreeReuse, session_trees
from plyground.search.onnx_network import Answers, OnnxNetwork, encoding_of
from plyground.search.result import Result, StoppedBy
from plyground.search.stack import STOP, Numbers
from plyground.search.task import SearchRun, Task, ignore, room_needed, run_watched

PROGRESS_SECONDS = 0.1
"""Minimum seconds between two progress reports."""
WAIT_SECONDS = 0.05
"""Seconds before a thread without work checks again."""

REUSE = TreeReuse("puct", child_of, trimmed, replant)
KEPT_TREES = KeptTrees(REUSE)
"""Trees kept by this process for searches outside a session."""
NO_ANSWERS: Answers = np.zeros((0, 1), np.float32), np.zeros(0, np.float32)


@dataclass(frozen=True)
class PuctOptions:
    """The options of the search."""

    tree: PuctSettings
    megabytes: int = 256
    threads: int = 1
    batch: int = 4
    temperature: float = 0.0
    keep: bool = True


class PuctSearch(SearchRun):
    """A running PUCT search."""

    def __init__(self, task: Task, options: PuctOptions, network: OnnxNetwork, dice: random.Random) -> None:
        super().__init__(task)
        self.options, self.network, self.dice = options, network, dice
        self.reported = self.started
        self.tree: PuctTree = new_tree(task.position, options.megabytes, task.most_nodes, task.tables)
        self.lock = Condition()
        self.problem: BaseException | None = None
        self._terms = network.sha256, options, type(task.tables)
        in_game = session_trees(task, REUSE)
        self.kept = KEPT_TREES if in_game is None else in_game
        if options.keep and task.keeps_proofs:
            self.kept.take(self._terms, task.position, self.tree)

    @property
    def counters(self) -> Numbers:
        """Counters of the kernels, including the `STOP` flag."""
        return self.tree.counters

    def whole(self) -> Result:
        """Search until a limit or a proof ends it; an only move is just given a value."""
        self._evaluate_root()
        only_move = self.task.only_move
        if not only_move:
            self._run_threads()
        if self.options.keep:
            self.kept.keep(self._terms, self.task.position, self.tree)
        return self._choose(self._report("rule" if only_move else self._why()))

    def _evaluate_root(self) -> None:
        """Evaluate the root, and find which of its moves lose at once."""
        rules = self.task.position.game.rules
        if self.tree.nodes[0, VISITS] == 0:
            batch = self._new_batch()
            if self._exchange(batch, 0, NO_ANSWERS, 1) == 1:
                self._exchange(batch, 1, self.network.evaluate(batch.planes[:1]), 0)
        expand_root(rules, self.tree)
        while self._widened():
            expand_root(rules, self.tree)

    def _new_batch(self) -> Batch:
        position = self.task.position
        return new_batch(position, encoding_of(position.game).shape, self.options.batch)

    def _run_threads(self) -> None:
        """Run all threads, including this one."""
        helpers = [Thread(target=self._help, daemon=True) for _ in range(self.options.threads - 1)]
        for helper in helpers:
            helper.start()
        try:
            self._work(reports=self.task.on_progress is not ignore)
        finally:
            self.counters[STOP] = 1
            for helper in helpers:
                helper.join()
        if self.problem is not None:
            raise self.problem

    def _help(self) -> None:
        """Run an additional thread; its errors are raised in the main thread."""
        try:
            self._work(reports=False)
        except BaseException as problem:
            self.problem = problem
            self.counters[STOP] = 1

    def _work(self, *, reports: bool) -> None:
        """Gather, evaluate and back up until nothing is left to do."""
        batch, count, answers = self._new_batch(), 0, NO_ANSWERS
        while True:
            count = self._exchange(batch, count, answers, self.options.batch)
            if count > 0:
                answers = self.network.evaluate(batch.planes[:count])
            elif not self._has_work():
                return
            if reports and time.perf_counter() - self.reported >= PROGRESS_SECONDS:
                self._report_progress()

    def _report_progress(self) -> None:
        """Report the current result."""
        with self.lock:
            result = self._report("seconds")
        self.reported = time.perf_counter()
        self.task.on_progress(result)

    def _has_work(self) -> bool:
        """True if anything is left to do."""
        with self.lock:
            return self._widened() or bool(has_work(self.tree))

    def _exchange(self, batch: Batch, count: int, answers: Answers, wanted: int) -> int:
        """Back up the answers for some leaves and gather new ones; if there are none, wait for other threads."""
        rules = self.task.position.game.rules
        with self.lock:
            if count > 0:
                self.lock.notify_all()
            count = exchange(rules, self.options.tree, self.tree, batch, count, *answers, wanted)
            if count == 0 and self.tree.nodes[0, PENDING] > 0:
                self.lock.wait(WAIT_SECONDS)
        return int(count)

    def _widened(self) -> bool:
        """Make room for a state's moves if a lack of room stopped the search; return True if it did."""
        room = room_needed(self.counters, self.tree.buffer.size)
        if room == 0:
            return False
        self.tree = self.tree._replace(buffer=np.zeros(room, np.uint64))
        self.task.resume(self.counters, self.started)
        return True

    def _why(self) -> StoppedBy:
        if self.tree.nodes[0, RESULT] != NOBODY_YET:
            return "proved"
        return "rule" if self.tree.used[FULL] else self.why_stopped()

    def _report(self, reason: StoppedBy) -> Result:
        lines = best_lines(self.tree, self.task.position, self.options.tree, self.task.lines)
        return self.report(lines, len(lines[0].moves), reason)

    def _choose(self, result: Result) -> Result:
        """With a temperature, choose at random: never instead of a win, never a move proved to lose."""
        if self.options.temperature == 0 or result.score.kind == "win":
            return result
        likely = chances(self.tree, self.options.temperature)
        if not likely:
            return result
        (edge,) = self.dice.choices(list(likely), list(likely.values()))
        word = int(self.tree.moves[edge])
        line = next((each for each in result.lines if each.moves[0].value == word), None)
        chosen = line or line_of(self.tree, self.task.position, self.options.tree, edge)
        return result.choosing(chosen, self.task.lines)


def run(task: Task, options: PuctOptions, network: OnnxNetwork, dice: random.Random) -> Result:
    """Search with a network."""
    if task.budget.nodes is None and task.budget.seconds is None:
        raise BudgetError(Message("search.puct_depth"))
    return run_watched(PuctSearch(task, options, network, dice))
