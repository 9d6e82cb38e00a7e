"""A run that trains a small network (core/nnue.py): generations of games, each followed by training on all so far.

The folder has the games (`games-*.npz`), the network of each generation, and the newest as `nnue.npz` with its card.
The first generation plays with the game's usual heuristic, every later one with the network before it. A later run
in the same folder adds the next generation.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from plyground.core.errors import quoted
from plyground.core.files import write_bytes
from plyground.core.folder_lock import locked
from plyground.language import Message
from plyground.learn.nnue_datagen import DatagenError, DatagenPlan, ScoredPositions, generate_all, read_positions
from plyground.learn.nnue_training import NnueTraining, chances, integers, train, write_network

NEWEST = "nnue.npz"
SEEDS_A_GENERATION = 1000
"""Generations have seeds of their own, one for each process."""

Progress = Callable[[str], None]


@dataclass(frozen=True)
class NnueLearner:
    """Trains a small network in a folder."""

    plan: DatagenPlan
    training: NnueTraining
    folder: Path
    workers: int
    device: str = "cpu"

    def __post_init__(self) -> None:
        if self.plan.made().features() is None:
            raise DatagenError(Message("learn.no_features", game=self.plan.game))

    @property
    def generations(self) -> int:
        """Number of finished generations."""
        number = 0
        while self.path(number).is_file():
            number += 1
        return number

    @property
    def newest(self) -> Path:
        """The network of the last generation."""
        return self.folder / NEWEST

    def path(self, generation: int) -> Path:
        """The network of a generation."""
        return self.folder / f"generation{generation}.npz"

    def learn(self, seconds: float, on_line: Progress) -> dict[str, Any]:
        """Play for a time, train, and write the next generation; return its card."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with locked(self.folder):
            generation = self.generations
            before = str(self.path(generation - 1)) if generation else ""
            plan = replace(self.plan, network=before)
            known = float(read_card(Path(before))["points"]) if before else None
            generate_all(plan, self.folder, 1 + self.plan.seed + SEEDS_A_GENERATION * generation, seconds, self.workers)
            positions = read_positions(self.folder)
            points = fitted_points(positions) if known is None else known
            network, losses = train(plan.made(), positions, self.training, points, self.device, on_line)
            card = self._card(generation, positions, points) | losses
            write_network(self.path(generation), integers(network, points), card)
            return self._publish(generation)

    def _card(self, generation: int, positions: ScoredPositions, points: float) -> dict[str, Any]:
        return {
            "game": self.plan.game,
            "options": self.plan.options,
            "generation": generation,
            "positions": len(positions.states),
            "points": points,
            "nodes": self.plan.nodes,
            "width": self.training.width,
            "seed": self.plan.seed,
            "strength": "not measured yet",
        }

    def _publish(self, generation: int) -> dict[str, Any]:
        """Copy the network of a generation to where it is looked for; the card last."""
        source, newest = self.path(generation), self.newest
        write_bytes(newest, source.read_bytes())
        write_bytes(newest.with_suffix(".json"), source.with_suffix(".json").read_bytes())
        return read_card(newest)


def read_card(network: Path) -> dict[str, Any]:
    """The card of a network in a run's folder."""
    path = network.with_suffix(".json")
    try:
        card = json.loads(path.read_text(encoding="utf-8"))
        float(card["points"])
    except (OSError, ValueError, KeyError, TypeError):
        raise DatagenError(Message("learn.no_card", file=quoted(str(path)))) from None
    return dict(card)


def fitted_points(positions: ScoredPositions) -> float:
    """The score at which the odds of winning are e to 1, that makes the results of the games most likely."""
    won = (positions.results + 1) / 2

    def loss(points: float) -> float:
        expected = chances(positions.scores, points)
        return float(-np.mean(won * np.log(expected) + (1 - won) * np.log(1 - expected)))

    return float(min(np.geomspace(5, 5000, 200), key=loss))
