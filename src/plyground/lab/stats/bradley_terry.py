"""Ratings of several players from all their games, by maximum likelihood.

The model is Bradley and Terry's with Davidson's draws (1970) and an advantage of moving first (Davidson and Beaver,
1977): with d the difference of two strengths plus the advantage, win, draw and loss are as e^(d/2) to ν to e^(−d/2).
Strengths are reported in Elo points that mean, between nearly equal players, the same expected score as everywhere
else: with many draws a difference in strength shows less in the score, so one unit is 400/ln 10 · 2/(2 + ν) points.
The mean of all players is zero.

A player who won everything would be infinitely strong. So each player (and the advantage, and the draws) has one
virtual game more, half won and half lost: all values are finite, and nothing moves much after a few games. Where the
games alone give no bound, the end of the interval is infinite. Intervals are 95 %, from the observed information.
Games count as independent; of two players alone, `compare` with pairs says more.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import erf, inf, log, sqrt
from typing import Any

import numpy as np

from plyground.lab.stats.elo import Estimate, Played, ResultsError
from plyground.lab.stats.likelihood import Floats
from plyground.language import Message

WIDTH = 1.959963984540054
"""Standard deviations on each side of a 95 % interval."""

MOST_STEPS = 200


@dataclass(frozen=True)
class Rating:
    """A player's place among the others."""

    player: str
    elo: Estimate
    games: int
    points: float

    def as_data(self) -> dict[str, Any]:
        """The rating as plain data."""
        return {"player": self.player, "elo": self.elo.as_data(), "games": self.games, "points": self.points}


@dataclass(frozen=True)
class Ratings:
    """All players, best first."""

    players: tuple[Rating, ...]
    superiority: tuple[tuple[float, ...], ...]
    """How likely it is that the player of the row is better than the player of the column."""
    advantage: Estimate
    """What moving first is worth, in Elo."""
    draw_rate: float
    """How often two equal players draw, were there no advantage."""

    def as_data(self) -> dict[str, Any]:
        """The ratings as plain data."""
        return {
            "players": [rating.as_data() for rating in self.players],
            "superiority": [[round(share, 4) for share in row] for row in self.superiority],
            "advantage": self.advantage.as_data(),
            "draw_rate": round(self.draw_rate, 6),
        }


def rate(played: Iterable[Played]) -> Ratings:
    """The ratings that make these games most likely."""
    games = list(played)
    if not games:
        raise ResultsError(Message("lab.ratings"))
    names = sorted({name for game in games for name in (game.first, game.second)})
    fit = _Fit(_rows(games, names), _counts(games))
    values, spread = fit.in_elo()
    order = sorted(range(len(names)), key=lambda place: (-values[place], names[place]))
    ratings = tuple(_rating(names[place], games, values[place], sqrt(spread[place, place])) for place in order)
    first = _bounded(values[-1], sqrt(spread[-1, -1]), [game.score for game in games])
    return Ratings(ratings, _superiority(values[order], spread[np.ix_(order, order)]), first, fit.draw_rate())


def _rows(games: list[Played], names: list[str]) -> Floats:
    """A row a game: +1 for the first player, −1 for the second, +1 for moving first."""
    place = {name: index for index, name in enumerate(names)}
    rows = np.zeros((len(games), len(names) + 1))
    for row, game in zip(rows, games, strict=True):
        row[place[game.first]], row[place[game.second]], row[-1] = 1, -1, 1
    return rows


def _counts(games: list[Played]) -> Floats:
    """A row a game: won, drawn, lost by the first player."""
    return np.array([[game.score == 1, game.score == 0.5, game.score == 0] for game in games], dtype=np.float64)


