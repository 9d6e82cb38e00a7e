"""What a game says about its players, as plain texts: the levels of any game, and a published report's players."""

from collections.abc import Mapping
from dataclasses import dataclass

LEVEL_NAMES = ("easy", "medium", "hard", "expert")
"""The levels of our own games, weakest first; a solved one has `perfect` as well."""


@dataclass(frozen=True)
class PublishedReport:
    """A published report about a game of two: its title, and its players by their own names, as agents' texts."""

    title: str
    players: Mapping[str, str]
    note: str = ""
    """What there is to know about these players, if anything."""


USUAL_LEVELS: Mapping[str, str] = {
    "easy": "greedy:blunder=0.3",
    "medium": "alphabeta:depth=2,vary=4",
    "hard": "alphabeta:depth=4,vary=4",
    "expert": "pvs:seconds=1",
}
"""The levels of a game for two that has none of its own."""

USUAL_MULTIPLAYER_LEVELS: Mapping[str, str] = {
    "easy": "greedy:blunder=0.3",
    "medium": "paranoid:depth=2,vary=4",
    "hard": "paranoid:depth=3,vary=4",
    "expert": "paranoid:seconds=1",
}
"""The same for three and four players."""
