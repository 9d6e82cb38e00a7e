"""Opening maps: the first player's chance of winning after each first move, by a search with the game's network.

A map is judged without the swap rule: where the chance is above one half, the second player should swap. First moves
that are alike by the board's symmetries are judged once. The maps that come with a game are its `openings.json`,
written by `plyground openings GAME --all --write`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from plyground.core.contract import planes, policy_index
from plyground.core.encoding import Permutation
from plyground.core.game import Game
from plyground.review.chance_curve import PROVED_CHANCE, mean_chance
from plyground.search.api import search
from plyground.search.onnx_network import encoding_of

FILE = "openings.json"
NODES = 1600
"""Nodes of a first move's search, unless another number is asked for."""

Alike = tuple[str, ...]
"""First moves that symmetries of the board turn into each other."""


@dataclass(frozen=True)
class OpeningChance:
    """The first player's chance of winning after a first move."""

    chance: float
    """From 0 to 1; a draw counts half."""
    proved: bool = False

    def as_data(self) -> float | str:
        """A number, or the proved result in a word."""
        kinds = {chance: kind for kind, chance in PROVED_CHANCE.items()}
        return kinds[self.chance] if self.proved else self.chance

    @classmethod
    def from_data(cls, data: float | str) -> OpeningChance:
        """The inverse of `as_data`."""
        return cls(PROVED_CHANCE[data], True) if isinstance(data, str) else cls(data)


@dataclass(frozen=True)
class OpeningMap:
    """The chances of all first moves of a game."""

    options: Mapping[str, str]
    network: str
    """SHA-256 of the network that judged."""
    nodes: int
    """Nodes of each search."""
    judged: Mapping[Alike, OpeningChance]

    @property
    def chances(self) -> dict[str, OpeningChance]:
        """The chance of every first move by itself."""
        return {move: chance for alike, chance in self.judged.items() for move in alike}

    @property
    def winning(self) -> tuple[str, ...]:
        """First moves after which the first player is more likely to win: where one may swap, those to be swapped."""
        return tuple(move for move, each in self.chances.items() if each.chance > 0.5)

    def as_data(self) -> dict[str, Any]:
        """The map as plain data, alike moves together."""
        chances = {" ".join(alike): chance.as_data() for alike, chance in self.judged.items()}
        return {"options": dict(self.options), "network": self.network, "nodes": self.nodes, "chances": chances}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> OpeningMap:
        """The inverse of `as_data`."""
        judged = {tuple(alike.split()): OpeningChance.from_data(chance) for alike, chance in data["chances"].items()}
        return cls(data["options"], data["network"], data["nodes"], judged)


def alike_openings(game: Game) -> list[Alike]:
    """The first moves, those together that are alike by the symmetries of the start."""
    parts = {str(move): _parts(game, move.value) for move in game.start().moves}
    named = {indices: move for move, indices in parts.items()}
    turns, found = _turns_of_start(game), dict[str, Alike]()
    for move, indices in parts.items():
        images = [named[tuple(sorted(int(turn[index]) for index in indices))] for turn in turns]
        if not any(image in found for image in images):
            found[move] = tuple(dict.fromkeys(images))
    return list(found.values())


def _turns_of_start(game: Game) -> list[Permutation]:
    """What the symmetries that leave the start as it is make of a network's answers."""
    encoding = encoding_of(game)
    seen = np.zeros(encoding.shape, np.uint8)
    planes(game.rules, game.start().state, seen)
    flat = seen.ravel()
    return [each.answers for each in encoding.symmetries if (flat[each.inputs] == flat).all()]


def _parts(game: Game, move: int) -> tuple[int, ...]:
    """The network's answers that make up a first move, in the order of their numbers."""
    most, state = encoding_of(game).most_parts, game.start().state
    indices = (int(policy_index(game.rules, state, np.uint64(move), part)) for part in range(most))
    return tuple(sorted(index for index in indices if index >= 0))


def judge_opening(game: Game, move: str, nodes: int, network: str = "") -> OpeningChance:
    """The chance after a first move, by a search with a network file; without one, the network that came with it."""
    start = game.start()
    after = start.play(move)
    score = search(after, "puct", nodes=nodes, network=network, keep=False).score
    chance = mean_chance(score)
    return OpeningChance(chance if after.mover == start.mover else round(1 - chance, 3), score.proved)


def stored_at(kind: type[Game]) -> Path:
    """The file of the maps that come with a game."""
    return Path(str(files(kind.__module__))) / FILE


@lru_cache(maxsize=32)
def maps_of(kind: type[Game]) -> tuple[OpeningMap, ...]:
    """The maps that come with a game; none for a game of a single file."""
    try:
        return read_maps(stored_at(kind))
    except (TypeError, ModuleNotFoundError):
        return ()


def read_maps(path: Path) -> tuple[OpeningMap, ...]:
    """The maps of a file; none if there is no such file."""
    if not path.is_file():
        return ()
    return tuple(OpeningMap.from_data(each) for each in json.loads(path.read_text(encoding="utf-8"))["maps"])


def maps_text(maps: Iterable[OpeningMap]) -> str:
    """The text of a file: a line per map."""
    lines = ",\n".join(json.dumps(each.as_data()) for each in maps)
    return f'{{"maps": [\n{lines}\n]}}\n'


def map_of(game: Game, maps: Iterable[OpeningMap]) -> OpeningMap | None:
    """The map of a game among some, whether it has a swap rule or not; None if there is none."""
    options = game.without_swap().option_texts()
    return next((each for each in maps if each.options == options), None)


def mapped_games(kind: type[Game]) -> tuple[Game, ...]:
    """The variants of a game whose maps come with it; the usual one if it names none."""
    return tuple(kind(**options) for options in kind.mapped) or (kind().without_swap(),)


def with_map(maps: Iterable[OpeningMap], new: OpeningMap, order: Iterable[Game]) -> tuple[OpeningMap, ...]:
    """The maps with a new one instead of that of the same options; in the order of the games, then any others."""
    known = {tuple(each.options.items()): each for each in (*maps, new)}
    first = [tuple(game.option_texts().items()) for game in order]
    return tuple(known[key] for key in dict.fromkeys((*first, *known)) if key in known)
