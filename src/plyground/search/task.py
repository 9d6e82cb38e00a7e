"""A search task, and what all searches share: counters, reports, the recorded tree and the reason for stopping."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from threading import get_ident
from typing import Any

from plyground.core.heuristic import EveryMove
from plyground.core.position import Move, Position
from plyground.search.budget import DEEPEST, MOST_NODES, Budget, Cancel, Deadline, watched
from plyground.search.engine.session import Session
from plyground.search.leaf_tables import NO_TABLES, LeafTables, NoTables
from plyground.search.repetition import has_repeated
from plyground.search.result import Line, Result, StoppedBy
from plyground.search.score import Proves, when_stopped
from plyground.search.stack import CUTOFFS, NODE_LIMIT, NODES, STOP, TABLE_HITS, WIDEST, Numbers
from plyground.search.trace import NoTrace, Recorder, new_recorder, tree_of

Progress = Callable[[Result], None]

ONLY_MOVE_DEPTH = 4
"""Depth limit for an only move if the budget has no depth: enough for a score."""


def ignore(result: Result) -> None:
    """Ignore progress reports."""


@dataclass(frozen=True)
class Task:
    """What to search, and the limits."""

    position: Position
    heuristic: Any
    budget: Budget
    lines: int = 1
    choice: Any = field(default_factory=EveryMove)
    cancel: Cancel | None = None
    on_progress: Progress = ignore
    trace: int = 0
    """Number of tree nodes to record; 0 for none."""
    session: Session | None = None
    """Data the player keeps between moves; None for a search outside a game."""
    tables: LeafTables | NoTables = NO_TABLES
    """Exact values for the leaves, with what came before the position taken into account."""

    root_moves: tuple[Move, ...] = ()
    """The only moves of the position itself to choose between; all if it is empty."""

    @property
    def first_move(self) -> Move:
        """The first of the moves to choose between."""
        return (self.root_moves or self.position.moves)[0]

    @property
    def sees_every_move(self) -> bool:
        """True if no move is excluded; otherwise neither a win nor a loss is proved."""
        return isinstance(self.choice, EveryMove)

    @property
    def keeps_proofs(self) -> bool:
        """True if proofs of earlier searches hold: those by tables do not once a position has occurred twice."""
        return isinstance(self.tables, NoTables) or not has_repeated(self.position)

    @property
    def most_nodes(self) -> int:
        """The node limit."""
        return MOST_NODES if self.budget.nodes is None else self.budget.nodes

    @property
    def only_move(self) -> bool:
        """True if there is only one legal move."""
        return len(self.position.moves) == 1

    @property
    def plays_at_once(self) -> bool:
        """True for an only move in a game: it is only given a score."""
        return self.only_move and self.session is not None

    @property
    def deepest(self) -> int:
        """The depth limit; an only move gets little time, least of all in a game."""
        if self.plays_at_once:
            return 1
        if self.budget.depth is not None:
            return self.budget.depth
        return ONLY_MOVE_DEPTH if self.only_move else DEEPEST

    @property
    def last_reason(self) -> StoppedBy:
        """Reason for stopping at the depth limit."""
        return "rule" if self.plays_at_once or (self.budget.depth is None and self.only_move) else "depth"

    def new_recorder(self) -> Recorder | NoTrace:
        """An empty recorder of the tree, if recording is requested."""
        return new_recorder(self.trace) if self.trace else NoTrace()

    def resume(self, counters: Numbers, started: float) -> None:
        """Resume a search that stopped for lack of room, unless it must end now."""
        counters[WIDEST] = counters[STOP] = 0
        late = self.budget.seconds is not None and time.perf_counter() - started >= self.budget.seconds
        if late or (self.cancel is not None and self.cancel.asked):
            counters[STOP] = 1


def room_needed(counters: Numbers, room: int) -> int:
    """Room to make for moves if a state had more than `room`; 0 if none had."""
    widest = int(counters[WIDEST])
    return 2 * widest if widest > room else 0


class SearchRun(ABC):
    """A running search."""

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
        """Counters of the kernels, including the `STOP` flag."""

    @abstractmethod
    def whole(self) -> Result:
        """Search until the budget is used up or a deeper search cannot add anything."""

    @property
    def stopped(self) -> bool:
        """True if the kernels were asked to stop."""
        return bool(self.counters[STOP])

    @property
    def proves(self) -> Proves:
        """What its values prove at this point."""
        return when_stopped(self._proves) if self.stopped else self._proves

    @property
    def nodes(self) -> int:
        """Nodes searched so far by all threads."""
        return int(self.counters[NODES])

    @property
    def seconds(self) -> float:
        """Seconds spent so far."""
        return time.perf_counter() - self.started

    def why_stopped(self) -> StoppedBy:
        """Return the reason why the kernels stopped."""
        if self.task.cancel is not None and self.task.cancel.asked:
            return "cancel"
        return "nodes" if self.counters[NODES] >= self.counters[NODE_LIMIT] else "seconds"

    def report(self, lines: tuple[Line, ...], depth: int, stopped_by: StoppedBy) -> Result:
        """The result with these lines."""
        tree = tree_of(self.recorder, self.task.position) if isinstance(self.recorder, Recorder) else None
        return Result.of_lines(lines, depth=depth, stopped_by=stopped_by, tree=tree, **self._spent())

    def ended(self, result: Result, stopped_by: StoppedBy) -> Result:
        """An earlier result with the total cost so far, and the reason for stopping."""
        return replace(result, stopped_by=stopped_by, **self._spent())

    def _spent(self) -> dict[str, Any]:
        """Cost of the search so far."""
        return {
            "nodes": self.nodes,
            "seconds": self.seconds,
            "cutoffs": int(self.counters[CUTOFFS]),
            "table_hits": int(self.counters[TABLE_HITS]),
        }


_under_way: dict[int, SearchRun] = {}
"""The running search of each thread; a progress callback may start another one."""


def nodes_so_far(thread: int) -> int | None:
    """Nodes counted so far by the search of a thread; None if it runs none. May be called from any thread."""
    search = _under_way.get(thread)
    return None if search is None else int(search.counters[NODES])


def run_watched(search: SearchRun) -> Result:
    """Run a search to its end, and stop it on timeout or cancellation."""
    thread, task = get_ident(), search.task
    outer, _under_way[thread] = _under_way.get(thread), search
    try:
        with watched(search.counters, search.deadline, task.cancel):
            return search.whole()
    finally:
        del _under_way[thread]
        if outer is not None:
            _under_way[thread] = outer
