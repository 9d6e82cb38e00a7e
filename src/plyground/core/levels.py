"""A game's players as plain text: the default levels, a ladder of finer ones, and the players of a published report."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plyground.core.nnue import packaged_nnue

if TYPE_CHECKING:
    from plyground.core.game import Game

LEVEL_NAMES = ("easy", "medium", "hard", "expert")
"""The levels of our own games, weakest first; a solved game also has `perfect`."""

RUNGS = tuple(f"level{number}" for number in range(1, 9))
"""The rungs of a ladder, weakest first: levels about as far from each other in measured strength."""


def chancy(units: int) -> str:
    """A weak player: looks two plies ahead, so that it takes a win and stops one, and otherwise trusts to chance."""
    return f"pvs:heuristic=strong,megabytes=1,depth=2,softmax={units}"


def suited(game: "Game", levels: Mapping[str, str]) -> Mapping[str, str]:
    """The players for a game's options: where no small network was taught, they play by `strong` instead."""
    if packaged_nnue(game) is not None:
        return levels
    return {name: text.replace("heuristic=nnue", "heuristic=strong") for name, text in levels.items()}


def ladder(*texts: str) -> Mapping[str, str]:
    """The agent specs of the rungs by name, weakest first."""
    return dict(zip(RUNGS, texts, strict=True))


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
