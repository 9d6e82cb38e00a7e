"""What a search is asked, and what all of them do alike: room for the moves, an eye on the budget, why they ended."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from plyground.core.heuristic import EveryMove
from plyground.core.position import Position
from plyground.search.budget import MOST_NODES, Budget, Cancel, watched
from plyground.search.desk import NODE_LIMIT, NODES, Numbers
from plyground.search.result import Result, StoppedBy

Progress = Callable[[Result], None]


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

    def why_stopped(self, counters: Numbers) -> StoppedBy:
        """What ended a search with these counters that could have gone on."""
        if self.cancel is not None and self.cancel.asked:
            return "cancel"
        return "nodes" if counters[NODES] >= counters[NODE_LIMIT] else "seconds"


class Searching(Protocol):
    """A search under way."""

    @property
    def counters(self) -> Numbers:
        """Where it looks whether it must stop."""

    @property
    def widest(self) -> int:
        """The most moves of a state that there was no room for; 0 if there was always room."""

    def whole(self) -> Result:
        """Search until something ends it."""


def with_room(task: Task, begin: Callable[[int, float], Searching]) -> Result:
    """Run the search that begins with room for so many moves, and began then; again, if a state had more moves."""
    started = time.perf_counter()
    room = task.position.game.usual_moves
    while True:
        search = begin(room, started)
        seconds = task.budget.seconds
        remaining = None if seconds is None else max(0.0, seconds - (time.perf_counter() - started))
        with watched(search.counters, remaining, task.cancel):
            result = search.whole()
        if search.widest <= room:
            return result
        room = 2 * search.widest
