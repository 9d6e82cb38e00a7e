"""Fit the curve from score to chance of winning: play games, and regress their results on the scores in them.

For two players the model has one parameter: the chance is `1 / (1 + exp(-score / scale))`, so that equal scores for
either side have chances that add up to 1. For more it has two: the score at which all have the same chance is fitted
as well, for a search that lets all the others play together is too pessimistic by an amount that nobody knows
beforehand. The fit maximises the likelihood of the results; a draw counts as an equal share of a win for each player.
"""

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from plyground.core.game import Game
from plyground.play.agents.agent import Agent, read_search
from plyground.play.agents.spec import AgentSpec
from plyground.play.match import Match
from plyground.review.chance_curve import Curve, beaten_by_all, logistic
from plyground.search.score import Score

LONGEST = 300
"""Turns after which a game counts as drawn."""
NEWTON_STEPS = 50
BINS = 10
SMALLEST, LARGEST = 1e-6, 1.0
"""Bounds of the slope (1 / scale)."""


@dataclass(frozen=True)
class Sampling:
    """How games for a fit are played."""

    games: int = 200
    nodes: int = 20_000
    """Nodes per move; the score of that search is the sample."""
    blunder: float = 0.1
    """Share of moves played at random: people err, and games between equals would all be even."""
    opening: int = 6
    """Random moves before the game, at most."""
    seed: int = 1


@dataclass(frozen=True)
class ScoredResult:
    """A score for the player to move, and that player's share of the point: 1, 0, or an equal one of a draw."""

    score: int
    result: float


def fit_curve(game: Game, sampling: Sampling, on_game: Callable[[int], None] = lambda number: None) -> dict[str, Any]:
    """The fitted scale, with the figures of the fit; for more than two players also what only they have."""
    played: list[ScoredResult] = []
    for number in range(sampling.games):
        played += played_samples(game, sampling, number)
        on_game(number + 1)
    samples = [sample for sample in played if not beaten_by_all(sample.score)]
    curve = fitted_curve(samples, len(game.seats))
    several = {} if curve.seats == 2 else {"even": round(curve.even, 2), "united": _observed(played)}
    return {
        "scale": round(curve.scale, 2),
        **several,
        "sampling": asdict(sampling),
        "positions": len(samples),
        "log_loss": round(log_loss(samples, curve), 4),
        "log_loss_of_even_chances": round(_loss_of_even_chances(curve.seats), 4),
        "calibration": calibration(samples, curve),
    }


def _observed(played: list[ScoredResult]) -> dict[str, float]:
    """What players made of positions in which all the others together beat them by force."""
    results = [sample.result for sample in played if beaten_by_all(sample.score)]
    return {"positions": len(results), "observed": round(sum(results) / max(1, len(results)), 4)}


def played_samples(game: Game, sampling: Sampling, number: int) -> list[ScoredResult]:
    """Play one game and return the samples of its positions; proved scores need no curve."""
    dice = random.Random(f"{sampling.seed} {number}")  # noqa: S311
    seats = len(game.seats)
    agent = read_search(AgentSpec("pvs" if seats == 2 else "paranoid", nodes=sampling.nodes), game)
    match = opened(game, sampling, dice)
    scores: list[tuple[int, Score]] = []
    while match.outcome is None and len(match.turns) < LONGEST:
        found = think(agent, match)
        scores.append((match.position.mover, found[1]))
        wild = dice.random() < sampling.blunder
        match.play(str(dice.choice(match.position.moves)) if wild else found[0])
    winner = None if match.outcome is None else match.outcome.winner
    return [ScoredResult(score.value, _share(seat, winner, seats)) for seat, score in scores if not score.proved]


def opened(game: Game, sampling: Sampling, dice: random.Random) -> Match:
    """A match after a few random moves that do not end it."""
    match = Match(game.start(), ("human",) * len(game.seats))
    for _ in range(dice.randrange(sampling.opening + 1)):
        move = str(dice.choice(match.position.moves))
        if match.position.play(move).outcome is not None:
            break
        match.play(move)
    return match


def think(agent: Agent, match: Match) -> tuple[str, Score]:
    """The move and the score of a fresh search."""
    found = agent.think(match.position)
    return str(found.move), found.score


def _share(seat: int, winner: int | None, seats: int) -> float:
    return 1 / seats if winner is None else float(seat == winner)


def fitted_curve(samples: list[ScoredResult], seats: int = 2) -> Curve:
    """The curve of maximum likelihood."""
    return Curve(1 / fitted_slope(samples)) if seats == 2 else curve_with_even_score(samples, seats)


def fitted_slope(samples: list[ScoredResult]) -> float:
    """The slope of maximum likelihood, by Newton's method within bounds."""
    slope = 1 / (1 + sum(abs(sample.score) for sample in samples) / max(1, len(samples)))
    for _ in range(NEWTON_STEPS):
        chances = [(sample, logistic(sample.score * slope)) for sample in samples]
        gradient = sum(sample.score * (sample.result - chance) for sample, chance in chances)
        curvature = sum(sample.score**2 * chance * (1 - chance) for sample, chance in chances)
        if curvature == 0:
            break
        slope = min(LARGEST, max(SMALLEST, slope + gradient / curvature))
    return slope


def curve_with_even_score(samples: list[ScoredResult], seats: int) -> Curve:
    """The scale and the even score of maximum likelihood, by Newton's method."""
    scores = np.array([sample.score for sample in samples], float)
    results = np.array([sample.result for sample in samples], float)
    columns = np.stack([scores, np.ones_like(scores)], axis=1)
    weights = np.array([1 / (1 + np.abs(scores).sum() / max(1, len(scores))), -math.log(seats - 1)])
    for _ in range(NEWTON_STEPS):
        chances = 0.5 + 0.5 * np.tanh(columns @ weights / 2)
        curvature = columns.T @ (columns * (chances * (1 - chances))[:, None])
        weights += np.linalg.lstsq(curvature, columns.T @ (results - chances), rcond=None)[0]
        weights[0] = min(LARGEST, max(SMALLEST, weights[0]))
    slope, offset = map(float, weights)
    return Curve(1 / slope, seats, -(offset + math.log(seats - 1)) / slope)


def log_loss(samples: list[ScoredResult], curve: Curve) -> float:
    """Mean negative log likelihood of the results."""
    losses = [_loss(sample.result, curve.estimated(sample.score)) for sample in samples]
    return sum(losses) / max(1, len(losses))


def _loss(result: float, chance: float) -> float:
    chance = min(1 - 1e-12, max(1e-12, chance))
    return -(result * math.log(chance) + (1 - result) * math.log(1 - chance))


def _loss_of_even_chances(seats: int) -> float:
    """The log loss of saying at every position that all have the same chance."""
    return _loss(1 / seats, 1 / seats)


def calibration(samples: list[ScoredResult], curve: Curve) -> list[dict[str, float]]:
    """Predicted and observed chances, in bins of equal width; empty bins are left out."""
    return list(_bins([(curve.estimated(sample.score), sample.result) for sample in samples]))


def _bins(pairs: list[tuple[float, float]]) -> Iterator[dict[str, float]]:
    for number in range(BINS):
        inside = [pair for pair in pairs if min(BINS - 1, int(pair[0] * BINS)) == number]
        if inside:
            predicted, observed = (round(sum(column) / len(inside), 3) for column in zip(*inside, strict=True))
            yield {"positions": len(inside), "predicted": predicted, "observed": observed}
