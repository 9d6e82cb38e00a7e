"""A stopwatch for the mover's time. It stops while no one watches the table."""

from collections.abc import Callable


class Stopwatch:
    """Measures the time of one turn after another."""

    def __init__(self, now: Callable[[], float]) -> None:
        self.now = now
        self.turn: object = None
        self._before = 0.0
        self._since: float | None = None

    @property
    def runs(self) -> bool:
        """Whether it is running."""
        return self._since is not None

    def spent(self, at: float | None = None) -> float:
        """Seconds of the turn so far, or up to an earlier moment."""
        if self._since is None:
            return self._before
        return self._before + max(0.0, (self.now() if at is None else at) - self._since)

    def set(self, turn: object, *, running: bool) -> None:
        """Measure this turn, from zero if it is a new one; or stop."""
        if turn != self.turn:
            self.turn, self._before, self._since = turn, 0.0, None
        if running and self._since is None:
            self._since = self.now()
        elif not running:
            self._before, self._since = self.spent(), None
