"""What results say about two players: Elo with its interval, likelihood of superiority; and a summary of games.

Elo is logistic: 400 points are ten to one in expected score. The interval is the 95 % interval of the likelihood
ratio, and the likelihood of superiority follows from the same ratio, so that zero lies inside the interval exactly
when the likelihood of superiority lies between 2.5 and 97.5 %. Both hold for single games (three results) and for
pairs of games with colours exchanged (five results): the two games of a pair are not independent, so a match that
was played in pairs must be counted in pairs.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import inf, isinf, log10
from typing import Any

import numpy as np

from plyground.core.errors import PlygroundError
from plyground.lab.stats.likelihood import above_half, likely_means, mean_of
from plyground.language import Message

SURE = 0.975
"""From this likelihood of superiority on a player is called better: zero then lies outside the 95 % interval."""


class ResultsError(PlygroundError):
    """These are not results of games."""


@dataclass(frozen=True)
class Estimate:
    """A value with its 95 % interval; an end without a bound is infinite, in plain data `None`."""

    value: float
    low: float
    high: float

    def as_data(self) -> dict[str, Any]:
        """The estimate as plain data."""
        return {"value": finite(self.value), "low": finite(self.low), "high": finite(self.high)}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "Estimate":
        """Read an estimate from plain data."""
        low, high = data["low"], data["high"]
        return cls(data["value"], -inf if low is None else low, inf if high is None else high)


def finite(value: float) -> float | None:
    """A rounded number for plain data, which knows no infinity."""
    return None if isinf(value) else round(value, 4)


def elo_of(score: float) -> float:
    """The Elo difference of an expected score from 0 to 1; infinite at the ends."""
    if score <= 0 or score >= 1:
        return -inf if score <= 0 else inf
    return 400 * log10(score / (1 - score))


def expected_score(elo: float) -> float:
    """The expected score from 0 to 1 of a player that many Elo points better."""
    return float(1 / (1 + 10 ** (-elo / 400)))


@dataclass(frozen=True)
class GameTally:
    """The games of a player, counted singly."""

    wins: int
    draws: int
    losses: int

    def __post_init__(self) -> None:
        _check_counts(self.counts)

    @property
    def counts(self) -> tuple[int, ...]:
        """From the worst result to the best."""
        return (self.losses, self.draws, self.wins)

    @property
    def games(self) -> int:
        """Number of games."""
        return sum(self.counts)

    def as_data(self) -> dict[str, Any]:
        """The tally as plain data."""
        return {"wins": self.wins, "draws": self.draws, "losses": self.losses}


@dataclass(frozen=True)
class PairCounts:
    """Game pairs counted by the points that the player made in them: 0, ½, 1, 1½ and 2 (pentanomial)."""

    counts: tuple[int, ...] = (0, 0, 0, 0, 0)

    def __post_init__(self) -> None:
        if len(self.counts) != 5:
            raise ResultsError(Message("lab.results.five", found=len(self.counts)))
        _check_counts(self.counts)

    @classmethod
    def of(cls, scores: Iterable[float]) -> "PairCounts":
        """Count pairs from the points that the player made in each."""
        found = Counter(scores)
        if not set(found) <= {0, 0.5, 1, 1.5, 2}:
            raise ResultsError(Message("lab.results.pair_points"))
        return cls(tuple(found[halves / 2] for halves in range(5)))

    def and_one(self, score: float) -> "PairCounts":
        """These pairs and one more."""
        return PairCounts(tuple(old + new for old, new in zip(self.counts, PairCounts.of([score]).counts, strict=True)))

    @property
    def games(self) -> int:
        """Number of games."""
        return 2 * sum(self.counts)

    def as_data(self) -> dict[str, Any]:
        """The pairs as plain data."""
        return {"pairs": list(self.counts)}


def _check_counts(counts: tuple[int, ...]) -> None:
    if any(isinstance(count, bool) or not isinstance(count, int) or count < 0 for count in counts):
        raise ResultsError(Message("lab.results.counts", counts=counts))


@dataclass(frozen=True)
class Comparison:
    """Score, Elo and likelihood of superiority of the first-named player."""

    games: int
    score: float
    """From 0 to 1."""
    elo: Estimate
    superiority: float
    """How likely it is that the player is the better one."""

    def as_data(self) -> dict[str, Any]:
        """The comparison as plain data."""
        rounded = {"score": round(self.score, 6), "superiority": round(self.superiority, 6)}
        return {"games": self.games, "elo": self.elo.as_data()} | rounded


@lru_cache(4096)
def compare(results: GameTally | PairCounts) -> Comparison:
    """Score, Elo and likelihood of superiority.

    A clean sweep would be an infinite difference: the value is then that of one more drawn game, and the interval has
    no upper (or lower) bound.
    """
    counts = np.array(results.counts)
    score = mean_of(counts)
    drawn_once = (score * results.games + 0.5) / (results.games + 1)
    low, high = likely_means(counts)
    value = elo_of(score if 0 < score < 1 else drawn_once)
    return Comparison(results.games, score, Estimate(value, elo_of(low), elo_of(high)), above_half(counts))


@dataclass(frozen=True)
class Played:
    """A finished game between two players."""

    first: str
    """Who moved first."""
    second: str
    score: float
    """1, ½ or 0 points for the first player."""
    plies: int = 0

    def __post_init__(self) -> None:
        if self.score not in (0, 0.5, 1) or self.plies < 0 or self.first == self.second:
            raise ResultsError(Message("lab.results.game", game=self))


@dataclass(frozen=True)
class ResultSummary:
    """First-player advantage, draw rate and length of games between any players."""

    first: GameTally
    """Results of the player who moved first."""
    advantage: Comparison
    """Of moving first, as if all players were equal."""
    draw_rate: float
    mean_plies: float

    def as_data(self) -> dict[str, Any]:
        """The summary as plain data."""
        rounded = {"draw_rate": round(self.draw_rate, 6), "mean_plies": round(self.mean_plies, 3)}
        return {"first": self.first.as_data(), "advantage": self.advantage.as_data()} | rounded


def summarise(played: Iterable[Played]) -> ResultSummary:
    """First-player advantage, draw rate and mean length; rates of no games are 0."""
    games = list(played)
    found = Counter(game.score for game in games)
    first = GameTally(found[1], found[0.5], found[0])
    most = max(len(games), 1)
    return ResultSummary(first, compare(first), first.draws / most, sum(game.plies for game in games) / most)


def signed(value: float) -> str:
    """Elo points for readers."""
    if isinf(value):
        return "∞" if value > 0 else "−∞"
    return f"{value:+.0f}".replace("-", "−")


def elo_text(elo: Estimate) -> str:
    """Elo with its interval, for readers."""
    return f"{signed(elo.value)} [{signed(elo.low)}, {signed(elo.high)}]"


def likelihood(share: float) -> str:
    """A likelihood for readers, never called certain."""
    return "> 99.9%" if share > 0.999 else "< 0.1%" if share < 0.001 else f"{share:.1%}"
