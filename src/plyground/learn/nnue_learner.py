"""A run that teaches a small network (core/nnue.py): generations of games, each followed by training on all so far.

The folder has the games (`games-*.npz`), the network of each generation, and the newest as `nnue.npz` with its card.
The first generation plays with the game's usual heuristic, every later one with the network before it. The same folder
goes on with the next generation.
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
from plyground.learn.nnue_games import TaughtPositions, TeachingError, TeachingPlan, read_lessons, teach_all
from plyground.learn.nnue_training import NnueTraining, chances, integers, train, write_network

NEWEST = "nnue.npz"
SEEDS_A_GENERATION = 1000
"""Generations have seeds of their own, one for each process."""

Progress = Callable[[str], None]


@dataclass(frozen=True)
class NnueLearner:
    """Teaches a small network in a folder."""

    plan: TeachingPlan
    training: NnueTraining
    folder: Path
    workers: int
    device: str = "cpu"

    def __post_init__(self) -> None:
        if self.plan.made().features() is None:
            raise TeachingError(Message("learn.no_features", game=self.plan.game))

    @property
    def generations(self) -> int:
        """Number of generations that are there."""
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

    def learn(self, seconds: float, told: Progress) -> dict[str, Any]:
        """Play for a time, train, and write the next generation; return its card."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with locked(self.folder):
            generation = self.generations
            before = str(self.path(generation - 1)) if generation else ""
            plan = replace(self.plan, network=before)
            known = float(read_card(Path(before))["points"]) if before else None
            teach_all(plan, self.folder, 1 + self.plan.seed + SEEDS_A_GENERATION * generation, seconds, self.workers)
            lessons = read_lessons(self.folder)
            points = fitted_points(lessons) if known is None else known
            network, losses = train(plan.made(), lessons, self.training, points, self.device, told)
            card = self._card(generation, lessons, points) | losses
            write_network(self.path(generation), integers(network, points), card)
            return self._publish(generation)

    def _card(self, generation: int, lessons: TaughtPositions, points: float) -> dict[str, Any]:
        return {
            "game": self.plan.game,
            "options": self.plan.options,
            "generation": generation,
            "positions": len(lessons.states),
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
        raise TeachingError(Message("learn.no_card", file=quoted(str(path)))) from None
    return dict(card)


def fitted_points(lessons: TaughtPositions) -> float:
    """The score at which the odds of winning are e to 1, by which the games' ends are likeliest."""
    won = (lessons.results + 1) / 2

    def loss(points: float) -> float:
        expected = chances(lessons.scores, points)
        return float(-np.mean(won * np.log(expected) + (1 - won) * np.log(1 - expected)))

    return float(min(np.geomspace(5, 5000, 200), key=loss))
