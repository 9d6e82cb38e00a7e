"""How a game ended."""

from dataclasses import dataclass, field
from typing import Final

from plyground.language import Message

NOBODY_YET: Final = -1
"""Return value of `winner` while the game is in progress."""

DRAW: Final = -2
"""Return value of `winner` when the position itself is a draw."""

REPETITION: Final = Message("end.repetition")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: the winning seat, or None for a draw, and a short reason."""

    winner: int | None
    reason: str
    detail: str = field(default="", compare=False)
    """Further details, such as the last output of a program that failed; ignored in comparisons."""