class _Fit:
    """The most likely strengths, advantage and (logarithm of the) draws, found by Newton's method.

    The logarithm of the likelihood is concave in these, so there is one summit, and a step that leads uphill is found
    by halving.
    """

    def __init__(self, rows: Floats, counts: Floats) -> None:
        kinds, where = np.unique(np.hstack([rows, counts]), axis=0, return_counts=True)
        self.rows, self.counts = kinds[:, :-3], kinds[:, -3:] * where[:, None]
        self.draws = bool(self.counts[:, 1].any())
        self.values = np.zeros(rows.shape[1] + self.draws)
        for _ in range(MOST_STEPS):
            slope, information = self._slope_and_information()
            step = np.linalg.solve(information, slope)
            height = self._height(self.values)
            while self._height(self.values + step) < height and np.abs(step).max() > 1e-12:
                step = step / 2
            self.values = self.values + step
            if np.abs(step).max() < 1e-10:
                break

    def _chances(self, values: Floats) -> Floats:
        """Win, draw and loss of each row."""
        half = self.rows @ values[: self.rows.shape[1]] / 2
        draw = np.full_like(half, values[-1] if self.draws else -inf)
        weights = np.stack([half, draw, -half], axis=1)
        weights = np.exp(weights - weights.max(axis=1, keepdims=True))
        return np.asarray(weights / weights.sum(axis=1, keepdims=True))

    def _virtual(self, values: Floats) -> Floats:
        """The chance that each virtual game is won (by the player, by the first, by neither: drawn)."""
        odds = values.copy()
        if self.draws:
            odds[-1] -= log(2)
        return np.asarray((1 + np.tanh(odds / 2)) / 2)

    def _height(self, values: Floats) -> float:
        """The logarithm of the likelihood."""
        chances, virtual = self._chances(values), self._virtual(values)
        seen = np.log(np.where(self.counts > 0, chances, 1.0))
        return float(np.sum(self.counts * seen) + np.sum(np.log(virtual * (1 - virtual))) / 2)

    def _slope_and_information(self) -> tuple[Floats, Floats]:
        """First derivatives, and the negative second ones."""
        chances, virtual = self._chances(self.values), self._virtual(self.values)
        games = self.counts.sum(axis=1)
        win, draw, loss = chances.T
        lead = (win - loss) / 2
        strength = self.rows.T @ ((self.counts[:, 0] - self.counts[:, 2]) / 2 - games * lead)
        information = self.rows.T @ (self.rows * (games * ((win + loss) / 4 - lead**2))[:, None])
        if self.draws:
            strength = np.append(strength, self.counts[:, 1].sum() - games @ draw)
            cross = -self.rows.T @ (games * lead * draw)
            information = np.block([[information, cross[:, None]], [cross[None, :], games @ (draw * (1 - draw))]])
        return strength + 0.5 - virtual, information + np.diag(virtual * (1 - virtual))

    def draw_rate(self) -> float:
        """How often equal players draw."""
        return float(self._virtual(self.values)[-1]) if self.draws else 0.0

    def in_elo(self) -> tuple[Floats, Floats]:
        """Ratings with mean zero and the advantage, in Elo; and how they vary together."""
        size = self.rows.shape[1]
        spread = np.linalg.inv(self._slope_and_information()[1])
        scale = 400 / log(10) * (1 - self.draw_rate())
        centring = np.eye(size)
        centring[:-1, :-1] -= 1 / (size - 1)
        values = scale * centring @ self.values[:size]
        slope = scale * centring
        if self.draws:
            slope = np.hstack([slope, -self.draw_rate() * values[:, None]])
        return values, slope @ spread @ slope.T


def _rating(name: str, games: list[Played], value: float, deviation: float) -> Rating:
    points = [game.score for game in games if game.first == name]
    points += [1 - game.score for game in games if game.second == name]
    return Rating(name, _bounded(value, deviation, points), len(points), sum(points))


def _bounded(value: float, deviation: float, points: list[float]) -> Estimate:
    """The interval; who only won has no upper bound, who only lost no lower one."""
    low = -inf if max(points) == 0 else value - WIDTH * deviation
    high = inf if min(points) == 1 else value + WIDTH * deviation
    return Estimate(float(value), float(low), float(high))


def _superiority(values: Floats, spread: Floats) -> tuple[tuple[float, ...], ...]:
    """How likely each is better than each other; a player against itself: ½."""
    variances = np.diag(spread)
    deviations = np.sqrt(np.maximum(variances[:, None] + variances[None, :] - 2 * spread, 1e-12))
    ratios = (values[:, None] - values[None, :]) / deviations / sqrt(2)
    return tuple(tuple((1 + erf(ratio)) / 2 for ratio in row) for row in ratios)
