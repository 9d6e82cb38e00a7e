"""A game's players as plain text: the default levels, and the players of a published report."""

from collections.abc import Mapping
from dataclasses import dataclass

LEVEL_NAMES = ("easy", "medium", "hard", "expert")
"""The levels of our own games, weakest first; a solved game also has `perfect`."""


@dataclass(frozen=True)
class PublishedReport:
    """A published report about a two-player game: its title, and its players by their own names, as agent specs."""

    title: str
    players: Mapping[str, str]
    note: str = ""
    """A remark about these players, if any."""


USUAL_LEVELS: Mapping[str, str] = {
    "easy": "greedy:blunder=0.3",
    "medium": "alphabeta:depth=2,vary=4",
    "hard": "alphabeta:depth=4,vary=4",
    "expert": "pvs:seconds=1",
}
"""Default levels of a two-player game."""

USUAL_MULTIPLAYER_LEVELS: Mapping[str, str] = {
    "easy": "greedy:blunder=0.3",
    "medium": "paranoid:depth=2,vary=4",
    "hard": "paranoid:depth=3,vary=4",
    "expert": "paranoid:seconds=1",
}
"""Default levels for three and four players."""
