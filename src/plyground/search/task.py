"""What a search is asked, and what all of them do alike: an eye on the budget, and why they ended."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import get_ident
from typing import Any, Protocol

from plyground.core.heuristic import EveryMove
from plyground.core.position import Position
from plyground.search.budget import DEEPEST, MOST_NODES, Budget, Cancel, watched
from plyground.search.result import Result, StoppedBy
from plyground.search.stack import NODE_LIMIT, NODES, STOP, WIDEST, Numbers

Progress = Callable[[Result], None]

ONLY_MOVE_DEPTH = 4
"""Where there is one move, a search without a depth of its own looks only so far: enough to say something of it."""


def ignore(result: Result) -> None:
    """No progress is shown."""


@dataclass(frozen=True)
class Task:
    """What a search is asked."""

    position: Position
    heuristic: Any
    budget: Budget
    lines: int = 1
    choice: Any = field(default_factory=EveryMove)
    cancel: Cancel | None = None
    on_progress: Progress = ignore
    trace: int = 0
    """How many nodes of the tree to record; 0 for none."""

    @property
    def sees_every_move(self) -> bool:
        """Whether no move is left out: else a win or a loss is not proved."""
        return isinstance(self.choice, EveryMove)

    @property
    def most_nodes(self) -> int:
        """After so many nodes it ends."""
        return MOST_NODES if self.budget.nodes is None else self.budget.nodes

    @property
    def deepest(self) -> int:
        """As deep as it may look; no time is spent on a choice that there is not."""
        if self.budget.depth is not None:
            return self.budget.depth
        return ONLY_MOVE_DEPTH if len(self.position.moves) == 1 else DEEPEST

    @property
    def last_reason(self) -> StoppedBy:
        """Why a search ends that nothing stops."""
        return "rule" if self.budget.depth is None and len(self.position.moves) == 1 else "depth"

    def resume(self, counters: Numbers, started: float) -> None:
        """Let a search go on that stopped for want of room, unless it has to end by now: nothing else is forgotten."""
        counters[WIDEST] = counters[STOP] = 0
        late = self.budget.seconds is not None and time.perf_counter() - started >= self.budget.seconds
        if late or (self.cancel is not None and self.cancel.asked):
            counters[STOP] = 1

    def why_stopped(self, counters: Numbers) -> StoppedBy:
        """What ended a search with these counters that could have gone on."""
        if self.cancel is not None and self.cancel.asked:
            return "cancel"
        return "nodes" if counters[NODES] >= counters[NODE_LIMIT] else "seconds"


class SearchRun(Protocol):
    """A search under way."""

    @property
    def counters(self) -> Numbers:
        """Where it looks whether it must stop."""

    def whole(self) -> Result:
        """Search until something ends it."""


_under_way: dict[int, SearchRun] = {}
"""The search that each thread runs."""


def nodes_so_far(thread: int) -> int | None:
    """How many nodes the search of a thread has counted; None where it runs none. Any thread may ask."""
    search = _under_way.get(thread)
    return None if search is None else int(search.counters[NODES])


def run_watched(task: Task, search: SearchRun) -> Result:
    """Run a search that began just now, and stop it in time."""
    thread = get_ident()
    _under_way[thread] = search
    try:
        with watched(search.counters, task.budget.seconds, task.cancel):
            return search.whole()
    finally:
        del _under_way[thread]
