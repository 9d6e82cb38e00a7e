"""Whether a search still counts nodes: what a watchdog listens to.

A kernel that hangs in one evaluation looks at no clock and at no flag, but its count of nodes is there for everyone to
see. Time in which something is compiled does not count, nor time in which the whole program was stopped.
"""

from dataclasses import dataclass

from plyground.core.jit import is_compiling
from plyground.search.task import nodes_so_far

BEAT_SECONDS = 0.2
"""How often one listens."""
LATE_FACTOR, LATE_SECONDS = 2.0, 5.0
"""A search that takes more than its seconds so many times, and so many more, does not come to an end."""
QUIET_SECONDS = 30.0
"""Nor does one that has counted no node for so long."""


@dataclass(frozen=True)
class SearchTimeouts:
    """How long a search may take in all, None: as long as it likes; and how long it may count no node."""

    most: float | None
    quiet: float

    @classmethod
    def with_search_of(cls, seconds: float | None) -> "SearchTimeouts":
        """The patience with a search that should take so many seconds."""
        return cls(None if seconds is None else LATE_FACTOR * seconds + LATE_SECONDS, QUIET_SECONDS)


class Heartbeat:
    """The pulse of the search of one thread."""

    def __init__(self, thread: int, patience: SearchTimeouts) -> None:
        self._thread, self._patience = thread, patience
        self._nodes: int | None = None
        self._spent = self._quiet = 0.0

    def stopped(self, passed: float) -> bool:
        """Whether it hangs, now that so many seconds have passed since this was asked last."""
        nodes = nodes_so_far(self._thread)
        if nodes is None or is_compiling():
            self._quiet = 0.0
            return False
        passed = min(passed, 4 * BEAT_SECONDS)
        self._spent += passed
        self._quiet = self._quiet + passed if nodes == self._nodes else 0.0
        self._nodes = nodes
        most = self._patience.most
        return self._quiet >= self._patience.quiet or (most is not None and self._spent >= most)
