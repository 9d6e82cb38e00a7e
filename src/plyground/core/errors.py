"""Everything that can be wrong with what a user gave us, by name.

All of them are `ValueError`s with a message that quotes the input and says what would have been right.
"""

from collections.abc import Sequence


class PlygroundError(ValueError):
    """Base of every error that a user's input can cause."""


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
        super().__init__(f"{quoted(text)} is not a possible position: {'; '.join(self.reasons)}.")


def quoted(text: str, limit: int = 200) -> str:
    """`text` between quotation marks, control characters made visible, a very long one cut."""
    shown = text if len(text) <= limit else f"{text[:limit]}…"
    return repr(shown)
