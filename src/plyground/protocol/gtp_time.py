"""The time of a Hex program as in GTP: a main time, then periods of several stones each."""

from plyground.play.clock import Clock, TimeControl

SAFE_SHARE = 0.8
"""Share of the time for a stone that is used: communication takes time too."""


class GtpTime:
    """The time of both colours, set by `time_settings` and `time_left`."""

    def __init__(self, per_stone: float = 0.0, main: float | None = None) -> None:
        self.per_stone = per_stone
        """Seconds for a stone after the main time; 0 for none."""
        self.left: list[float | None] = [main, main]
        self.stones = [0, 0]

    def allowance(self, seat: int) -> float | None:
        """Seconds for a move; None where no time was set."""
        left, stones = self.left[seat], self.stones[seat]
        if left is not None and stones > 0:
            return max(0.01, SAFE_SHARE * left / stones)
        period = SAFE_SHARE * self.per_stone if self.per_stone else None
        if left is None:
            return period
        share = Clock(TimeControl(base=max(0.01, left)), (left, left)).allowance(seat)
        return share if period is None or share is None else max(share, period)

    def spend(self, seat: int, seconds: float) -> None:
        """Subtract the time of a move from its colour's."""
        left = self.left[seat]
        if left is not None:
            self.left[seat] = max(0.0, left - seconds)
