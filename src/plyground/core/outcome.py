"""How a game ended."""

from dataclasses import dataclass, field
from typing import Final

from plyground.language import Message

NOBODY_YET: Final = -1
"""What `winner` returns while the game goes on."""

DRAW: Final = -2
"""What `winner` returns when the position itself is a draw."""

REPETITION: Final = Message("end.repetition")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: the winning seat, or None for a draw, and why in a few words."""

    winner: int | None
    reason: str
    detail: str = field(default="", compare=False)
    """What else is known of it, such as the last words of a program that failed; it makes no other end of it."""
