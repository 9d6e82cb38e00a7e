"""The sequential test: bounds, hand-worked ratios, and how often it errs."""

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from plyground.lab.stats.elo import ResultsError, expected_score
from plyground.lab.stats.sprt import Sprt, SprtError

MATCHES = 1000
MOST_PAIRS = 5000


def test_the_bounds_are_walds() -> None:
    test = Sprt(0, 30)
    assert (test.lower, test.upper) == pytest.approx((-math.log(19), math.log(19)))
    uneven = Sprt(0, 30, alpha=0.01, beta=0.1)
    assert (uneven.lower, uneven.upper) == pytest.approx((math.log(0.1 / 0.99), math.log(90)))


def test_hand_worked_ratios() -> None:
    test = Sprt(0, 30)
    better = expected_score(30)
    assert test.llr((0, 0, 0, 0, 0)) == 0
    assert test.llr((3, 0, 0, 0, 8)) == pytest.approx(8 * math.log(better / 0.5) + 3 * math.log((1 - better) / 0.5))
    assert test.llr((0, 0, 9, 0, 0)) == pytest.approx(9 * math.log(2 * (1 - better))), "some wins were not seen"


def test_many_pairs_are_judged_as_by_the_normal_approximation() -> None:
    """Van den Bergh: LLR ≈ N (s1 − s0)(2 s − s0 − s1) / (2 variance)."""
    test, counts = Sprt(0, 4), np.array([300, 2200, 5000, 2300, 330])
    scores, pairs = np.linspace(0, 1, 5), counts.sum()
    mean = counts @ scores / pairs
    variance = counts @ scores**2 / pairs - mean**2
    low, high = expected_score(0), expected_score(4)
    expected = pairs * (high - low) * (2 * mean - low - high) / (2 * variance)
    assert test.llr([int(count) for count in counts]) == pytest.approx(expected, rel=0.01)


def test_the_verdict_follows_the_ratio() -> None:
    test = Sprt(0, 50)
    assert test.verdict((0, 0, 0, 0, 0)) is None
    assert test.verdict((0, 2, 30, 30, 20)) == "accept"
    assert test.verdict((20, 30, 30, 2, 0)) == "reject"
    data = test.as_data((0, 2, 30, 30, 20))
    assert (data["verdict"], data["elo1"], data["upper"]) == ("accept", 50, 2.9444)
    assert data["llr"] > data["upper"]


@pytest.mark.parametrize(
    ("bounds", "complaint"),
    [
        ((30, 0), "elo0 must be below elo1"),
        ((0, 0), "elo0 must be below elo1"),
        ((0, math.nan), "elo0 must be below elo1"),
        ((0, 2000), "from -1000 to 1000"),
        ((0, 10, 0), "between 0 and 0.5"),
        ((0, 10, 0.05, 0.5), "between 0 and 0.5"),
    ],
)
def test_bounds_that_are_no_test_are_refused(bounds: tuple[float, ...], complaint: str) -> None:
    with pytest.raises(SprtError, match=complaint):
        Sprt(*bounds)


def test_counts_that_are_no_pairs_are_refused() -> None:
    with pytest.raises(ResultsError):
        Sprt(0, 10).llr((1, 2, 3))


def pair_chances(elo: float, draws: float, opening: float) -> NDArray[np.float64]:
    """Of the five pair scores when a player is `elo` better and the opening favours one side by `opening`.

    The two games of a pair are not independent: the better side changes hands.
    """

    def game(strength: float) -> NDArray[np.float64]:
        weights = np.array([10 ** (-strength / 800), draws, 10 ** (strength / 800)])
        return weights / weights.sum()

    low, high, wanted = elo - 500, elo + 500, expected_score(elo)
    for _ in range(60):
        strength = (low + high) / 2
        chances = np.convolve(game(strength + opening), game(strength - opening))
        low, high = (strength, high) if chances @ np.linspace(0, 1, 5) < wanted else (low, strength)
    return np.asarray(chances)


def share_accepted(test: Sprt, chances: NDArray[np.float64], seed: int) -> float:
    """Of simulated matches, each looked at after every pair."""
    dice = np.random.default_rng(seed)
    counts, accepted = np.zeros((MATCHES, 5)), 0
    for _ in range(MOST_PAIRS):
        counts[np.arange(len(counts)), dice.choice(5, len(counts), p=chances)] += 1
        ratios = test.llrs(counts)
        accepted += int(np.sum(ratios >= test.upper))
        counts = counts[(ratios < test.upper) & (ratios > test.lower)]
        if len(counts) == 0:
            return accepted / MATCHES
    raise AssertionError("a match did not end")


@pytest.mark.parametrize(("draws", "opening"), [(0.0, 150), (1.0, 100), (3.0, 200)])
def test_errors_are_as_rare_as_stated(draws: float, opening: float) -> None:
    test = Sprt(0, 30)
    false_alarms = share_accepted(test, pair_chances(0, draws, opening), seed=11)
    misses = 1 - share_accepted(test, pair_chances(30, draws, opening), seed=12)
    assert 0.03 <= false_alarms <= 0.07
    assert 0.03 <= misses <= 0.07
