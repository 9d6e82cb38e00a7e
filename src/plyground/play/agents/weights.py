"""Custom weights for a heuristic: inline in an agent's text, or by name from a file.

    pvs:heuristic=strong,weights=man:70;mill:40,nodes=5000      only those that differ from the defaults
    pvs:weights=mine,nodes=5000                                 weights/mine.toml in the user's data folder

A file names the game and heuristic its weights are for:

    game = "morris"
    heuristic = "strong"

    [weights]
    man = 70
"""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plyground.core.errors import PlygroundError, quoted
from plyground.core.game import Game
from plyground.core.heuristic import find_heuristic, usual_heuristic, weights_of
from plyground.language import Message
from plyground.play.paths import data_home

NAME = re.compile(r"[A-Za-z0-9_-]{1,60}")
INLINE = re.compile(r"[A-Za-z0-9_]+:-?[0-9]{1,9}(;[A-Za-z0-9_]+:-?[0-9]{1,9})*")
MOST_WEIGHT = 100_000

Weights = tuple[tuple[str, int], ...]


class WeightsError(PlygroundError):
    """The heuristic has no such weights."""


@dataclass(frozen=True)
class WeightSet:
    """Weights for a heuristic of a game."""

    game: str
    heuristic: str
    weights: Weights

    def inline(self) -> str:
        """The weights in agent-text form."""
        return ";".join(f"{name}:{value}" for name, value in self.weights)

    def toml(self) -> str:
        """The weights in file form."""
        lines = "\n".join(f"{name} = {value}" for name, value in self.weights)
        return f'game = "{self.game}"\nheuristic = "{self.heuristic}"\n\n[weights]\n{lines}\n'


def weights_folder() -> Path:
    """The folder of this user's weights files."""
    return data_home() / "weights"


def find_weights(text: str, game: Game, heuristic: str | None, folder: Path) -> WeightSet:
    """Resolve a weights text: inline, or the name of a file in `folder`, which also names the heuristic."""
    if INLINE.fullmatch(text) is not None:
        pairs = [pair.split(":") for pair in text.split(";")]
        weights = tuple((name, int(value)) for name, value in pairs)
        return checked(WeightSet(game.name, heuristic or usual_heuristic(game), weights), game)
    if NAME.fullmatch(text) is None:
        raise WeightsError(Message("weights.syntax", text=quoted(text)))
    found = read_weights(folder / f"{text}.toml")
    if found.game != game.name or heuristic not in (None, found.heuristic):
        known = {"game": found.game, "heuristic": found.heuristic}
        raise WeightsError(Message("weights.mismatch", weights=quoted(text), **known))
    return checked(found, game)


def read_weights(path: Path) -> WeightSet:
    """Read a weights file; whether the heuristic has these weights is not checked yet."""
    try:
        data: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        game, heuristic, weights = data["game"], data["heuristic"], tuple(data["weights"].items())
    except OSError:
        raise WeightsError(Message("weights.missing", weights=quoted(path.stem), file=quoted(str(path)))) from None
    except (ValueError, KeyError, AttributeError):
        raise WeightsError(Message("weights.file", file=quoted(str(path)))) from None
    return WeightSet(str(game), str(heuristic), weights)


def checked(found: WeightSet, game: Game) -> WeightSet:
    """The same weights, checked: each given once, known to the heuristic, and a whole number within bounds."""
    known = weights_of(find_heuristic(game, found.heuristic))
    names = [name for name, _ in found.weights]
    for name, value in found.weights:
        if name not in known or names.count(name) > 1:
            raise WeightsError(
                Message("weights.unknown", heuristic=found.heuristic, known=", ".join(known), name=quoted(name))
            )
        if type(value) is not int or abs(value) > MOST_WEIGHT:
            raise WeightsError(Message("weights.range", name=name, most=MOST_WEIGHT))
    return found


def weighted(game: Game, heuristic: str, weights: Weights) -> Any:
    """The heuristic with these weights instead of its defaults."""
    return find_heuristic(game, heuristic)._replace(**dict(weights))
