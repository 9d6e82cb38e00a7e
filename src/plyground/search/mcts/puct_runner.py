"""Running the search with a network: leaves in batches, in one thread or several, until the budget is spent.

The tree belongs to one thread at a time, which is no loss: the network takes almost all of the time, and it is asked
outside. Each thread gathers a batch, asks the network, and gives the tree its answers.
"""

import random
import time
from dataclasses import dataclass
from threading import Condition, Thread

import numpy as np

from plyground.core.outcome import NOBODY_YET
from plyground.search.budget import BudgetError
from plyground.search.mcts.puct import (
    Batch,
    PuctSettings,
    exchange,
    goes_on,
    look_ahead,
    new_batch,
)
from plyground.search.mcts.puct_lines import best_lines, chances, line_of
from plyground.search.mcts.puct_tree import (
    FULL,
    PENDING,
    RESULT,
    VISITS,
    PuctTree,
    new_tree,
)
from plyground.search.mcts.tree_reuse import KEPT_TREES
from plyground.search.onnx_network import Answers, OnnxNetwork, encoding_of
from plyground.search.result import Result, StoppedBy
from plyground.search.stack import NODES, STOP, WIDEST, Numbers
from plyground.search.task import Task, ignore, run_watched

PROGRESS_SECONDS = 0.1
"""Progress is told at most so often."""
WAIT_SECONDS = 0.05
"""A thread that finds nothing to do looks again after so long, even if nobody wakes it."""

NO_ANSWERS: Answers = np.zeros((0, 1), np.float32), np.zeros(0, np.float32)


@dataclass(frozen=True)
class PuctOptions:
    """The options of the search."""

    ways: PuctSettings
    megabytes: int = 256
    threads: int = 1
    batch: int = 4
    temperature: float = 0.0
    keep: bool = True


class PuctSearch:
    """A search with a network under way."""

    def __init__(self, task: Task, settings: PuctOptions, network: OnnxNetwork, dice: random.Random) -> None:
        self.task, self.settings, self.network, self.dice = task, settings, network, dice
        self.started = self.told = time.perf_counter()
        self.tree: PuctTree = new_tree(task.position, settings.megabytes, task.most_nodes)
        self.turn = Condition()
        self.problem: BaseException | None = None
        self._terms = network.sha256, settings
        if settings.keep:
            KEPT_TREES.take(self._terms, task.position, self.tree)

    @property
    def counters(self) -> Numbers:
        """Where it looks whether it must stop."""
        return self.tree.counters

    def whole(self) -> Result:
        """Search until something ends it."""
        self._look_at_root()
        only_one = len(self.task.position.moves) == 1
        if not only_one:
            self._grow()
        if self.settings.keep:
            KEPT_TREES.keep(self._terms, self.task.position, self.tree)
        return self._choose(self._report("rule" if only_one else self._why()))

    def _look_at_root(self) -> None:
        """See what the network says of the root, and which of its moves lose at once."""
        rules = self.task.position.game.rules
        if self.tree.nodes[0, VISITS] == 0:
            batch = self._new_batch()
            if self._exchange(batch, 0, NO_ANSWERS, 1) == 1:
                self._exchange(batch, 1, self.network.evaluate(batch.planes[:1]), 0)
        look_ahead(rules, self.tree)
        while self._widened():
            look_ahead(rules, self.tree)

    def _new_batch(self) -> Batch:
        position = self.task.position
        return new_batch(position, encoding_of(position.game).shape, self.settings.batch)

    def _grow(self) -> None:
        """Let all threads work, this one among them."""
        helpers = [Thread(target=self._help, daemon=True) for _ in range(self.settings.threads - 1)]
        for helper in helpers:
            helper.start()
        try:
            self._work(tells=self.task.on_progress is not ignore)
        finally:
            self.counters[STOP] = 1
            for helper in helpers:
                helper.join()
        if self.problem is not None:
            raise self.problem

    def _help(self) -> None:
        """What a second thread does; what goes wrong there, the first one tells."""
        try:
            self._work(tells=False)
        except BaseException as problem:
            self.problem = problem
            self.counters[STOP] = 1

    def _work(self, *, tells: bool) -> None:
        """Gather, ask and absorb until nothing is left to do."""
        batch, count, answers = self._new_batch(), 0, NO_ANSWERS
        while True:
            count = self._exchange(batch, count, answers, self.settings.batch)
            if count > 0:
                answers = self.network.evaluate(batch.planes[:count])
            elif not self._goes_on():
                return
            if tells and time.perf_counter() - self.told >= PROGRESS_SECONDS:
                self._tell()

    def _tell(self) -> None:
        """Tell how far it is."""
        with self.turn:
            result = self._report("seconds")
        self.told = time.perf_counter()
        self.task.on_progress(result)

    def _goes_on(self) -> bool:
        """Whether there is anything left to do."""
        with self.turn:
            return self._widened() or bool(goes_on(self.tree))

    def _exchange(self, batch: Batch, count: int, answers: Answers, wanted: int) -> int:
        """Give the tree the answers for some leaves, and take others; where there are none, wait for other threads."""
        rules = self.task.position.game.rules
        with self.turn:
            if count > 0:
                self.turn.notify_all()
            count = exchange(rules, self.settings.ways, self.tree, batch, count, *answers, wanted)
            if count == 0 and self.tree.nodes[0, PENDING] > 0:
                self.turn.wait(WAIT_SECONDS)
        return int(count)

    def _widened(self) -> bool:
        """Make room for the moves of a state that has more than most, if that stopped the search; whether it did."""
        widest = int(self.counters[WIDEST])
        if widest <= self.tree.buffer.size:
            return False
        self.tree = self.tree._replace(buffer=np.zeros(2 * widest, np.uint64))
        self.task.resume(self.counters, self.started)
        return True

    def _why(self) -> StoppedBy:
        if self.tree.nodes[0, RESULT] != NOBODY_YET:
            return "proved"
        return "rule" if self.tree.used[FULL] else self.task.why_stopped(self.counters)

    def _report(self, reason: StoppedBy) -> Result:
        lines = best_lines(self.tree, self.task.position, self.settings.ways, self.task.lines)
        return Result.of_lines(
            lines,
            depth=len(lines[0].moves),
            nodes=int(self.counters[NODES]),
            seconds=time.perf_counter() - self.started,
            stopped_by=reason,
        )

    def _choose(self, result: Result) -> Result:
        """Take a move by chance, if the temperature asks for it: never instead of a win, nor one that surely loses."""
        if self.settings.temperature == 0 or result.score.kind == "win":
            return result
        likely = chances(self.tree, self.settings.temperature)
        if not likely:
            return result
        (edge,) = self.dice.choices(list(likely), list(likely.values()))
        word = int(self.tree.moves[edge])
        line = next((each for each in result.lines if each.moves[0].value == word), None)
        chosen = line or line_of(self.tree, self.task.position, self.settings.ways, edge)
        return result.choosing(chosen, self.task.lines)


def run(task: Task, settings: PuctOptions, network: OnnxNetwork, dice: random.Random) -> Result:
    """Search with a network."""
    if task.budget.nodes is None and task.budget.seconds is None:
        raise BudgetError("puct needs nodes (evaluations) or seconds: it has no depth.")
    return run_watched(task, PuctSearch(task, settings, network, dice))
