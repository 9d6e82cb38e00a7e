"""Time management: how long to think about a move when a clock is running.

The clock's share for a move is its optimum. A move that has been best for several depths needs less than that. One that
has just changed, or whose value drops (the search fails low at the root), gets more, up to the maximum.
"""

STABLE_SHARE, LEAST_SHARE, MOST_SHARE = 0.12, 0.5, 1.2
"""The target is MOST_SHARE of the optimum, less STABLE_SHARE for each depth with the same best move."""
DROP = 24
"""A value that falls by as much counts as a drop, in the heuristic's units."""
DROP_FACTOR = 1.6
NEXT_DEPTH_SHARE = 0.6
"""No depth is begun after that share of the target: it would hardly be finished."""
OVERTIME = 1.4
"""A depth that is under way may take that much more than the target."""


class TimeManager:
    """The time for one move."""

    def __init__(self, optimum: float, maximum: float) -> None:
        self.optimum, self.maximum = optimum, maximum
        self._best: int | None = None
        self._value = 0
        self._stable = 0
        self._dropped = False

    @property
    def target(self) -> float:
        """The time that the move deserves, as far as the search has come."""
        share = max(LEAST_SHARE, MOST_SHARE - STABLE_SHARE * self._stable)
        return self.optimum * share * (DROP_FACTOR if self._dropped else 1.0)

    @property
    def deadline(self) -> float:
        """When the depth under way must end."""
        return min(self.maximum, OVERTIME * self.target)

    def fail_low(self) -> None:
        """The best move of the last depth is worse than expected: take more time."""
        self._dropped = True

    def finish_depth(self, best: int, value: int) -> None:
        """Note the best move of a depth and its value."""
        first = self._best is None
        self._stable = self._stable + 1 if best == self._best else 0
        self._dropped = not first and value <= self._value - DROP
        self._best, self._value = best, value

    def is_over(self, seconds: float) -> bool:
        """Whether no further depth is worth beginning."""
        return seconds >= min(self.maximum, NEXT_DEPTH_SHARE * self.target)
