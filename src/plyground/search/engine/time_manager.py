"""Time management: how long to think about a move when a clock is running.

The clock's share for a move is its optimum. If the best move has been stable for several depths, less is used. If it
has just changed, or its value drops (a fail low at the root), more is used, up to the maximum.
"""

STABLE_SHARE, LEAST_SHARE, MOST_SHARE = 0.12, 0.5, 1.2
"""Target: MOST_SHARE of the optimum, minus STABLE_SHARE per depth with the same best move (minimum LEAST_SHARE)."""
DROP = 24
"""Smallest fall in value that counts as a drop, in the heuristic's units."""
DROP_FACTOR = 1.6
NEXT_DEPTH_SHARE = 0.6
"""No depth is started after this share of the target, because it would rarely finish."""
OVERTIME = 1.4
"""The current depth may take up to this multiple of the target."""


class TimeManager:
    """Time allocation for one move."""

    def __init__(self, optimum: float, maximum: float) -> None:
        self.optimum, self.maximum = optimum, maximum
        self._best: int | None = None
        self._value = 0
        self._stable = 0
        self._dropped = False

    @property
    def target(self) -> float:
        """Current target time for the move."""
        share = max(LEAST_SHARE, MOST_SHARE - STABLE_SHARE * self._stable)
        return self.optimum * share * (DROP_FACTOR if self._dropped else 1.0)

    @property
    def deadline(self) -> float:
        """Seconds at which the current depth must end."""
        return min(self.maximum, OVERTIME * self.target)

    def fail_low(self) -> None:
        """Allow more time: the best move of the last depth is worse than expected."""
        self._dropped = True

    def finish_depth(self, best: int, value: int) -> None:
        """Record the best move of a depth and its value."""
        first = self._best is None
        self._stable = self._stable + 1 if best == self._best else 0
        self._dropped = not first and value <= self._value - DROP
        self._best, self._value = best, value

    def is_over(self, seconds: float) -> bool:
        """True if no further depth should be started."""
        return seconds >= min(self.maximum, NEXT_DEPTH_SHARE * self.target)
