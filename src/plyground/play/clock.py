"""Time: so much for every move, or a clock for the whole game with an increment."""

import re
from dataclasses import dataclass

from plyground.core.errors import PlygroundError, quoted
from plyground.language import Message

GRACE_SECONDS = 0.5
"""A player with a time for every move is stopped this much later: messages and pipes take time as well."""
MOVES_TO_GO = 25
"""A computer shares the time of its clock among so many moves to come."""
RESERVE_SECONDS = 0.05
MOST_SHARE = 6
"""A difficult move gets at most this part of the clock."""
LONGEST_SECONDS = 24 * 3600.0


class ClockError(PlygroundError):
    """A time cannot be understood."""


@dataclass(frozen=True)
class TimeControl:
    """How much time the players have: for every move, or at the start and after every move; nothing is no limit."""

    per_move: float | None = None
    base: float | None = None
    increment: float = 0.0

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
    """The number as `read_time` takes it: with three decimals at most."""
    return f"{number:.3f}".rstrip("0").rstrip(".")


def read_time(text: str) -> TimeControl:
    """The time control of a text: `5+3` (five minutes and three seconds a move), `10`, `2s` (a move), or nothing."""
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
    """How long a computer may think about a move, and how long it should unless the move is difficult."""

    seconds: float | None = None
    optimum: float | None = None


@dataclass(frozen=True)
class Clock:
    """The time that each seat has left; a new value after every move, so that taking moves back takes time back."""

    control: TimeControl
    left: tuple[float, ...] = ()

    @classmethod
    def new(cls, control: TimeControl, seats: int) -> "Clock":
        """A clock before the first move."""
        return cls(control, () if control.base is None else (control.base,) * seats)

    def after(self, seat: int, seconds: float) -> "Clock":
        """The clock after a seat's move that took so long."""
        if not self.left:
            return self
        rest = max(0.0, self.left[seat] - seconds) + self.control.increment
        return Clock(self.control, (*self.left[:seat], rest, *self.left[seat + 1 :]))

    def deadline(self, seat: int) -> float | None:
        """After how many seconds a seat's move comes too late."""
        if self.left:
            return self.left[seat]
        return None if self.control.per_move is None else self.control.per_move + GRACE_SECONDS

    def allowance(self, seat: int) -> float | None:
        """How long a computer should think in this seat."""
        if not self.left:
            return self.control.per_move
        share = self.left[seat] / MOVES_TO_GO + 0.8 * self.control.increment
        return max(0.01, min(share, self.left[seat] - RESERVE_SECONDS))

    def move_time(self, seat: int) -> MoveTime:
        """The time of a computer in this seat: fixed for every move, or a share of its clock and of the increment."""
        optimum = self.allowance(seat)
        if not self.left or optimum is None:
            return MoveTime(optimum)
        most = self.left[seat] / MOST_SHARE + 0.8 * self.control.increment
        return MoveTime(max(optimum, min(most, self.left[seat] - RESERVE_SECONDS)), optimum)
