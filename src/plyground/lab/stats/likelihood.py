"""How well an assumed mean score fits the results that were seen, with nothing assumed about how they spread.

A result is one of a few equally spaced scores from 0 to 1: loss, draw, win for single games; 0, ¼, ½, ¾, 1 for the
mean of two games of a pair. Results are counted from the worst to the best. The counts are multinomial with unknown
probabilities p. Among all p whose mean is `mean`, one makes the counts most likely; it has the form
p_i = n_i / (N (1 + θ (x_i − mean))), and θ is the only unknown (A. Owen, Empirical Likelihood, 2001, chapter 2; for
games M. Van den Bergh, "The GSPRT for chess engines"). No count has to be above zero: a score that was never seen may
still have a probability when only so the mean can be reached, which is what an end of the permitted θ means.
"""

from math import copysign, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

PRECISION = 1e-10
"""Of θ; the likelihood, which is flat at its summit, is then as precise as numbers are."""

MOST_STEPS = 100
HALVINGS = 40
"""Enough bisections to make the rest of the interval invisible."""

HALF_CHI_SQUARE = 1.920729410347062
"""Half the 95 % point of chi-square with one degree of freedom."""


def misfit(counts: NDArray[np.generic], mean: NDArray[np.generic] | float) -> Floats:
    """How much less likely the counts are, in natural logarithms, at best under this mean than under any: 0 or more.

    `counts` has one row of counts for each entry of the answer; `mean` is strictly between 0 and 1.
    """
    seen = np.asarray(counts, dtype=np.float64)
    centre = np.broadcast_to(np.asarray(mean, dtype=np.float64), seen.shape[:-1])
    offset = np.where(seen > 0, np.linspace(0.0, 1.0, seen.shape[-1]) - centre[..., None], 0.0)
    theta = _multiplier(seen, offset, -1 / (1 - centre), 1 / centre)
    return np.asarray(np.maximum(np.sum(seen * np.log1p(theta[..., None] * offset), axis=-1), 0.0))


def _multiplier(seen: Floats, offset: Floats, low: Floats, high: Floats) -> Floats:
    """The θ between `low` and `high` that makes the sum of n log(1 + θ offset) greatest.

    Newton's steps, and where one would lead out of what is still possible, a halving.
    """
    theta = np.zeros_like(low)
    for _ in range(MOST_STEPS):
        share = offset / (1 + theta[..., None] * offset)
        slope, curve = np.sum(seen * share, axis=-1), np.sum(seen * share**2, axis=-1)
        low, high = np.where(slope > 0, theta, low), np.where(slope > 0, high, theta)
        newton = theta + slope / np.where(curve > 0, curve, 1.0)
        possible = ((newton > low) & (newton < high)) | (newton == theta)
        following = np.where(possible, newton, (low + high) / 2)
        settled = np.abs(following - theta) < PRECISION
        theta = following
        if settled.all():
            break
    return theta


def likely_means(counts: NDArray[np.generic]) -> tuple[float, float]:
    """The means that fit well enough: the 95 % interval of the likelihood ratio. Without results, all of them.

    If only the best score was seen, n times, the ratio is too sure of itself; whatever the probabilities are, that
    happens with a chance of at most mean^n, which gives the bound. The same for the worst.
    """
    seen = np.asarray(counts, dtype=np.float64)
    if seen.sum() == 0:
        return 0.0, 1.0
    centre = mean_of(counts)
    if centre in (0, 1):
        bound = 0.025 ** (1 / float(seen.sum()))
        return (bound, 1.0) if centre == 1 else (0.0, 1 - bound)
    ends = np.array([0.0, 1.0])
    inner = np.array([centre, centre])
    both = np.stack([seen, seen])
    for _ in range(HALVINGS):
        middle = np.clip((ends + inner) / 2, 1e-15, 1 - 1e-15)
        fits = misfit(both, middle) <= HALF_CHI_SQUARE
        inner, ends = np.where(fits, middle, inner), np.where(fits, ends, middle)
    return float(inner[0]), float(inner[1])


def above_half(counts: NDArray[np.generic]) -> float:
    """How likely it is that the mean is above ½: the one-sided confidence that agrees with `likely_means`."""
    seen = np.asarray(counts, dtype=np.float64)
    centre = mean_of(counts)
    if centre in (0, 1):
        doubt = float(0.5 ** seen.sum())
        return 1 - doubt if centre == 1 else doubt
    distance = copysign(sqrt(2 * float(misfit(seen, 0.5))), centre - 0.5)
    return float(NormalDist().cdf(distance))


def mean_of(counts: NDArray[np.generic]) -> float:
    """The mean score from 0 to 1; ½ without results."""
    seen = np.asarray(counts, dtype=np.float64)
    return float(seen @ np.linspace(0.0, 1.0, len(seen)) / seen.sum()) if seen.sum() else 0.5
