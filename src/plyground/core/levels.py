"""A game's players as values: the default levels, a ladder of finer ones, and the players of a published report."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plyground.core.nnue import NNUE, packaged_nnue

if TYPE_CHECKING:
    from plyground.core.game import Game

LEVEL_NAMES = ("easy", "medium", "hard", "expert")
"""The levels of our own games, weakest first; a solved game also has `perfect`."""

RUNGS = tuple(f"level{number}" for number in range(1, 9))
"""The rungs of a ladder, weakest first: levels about as far from each other in measured strength."""

USUAL_HEURISTIC = "strong"

Setting = str | int | float


@dataclass(frozen=True)
class Preset:
    """A search with its settings. The layers above read its text, the agent spec, and know what the settings mean."""

    search: str
    settings: Mapping[str, Setting]

    def changed(self, **settings: Setting) -> "Preset":
        """A copy with these settings added, or in place of its own."""
        return Preset(self.search, {**self.settings, **settings})

    def __str__(self) -> str:
        parts = ",".join(f"{name}={value}" for name, value in self.settings.items())
        return f"{self.search}:{parts}" if parts else self.search


def preset(search: str, **settings: Setting) -> Preset:
    """A search with these settings, in the order in which its text has them."""
    return Preset(search, settings)


def texts(presets: Mapping[str, Preset]) -> Mapping[str, str]:
    """The agent specs of players, by name."""
    return {name: str(each) for name, each in presets.items()}


def chancy(units: int) -> Preset:
    """A weak player: looks two plies ahead, so that it takes a win and stops one, and otherwise trusts to chance."""
    return preset("pvs", heuristic=USUAL_HEURISTIC, megabytes=1, depth=2, softmax=units)


def suited(game: "Game", presets: Mapping[str, Preset]) -> Mapping[str, Preset]:
    """The players for a game's options: where no small network was taught, they play by `strong` instead."""
    if packaged_nnue(game) is not None:
        return presets
    return {
        name: each.changed(heuristic=USUAL_HEURISTIC) if each.settings.get("heuristic") == NNUE else each
        for name, each in presets.items()
    }


def ladder(*presets: Preset) -> Mapping[str, Preset]:
    """The rungs by name, weakest first."""
    return dict(zip(RUNGS, presets, strict=True))


@dataclass(frozen=True)
class PublishedReport:
    """A published report about a two-player game: its title, and its players by their own names, as agent specs."""

    title: str
    players: Mapping[str, str]
    note: str = ""
    """A remark about these players, if any."""


USUAL_LEVELS: Mapping[str, str] = texts(
    {
        "easy": preset("greedy", blunder=0.3),
        "medium": preset("alphabeta", depth=2, vary=4),
        "hard": preset("alphabeta", depth=4, vary=4),
        "expert": preset("pvs", seconds=1),
    }
)
"""Default levels of a two-player game."""

USUAL_MULTIPLAYER_LEVELS: Mapping[str, str] = texts(
    {
        "easy": preset("greedy", blunder=0.3),
        "medium": preset("paranoid", depth=2, vary=4),
        "hard": preset("paranoid", depth=3, vary=4),
        "expert": preset("paranoid", seconds=1),
    }
)
"""Default levels for three and four players."""
