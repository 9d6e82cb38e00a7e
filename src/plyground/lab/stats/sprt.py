"""The sequential probability ratio test: when has a match shown enough?

A. Wald (1945) gave the bounds; for games the generalized test is used, on pairs of games with colours exchanged, as
M. Van den Bergh describes it in "The GSPRT for chess engines": the two hypotheses fix only the mean score, and each
is given the probabilities of the five pair scores that suit it best. Errors are made about as often as stated when a
match takes many pairs, so the two hypotheses should not lie too far apart.

Look after each pair, in the order in which the pairs were planned and not in which they happened to finish
(`run_jobs` does it so): the answer is then the same on any number of processes.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import log
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from plyground.core.errors import PlygroundError
from plyground.lab.stats.elo import PairCounts, expected_score
from plyground.lab.stats.likelihood import Floats, misfit
from plyground.language import Message

USUAL_RISK = 0.05
"""The default for both error probabilities of a test, alpha and beta."""
Verdict = Literal["accept", "reject"]
"""`accept`: the player is taken to be `elo1` better; `reject`: only `elo0`."""


class SprtError(PlygroundError):
    """These bounds do not make a test."""


@dataclass(frozen=True)
class Sprt:
    """Is a player `elo1` better, or only `elo0`? Logistic Elo; `alpha`, `beta`: how often it may be wrong."""

    elo0: float
    elo1: float
    alpha: float = USUAL_RISK
    beta: float = USUAL_RISK

    def __post_init__(self) -> None:
        if not -1000 <= self.elo0 < self.elo1 <= 1000:
            raise SprtError(Message("lab.sprt.elo", elo0=f"{self.elo0:g}", elo1=f"{self.elo1:g}"))
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise SprtError(Message("lab.sprt.errors", alpha=f"{self.alpha:g}", beta=f"{self.beta:g}"))

    @property
    def lower(self) -> float:
        """The test ends with `reject` at or below this."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The test ends with `accept` at or above this."""
        return log((1 - self.beta) / self.alpha)

    def llr(self, counts: Sequence[int]) -> float:
        """The log-likelihood ratio of `elo1` to `elo0` after pairs with the scores 0, ½, 1, 1½ and 2."""
        return float(self.llrs(np.array(PairCounts(tuple(counts)).counts)))

    def llrs(self, counts: NDArray[np.generic]) -> Floats:
        """The log-likelihood ratio of each row of counts: many matches at once."""
        return misfit(counts, expected_score(self.elo0)) - misfit(counts, expected_score(self.elo1))

    def verdict(self, counts: Sequence[int]) -> Verdict | None:
        """How the test ends after these pairs; `None`: continue."""
        ratio = self.llr(counts)
        return "accept" if ratio >= self.upper else "reject" if ratio <= self.lower else None

    def as_data(self, counts: Sequence[int]) -> dict[str, Any]:
        """The test and where it stands after these pairs, as plain data."""
        bounds = {"lower": round(self.lower, 4), "upper": round(self.upper, 4)}
        return asdict(self) | bounds | {"llr": round(self.llr(counts), 4), "verdict": self.verdict(counts)}
