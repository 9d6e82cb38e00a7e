"""Time controls: a fixed time per move, or a clock for the whole game with an increment."""

import re
from dataclasses import dataclass

from plyground.core.errors import PlygroundError, quoted
from plyground.language import Message

GRACE_SECONDS = 0.5
"""Usual extra seconds of a player with a fixed time per move; messages and pipes take time too."""
MOVES_TO_GO = 25
"""Number of future moves over which a computer spreads its clock."""
RESERVE_SECONDS = 0.05
MOST_SHARE = 6
"""A difficult move gets at most the clock divided by this, plus part of the increment."""
LONGEST_SECONDS = 24 * 3600.0


class ClockError(PlygroundError):
    """A time control cannot be parsed."""


@dataclass(frozen=True)
class TimeControl:
    """Time per move, or base time and increment; no limit if all are unset."""

    per_move: float | None = None
    base: float | None = None
    increment: float = 0.0
    grace: float = GRACE_SECONDS
    """Seconds beyond a fixed time per move before the move is late."""

    def __post_init__(self) -> None:
        for name, value in ((Message("clock.move_time"), self.per_move), (Message("clock.base"), self.base)):
            if value is not None and not 0.01 <= value <= LONGEST_SECONDS:
                raise ClockError(Message("clock.range", what=name, seconds=value))
        if self.per_move is not None and self.base is not None:
            raise ClockError(Message("clock.both"))
        if not 0 <= self.increment <= LONGEST_SECONDS:
            raise ClockError(Message("clock.increment", seconds=self.increment))
        if self.increment and self.base is None:
            raise ClockError(Message("clock.increment_alone"))

    def __str__(self) -> str:
        if self.base is not None:
            return f"{_shortly(self.base / 60)}+{_shortly(self.increment)}"
        return "" if self.per_move is None else f"{_shortly(self.per_move)}s"


def _shortly(number: float) -> str:
    """The number as `read_time` accepts it: at most three decimals."""
    return f"{number:.3f}".rstrip("0").rstrip(".")


def read_time(text: str) -> TimeControl:
    """Parse a time control: `5+3` (five minutes and three seconds a move), `10`, `2s` (per move), or nothing."""
    if text == "":
        return TimeControl()
    number = r"([0-9]{1,5}(?:\.[0-9]{1,3})?)"
    if found := re.fullmatch(rf"{number}s", text):
        return TimeControl(per_move=float(found[1]))
    if found := re.fullmatch(rf"{number}(?:\+{number})?", text):
        return TimeControl(base=60 * float(found[1]), increment=float(found[2] or 0))
    raise ClockError(Message("clock.syntax", text=quoted(text)))


@dataclass(frozen=True)
class MoveTime:
    """Maximum thinking time of a computer for a move, and the target time unless the move is difficult."""

    seconds: float | None = None
    optimum: float | None = None


@dataclass(frozen=True)
class Clock:
    """Time left for each seat; a new value after every move, so that undoing moves restores the time."""

    control: TimeControl
    left: tuple[float, ...] = ()

    @classmethod
    def new(cls, control: TimeControl, seats: int) -> "Clock":
        """The clock before the first move."""
        return cls(control, () if control.base is None else (control.base,) * seats)

    def after(self, seat: int, seconds: float) -> "Clock":
        """The clock after a move of the seat that took `seconds`."""
        if not self.left:
            return self
        rest = max(0.0, self.left[seat] - seconds) + self.control.increment
        return Clock(self.control, (*self.left[:seat], rest, *self.left[seat + 1 :]))

    def deadline(self, seat: int) -> float | None:
        """Seconds before a move of the seat is too late."""
        if self.left:
            return self.left[seat]
        return None if self.control.per_move is None else self.control.per_move + self.control.grace

    def allowance(self, seat: int) -> float | None:
        """Seconds a computer in this seat should think."""
        if not self.left:
            return self.control.per_move
        share = self.left[seat] / MOVES_TO_GO + 0.8 * self.control.increment
        return max(0.01, min(share, self.left[seat] - RESERVE_SECONDS))

    def move_time(self, seat: int) -> MoveTime:
        """Time for a computer in this seat: the fixed time per move, or a share of its clock and increment."""
        optimum = self.allowance(seat)
        if not self.left or optimum is None:
            return MoveTime(optimum)
        most = self.left[seat] / MOST_SHARE + 0.8 * self.control.increment
        return MoveTime(max(optimum, min(most, self.left[seat] - RESERVE_SECONDS)), optimum)
