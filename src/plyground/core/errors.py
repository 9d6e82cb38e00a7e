"""Everything that can be wrong with what a user gave us, by name.

All of them are `ValueError`s with a message that quotes the input and says what would have been right. It is a
`Message`, a key with values, so that the front ends can say it in any language; `str(error)` is English.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from plyground.language import Message


class PlygroundError(ValueError):
    """Base of every error that a user's input can cause."""

    @property
    def message(self) -> str:
        """What is wrong: a `Message`, or a plain text from a game or a heuristic that has no catalogue."""
        return str(self)

    @property
    def key(self) -> str | None:
        """The key of the message; None for a plain text."""
        return self.message.key if isinstance(self.message, Message) else None

    @property
    def values(self) -> Mapping[str, Any]:
        """What fills the places of the message."""
        return self.message.values if isinstance(self.message, Message) else {}


class UnknownGameError(PlygroundError):
    """There is no game of that name."""


class OptionError(PlygroundError):
    """A game has no such option, or the option no such value."""


class NotationError(PlygroundError):
    """The text is not a move of this game on any board."""


class IllegalMoveError(PlygroundError):
    """The text is a move of this game, but not one that may be played here."""


class MissingExtraError(PlygroundError):
    """Something that only some commands need is not installed."""


class HeuristicError(PlygroundError):
    """A heuristic has a mistake: two lines, the file and line with what is wrong there, then what would be right."""


class InvalidPositionError(PlygroundError):
    """The text is no position of this game, or one that cannot come about; `reasons` has every reason."""

    def __init__(self, text: str, reasons: Sequence[str]) -> None:
        self.text = text
        self.reasons = tuple(reasons)
        super().__init__(Message("core.position.impossible", text=quoted(text), reasons=self.reasons))


def quoted(text: str, limit: int = 200) -> str:
    """`text` between quotation marks, control characters made visible, a very long one cut."""
    shown = text if len(text) <= limit else f"{text[:limit]}…"
    return repr(shown)
