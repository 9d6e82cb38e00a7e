"""The time of a Hex program as GTP tells it: a main time, then periods for some stones each."""

from plyground.play.clock import Clock, TimeControl

SAFE_SHARE = 0.8
"""Of the time for one stone so much is used: messages take time as well."""


class GtpTime:
    """The time of both colours, as `time_settings` and `time_left` tell it."""

    def __init__(self, per_stone: float = 0.0, main: float | None = None) -> None:
        self.per_stone = per_stone
        """What a stone has when the main time is over; 0 for nothing."""
        self.left: list[float | None] = [main, main]
        self.stones = [0, 0]

    def allowance(self, seat: int) -> float | None:
        """How long to think about a move; None where nobody has said."""
        left, stones = self.left[seat], self.stones[seat]
        if left is not None and stones > 0:
            return max(0.01, SAFE_SHARE * left / stones)
        period = SAFE_SHARE * self.per_stone if self.per_stone else None
        if left is None:
            return period
        share = Clock(TimeControl(base=max(0.01, left)), (left, left)).allowance(seat)
        return share if period is None or share is None else max(share, period)

    def spend(self, seat: int, seconds: float) -> None:
        """Take the time of a move from its colour."""
        left = self.left[seat]
        if left is not None:
            self.left[seat] = max(0.0, left - seconds)
