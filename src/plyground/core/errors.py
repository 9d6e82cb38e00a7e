"""Errors caused by user input, by name.

All are `ValueError`s with a message that quotes the input and says what would have been right. The message is a
`Message`, a key with values, so that front ends can show it in any language; `str(error)` is English.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from plyground.language import Message


class PlygroundError(ValueError):
    """Base of all errors caused by user input."""

    @property
    def message(self) -> str:
        """What is wrong: a `Message`, or plain text from a game or heuristic without a catalogue."""
        return str(self)

    @property
    def key(self) -> str | None:
        """The key of the message; None for plain text."""
        return self.message.key if isinstance(self.message, Message) else None

    @property
    def values(self) -> Mapping[str, Any]:
        """The values for the message's placeholders."""
        return self.message.values if isinstance(self.message, Message) else {}


class UnknownGameError(PlygroundError):
    """No game has that name."""


class OptionError(PlygroundError):
    """A game has no such option, or the option has no such value."""


class NotationError(PlygroundError):
    """The text is not a move of this game on any board."""


class IllegalMoveError(PlygroundError):
    """The text is a move of this game, but not legal here."""


class MissingExtraError(PlygroundError):
    """An optional dependency of some commands is not installed."""


class HeuristicError(PlygroundError):
    """A faulty heuristic: two lines, first the file, line and fault, then what would be right."""


class InvalidPositionError(PlygroundError):
    """The text is no position of this game, or an impossible one; `reasons` lists every reason."""

    def __init__(self, text: str, reasons: Sequence[str]) -> None:
        self.text = text
        self.reasons = tuple(reasons)
        super().__init__(Message("core.position.impossible", text=quoted(text), reasons=self.reasons))


def quoted(text: str, limit: int = 200) -> str:
    """`text` in quotation marks, with control characters made visible; truncated if very long."""
    shown = text if len(text) <= limit else f"{text[:limit]}…"
    return repr(shown)
