"""The chance of winning for a score: a logistic curve per game, fitted to played games; a proof is certain.

A draw counts half, so the chance is the expected share of the point. A game's curve is its `curve.json`, written by
`bench/curve.py`. A game without one gets a small fit at its first review.
"""

import json
import math
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from plyground.core.game import Game
from plyground.review.curve_fit import Sampling, fit_curve
from plyground.search.score import OUTCOME_SCALE, Score

FILE = "curve.json"
PROVED_CHANCE = {"win": 1.0, "draw": 0.5, "loss": 0.0}
ROUGH_SCALE = 200.0
"""Scale for a game without a curve where no time may be spent on a fit."""
QUICK = Sampling(games=40, nodes=1000)
"""How a game without a stored curve is sampled."""


@dataclass(frozen=True)
class Curve:
    """The chance of winning as a function of a heuristic's score."""

    scale: float
    """The score at which the chance is 73 percent."""

    def chance(self, score: Score) -> float:
        """The chance of the player to move, from 0 to 1."""
        if score.averaged:
            return mean_chance(score)
        return PROVED_CHANCE.get(score.kind, logistic(score.value / self.scale))


def mean_chance(score: Score) -> float:
    """The chance for a score of a search that averages outcomes; only a proof is certain."""
    estimate = 0.5 + 0.5 * score.value / OUTCOME_SCALE
    return PROVED_CHANCE.get(score.kind, min(0.999, max(0.001, round(estimate, 3))))


def logistic(value: float) -> float:
    """The logistic function; large values do not overflow."""
    return 0.5 + 0.5 * math.tanh(value / 2)


@lru_cache(maxsize=32)
def curve_of(game: Game) -> Curve:
    """The curve of a game; options of a game share one."""
    stored = stored_fit(game)
    return Curve(float(stored["scale"] if stored else fit_curve(game, QUICK)["scale"]))


@lru_cache(maxsize=32)
def known_curve(game: Game) -> Curve:
    """The stored curve of a game, at once; a rough one for a game that has none."""
    stored = stored_fit(game)
    return Curve(float(stored["scale"]) if stored else ROUGH_SCALE)


def movers_chance(score: Score, game: Game) -> float | None:
    """The chance of winning of the player whose score it is, from 0 to 1; None for more than two players.

    Only a proved result is certain.
    """
    if len(game.seats) != 2:
        return None
    share = known_curve(game).chance(score)
    return share if score.proved else min(0.98, max(0.02, share))


def shown_chance(score: Score, game: Game) -> float | None:
    """The chance that an estimate stands for; None where it was not measured, and the score says as much."""
    measured = score.averaged or stored_fit(game) is not None
    return movers_chance(score, game) if measured and not score.proved else None


def stored_fit(game: Game) -> dict[str, Any] | None:
    """The stored curve of a game with the figures of its fit; None if there is none."""
    try:
        text = files(type(game).__module__).joinpath(FILE).read_text(encoding="utf-8")
    except (OSError, TypeError, ModuleNotFoundError):
        return None
    found: dict[str, Any] = json.loads(text)
    return found
