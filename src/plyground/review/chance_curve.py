"""The curve from a score to a chance of winning: logistic, fitted to played games; a proof is certain.

A draw counts as an equal share of the point, so the chance is the expected share: one half for two players where
nobody is ahead, one in n for n players.
"""

import math
from dataclasses import dataclass

from plyground.search.score import OUTCOME_SCALE, PROVED, Score

PROVED_CHANCE = {"win": 1.0, "draw": 0.5, "loss": 0.0}
"""Chances of two players."""


@dataclass(frozen=True)
class Curve:
    """The chance of winning as a function of a heuristic's score."""

    scale: float
    """For two players, the score at which the chance is 73 percent."""
    seats: int = 2
    even: float = 0.0
    """The score at which all players have the same chance; not 0 for more than two, where a search that lets all the
    others play together sees too little."""
    united: float = 0.0
    """The chance of a player whom all the others, if they play together, beat by force: a bound, no proved loss."""

    def chance(self, score: Score) -> float:
        """The chance of the player whose score it is, from 0 to 1."""
        if score.averaged:
            return mean_chance(score)
        if score.proved:
            return 1 / self.seats if score.kind == "draw" else PROVED_CHANCE[score.kind]
        return self.united if beaten_by_all(score.value) else self.estimated(score.value)

    def estimated(self, value: float) -> float:
        """The chance for an estimate."""
        return logistic((value - self.even) / self.scale - math.log(self.seats - 1))


def beaten_by_all(value: int) -> bool:
    """True if a search for several players has found a loss: it is only one against all the others together."""
    return value <= -PROVED


def mean_chance(score: Score) -> float:
    """The chance for a score of a search that averages outcomes; only a proof is certain."""
    estimate = 0.5 + 0.5 * score.value / OUTCOME_SCALE
    return PROVED_CHANCE.get(score.kind, min(0.999, max(0.001, round(estimate, 3))))


def logistic(value: float) -> float:
    """The logistic function; large values do not overflow."""
    return 0.5 + 0.5 * math.tanh(value / 2)
