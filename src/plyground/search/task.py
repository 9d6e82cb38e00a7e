"""A search task, and what every running search shares: its counters, reports, recorded tree, and why it stopped."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from threading import get_ident
from typing import Any

from plyground.core.heuristic import EveryMove
from plyground.core.position import Position
from plyground.search.budget import DEEPEST, MOST_NODES, Budget, Cancel, Deadline, watched
from plyground.search.engine.session import Session
from plyground.search.result import Line, Result, StoppedBy
from plyground.search.score import Proves, when_stopped
from plyground.search.stack import CUTOFFS, NODE_LIMIT, NODES, STOP, TABLE_HITS, WIDEST, Numbers
from plyground.search.trace import NoTrace, Recorder, new_recorder, tree_of

Progress = Callable[[Result], None]

ONLY_MOVE_DEPTH = 4
"""The depth for an only move, unless the budget has a depth: enough for a score."""


def ignore(result: Result) -> None:
    """Show no progress."""


@dataclass(frozen=True)
class Task:
    """What to search and within which limits."""

    position: Position
    heuristic: Any
    budget: Budget
    lines: int = 1
    choice: Any = field(default_factory=EveryMove)
    cancel: Cancel | None = None
    on_progress: Progress = ignore
    trace: int = 0
    """The number of nodes of the tree to record; 0 for none."""
    session: Session | None = None
    """What the player keeps from move to move; None for a search by itself."""

    @property
    def sees_every_move(self) -> bool:
        """Whether no move is left out: else neither a win nor a loss is proved."""
        return isinstance(self.choice, EveryMove)

    @property
    def most_nodes(self) -> int:
        """The node limit."""
        return MOST_NODES if self.budget.nodes is None else self.budget.nodes

    @property
    def only_move(self) -> bool:
        """Whether there is nothing to choose."""
        return len(self.position.moves) == 1

    @property
    def plays_at_once(self) -> bool:
        """Whether an only move is to be played in a game: it is given a score, and that is all."""
        return self.only_move and self.session is not None

    @property
    def deepest(self) -> int:
        """The depth limit; no time is spent on an only move, least of all in a game."""
        if self.plays_at_once:
            return 1
        if self.budget.depth is not None:
            return self.budget.depth
        return ONLY_MOVE_DEPTH if self.only_move else DEEPEST

    @property
    def last_reason(self) -> StoppedBy:
        """Why a search ends that reaches its depth limit."""
        return "rule" if self.plays_at_once or (self.budget.depth is None and self.only_move) else "depth"

    def new_recorder(self) -> Recorder | NoTrace:
        """An empty recorder of the tree, if one is wanted."""
        return new_recorder(self.trace) if self.trace else NoTrace()

    def resume(self, counters: Numbers, started: float) -> None:
        """Resume a search that stopped for lack of room, unless it must end by now."""
        counters[WIDEST] = counters[STOP] = 0
        late = self.budget.seconds is not None and time.perf_counter() - started >= self.budget.seconds
        if late or (self.cancel is not None and self.cancel.asked):
            counters[STOP] = 1


def room_needed(counters: Numbers, room: int) -> int:
    """The room for moves to make where a state had more than `room`; 0 where none had."""
    widest = int(counters[WIDEST])
    return 2 * widest if widest > room else 0


class SearchRun(ABC):
    """A search under way."""

    def __init__(self, task: Task, proves: Proves = "everything") -> None:
        self.task = task
        self.started = time.perf_counter()
        self.recorder: Recorder | NoTrace = task.new_recorder()
        limit = task.budget.seconds if task.budget.optimum is None else task.budget.optimum
        self.deadline = Deadline(limit)
        self._proves: Proves = proves if task.sees_every_move else "nothing"

    @property
    @abstractmethod
    def counters(self) -> Numbers:
        """The counters of its kernels; the `STOP` flag is among them."""

    @abstractmethod
    def whole(self) -> Result:
        """Search until the budget is spent or a deeper search could not say more."""

    @property
    def stopped(self) -> bool:
        """Whether the kernels were told to stop."""
        return bool(self.counters[STOP])

    @property
    def proves(self) -> Proves:
        """What its values prove now."""
        return when_stopped(self._proves) if self.stopped else self._proves

    @property
    def nodes(self) -> int:
        """The nodes searched so far, by all threads."""
        return int(self.counters[NODES])

    @property
    def seconds(self) -> float:
        """The time spent so far."""
        return time.perf_counter() - self.started

    def why_stopped(self) -> StoppedBy:
        """What stopped the kernels."""
        if self.task.cancel is not None and self.task.cancel.asked:
            return "cancel"
        return "nodes" if self.counters[NODES] >= self.counters[NODE_LIMIT] else "seconds"

    def report(self, lines: tuple[Line, ...], depth: int, stopped_by: StoppedBy) -> Result:
        """The result with these lines."""
        tree = tree_of(self.recorder, self.task.position) if isinstance(self.recorder, Recorder) else None
        return Result.of_lines(lines, depth=depth, stopped_by=stopped_by, tree=tree, **self._spent())

    def ended(self, result: Result, stopped_by: StoppedBy) -> Result:
        """An earlier result with all that was spent since, and why the search ended."""
        return replace(result, stopped_by=stopped_by, **self._spent())

    def _spent(self) -> dict[str, Any]:
        """The cost of the search so far."""
        return {
            "nodes": self.nodes,
            "seconds": self.seconds,
            "cutoffs": int(self.counters[CUTOFFS]),
            "table_hits": int(self.counters[TABLE_HITS]),
        }


_under_way: dict[int, SearchRun] = {}
"""The search that each thread runs; one that reports progress may be asked to run another."""


def nodes_so_far(thread: int) -> int | None:
    """The nodes that the search of a thread has counted; None where it runs none. Any thread may call this."""
    search = _under_way.get(thread)
    return None if search is None else int(search.counters[NODES])


def run_watched(search: SearchRun) -> Result:
    """Run a search to its end, and stop it when its time is up or it is cancelled."""
    thread, task = get_ident(), search.task
    outer, _under_way[thread] = _under_way.get(thread), search
    try:
        with watched(search.counters, search.deadline, task.cancel):
            return search.whole()
    finally:
        del _under_way[thread]
        if outer is not None:
            _under_way[thread] = outer
