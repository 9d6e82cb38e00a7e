"""Detects whether a search still counts nodes; the watchdog relies on it.

A kernel that hangs in one evaluation checks neither the clock nor the cancel flag, but its node count is visible from
other threads. Time spent compiling does not count, nor time during which the whole program was suspended.
"""

from dataclasses import dataclass

from plyground.core.jit import is_compiling
from plyground.search.task import nodes_so_far

BEAT_SECONDS = 0.2
"""Seconds between checks."""
LATE_FACTOR, LATE_SECONDS = 2.0, 5.0
"""A search hangs if it runs longer than this factor times its limit, plus this many seconds."""
QUIET_SECONDS = 30.0
"""It also hangs after this many seconds without a new node."""


@dataclass(frozen=True)
class SearchTimeouts:
    """Maximum total time of a search (None: unlimited), and maximum time without a new node."""

    most: float | None
    quiet: float

    @classmethod
    def with_search_of(cls, seconds: float | None) -> "SearchTimeouts":
        """Timeouts for a search with this time limit."""
        return cls(None if seconds is None else LATE_FACTOR * seconds + LATE_SECONDS, QUIET_SECONDS)


class Heartbeat:
    """Tracks the progress of one thread's search."""

    def __init__(self, thread: int, patience: SearchTimeouts) -> None:
        self._thread, self._patience = thread, patience
        self._nodes: int | None = None
        self._spent = self._quiet = 0.0

    def stopped(self, passed: float) -> bool:
        """True if the search hangs; `passed` is the number of seconds since the last call."""
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
