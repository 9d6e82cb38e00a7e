"""Elo, intervals and summaries against known answers."""

import math
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest
from scipy.optimize import minimize

from plyground.lab.stats.bradley_terry import rate
from plyground.lab.stats.elo import (
    Estimate,
    GameTally,
    PairCounts,
    Played,
    ResultsError,
    compare,
    elo_of,
    expected_score,
    summarise,
)
from plyground.lab.stats.likelihood import likely_means, misfit


def test_elo_and_expected_score_are_each_others_inverse() -> None:
    assert expected_score(0) == 0.5
    assert expected_score(400) == pytest.approx(10 / 11)
    assert elo_of(0.75) == pytest.approx(400 * math.log10(3))
    assert elo_of(expected_score(-123)) == pytest.approx(-123)
    assert (elo_of(0), elo_of(1)) == (-math.inf, math.inf)


def test_the_misfit_of_decided_games_is_the_binomial_one() -> None:
    counts, mean = np.array([3, 0, 7]), 0.4
    by_hand = 7 * math.log(0.7 / 0.4) + 3 * math.log(0.3 / 0.6)
    assert misfit(counts, mean) == pytest.approx(by_hand)
    assert misfit(counts, 0.7) == pytest.approx(0, abs=1e-12)


def test_the_misfit_of_hand_worked_pairs() -> None:
    assert misfit(np.array([0, 0, 0, 0, 4]), 0.5) == pytest.approx(4 * math.log(2)), "half the pairs lost unseen"
    assert misfit(np.array([0, 0, 6, 0, 0]), 0.75) == pytest.approx(6 * math.log(2)), "half of them won unseen"
    # Seen 1, 2 and 1 times the scores 0, ½ and 1, under the mean ⅝: -5/(8-5t) - 2/(8-t) + 3/(8+3t) = 0, that is
    # 15t² - 48t - 64 = 0.
    root = (48 - math.sqrt(48**2 + 4 * 15 * 64)) / 30
    by_hand = math.log(1 - 5 * root / 8) + 2 * math.log(1 - root / 8) + math.log(1 + 3 * root / 8)
    assert by_hand == pytest.approx(0.2512, abs=1e-4)
    assert misfit(np.array([1, 0, 2, 0, 1]), 5 / 8) == pytest.approx(by_hand)


@pytest.mark.parametrize("counts", [(4, 9, 20, 12, 5), (0, 3, 0, 5, 1), (0, 0, 2, 3, 0), (1, 0, 0, 0, 6)])
@pytest.mark.parametrize("mean", [0.2, 0.5, 0.7])
def test_the_misfit_is_what_a_general_optimiser_finds(counts: tuple[int, ...], mean: float) -> None:
    seen, scores = np.array(counts, dtype=float), np.linspace(0, 1, 5)

    def unlikely(chances: Any) -> float:
        return -float(np.sum(seen * np.log(np.maximum(chances, 1e-300))))

    rules = [
        {"type": "eq", "fun": lambda chances: chances.sum() - 1},
        {"type": "eq", "fun": lambda chances: chances @ scores - mean},
    ]
    start = np.array([1 - mean, 0, 0, 0, mean]) * 0.9 + 0.02
    found = minimize(
        unlikely, start, bounds=[(1e-9, 1)] * 5, constraints=rules, options={"maxiter": 1000, "ftol": 1e-13}
    )
    best = -float(np.sum(seen[seen > 0] * np.log(seen[seen > 0] / seen.sum())))
    assert misfit(seen, mean) == pytest.approx(found.fun - best, abs=2e-4)


def test_the_interval_of_many_games_is_the_normal_one() -> None:
    counts = np.array([2000, 3000, 5000])
    mean, square = 0.65, 0.5 + 0.3 / 4
    width = 1.959964 * math.sqrt((square - mean**2) / 10_000)
    assert likely_means(counts) == pytest.approx((mean - width, mean + width), abs=5e-5)


def test_pairs_that_balance_out_make_the_interval_narrower_than_games() -> None:
    games, pairs = compare(GameTally(100, 0, 100)), compare(PairCounts((5, 0, 90, 0, 5)))
    assert games.games == pairs.games == 200
    assert games.score == pairs.score == 0.5
    assert pairs.elo.high == pytest.approx(games.elo.high * math.sqrt(0.2), rel=0.1)
    assert pairs.elo.low == pytest.approx(-pairs.elo.high)


def test_superiority_and_interval_agree() -> None:
    for wins in range(31):
        found = compare(GameTally(wins, 4, 15))
        assert (found.elo.low > 0) == (found.superiority > 0.975)
        assert (found.elo.high < 0) == (found.superiority < 0.025)
    assert compare(GameTally(600, 0, 500)).superiority == pytest.approx(0.99872, abs=1e-4)
    assert compare(GameTally(7, 3, 7)).superiority == 0.5


def test_who_won_everything_has_a_value_and_no_upper_bound() -> None:
    found = compare(GameTally(5, 0, 0))
    assert found.elo.value == pytest.approx(elo_of(5.5 / 6))
    assert found.elo.low == pytest.approx(elo_of(0.025 ** (1 / 5)))
    assert found.elo.high == math.inf
    assert found.superiority == 1 - 1 / 32
    assert found.as_data()["elo"]["high"] is None
    lost = compare(PairCounts((6, 0, 0, 0, 0)))
    assert (lost.elo.low, lost.superiority) == (-math.inf, 1 / 64)
    assert lost.elo.high == pytest.approx(-elo_of(0.025 ** (1 / 6)))
    assert compare(GameTally(0, 0, 0)).elo == Estimate(0, -math.inf, math.inf)


def test_intervals_hold_the_truth_19_times_of_20() -> None:
    dice = np.random.default_rng(1)
    chances = np.array([0.08, 0.17, 0.4, 0.22, 0.13])
    truth = elo_of(float(chances @ np.linspace(0, 1, 5)))
    held = 0
    for counts in dice.multinomial(120, chances, size=300):
        found = compare(PairCounts(tuple(int(count) for count in counts))).elo
        held += found.low <= truth <= found.high
    assert 0.92 <= held / 300 <= 0.98


def test_pairs_are_counted_by_their_points() -> None:
    assert PairCounts.of([0, 0.5, 1, 1, 2, 1.5, 1]) == PairCounts((1, 1, 3, 1, 1))
    assert PairCounts().and_one(1.5).and_one(0) == PairCounts((1, 0, 0, 1, 0))


def wrong_results() -> list[Any]:
    return [
        lambda: GameTally(1, -1, 0),
        lambda: PairCounts((1, 2, 3)),
        lambda: PairCounts((1, 2, 3, 4, True)),
        lambda: PairCounts.of([0.25]),
        lambda: Played("a", "b", 0.7),
        lambda: Played("a", "a", 1),
        lambda: Played("a", "b", 1, -1),
        lambda: rate([]),
    ]


@pytest.mark.parametrize("make", wrong_results())
def test_what_cannot_be_a_result_is_refused(make: Any) -> None:
    with pytest.raises(ResultsError):
        make()


def test_a_summary_says_what_games_have_in_common() -> None:
    games = [Played("a", "b", 1, 10), Played("b", "a", 1, 20), Played("a", "b", 0.5, 40), Played("b", "a", 0, 30)]
    found = summarise(games)
    assert (found.first, found.draw_rate, found.mean_plies) == (GameTally(2, 1, 1), 0.25, 25)
    assert found.advantage == compare(GameTally(2, 1, 1))
    assert found.as_data()["first"] == {"wins": 2, "draws": 1, "losses": 1}
    assert summarise([]).mean_plies == 0


def test_two_players_are_as_far_apart_as_their_score_says() -> None:
    games = [Played("a", "b", 1), Played("b", "a", 0)] * 3000 + [Played("a", "b", 0), Played("b", "a", 1)] * 1000
    found = rate(games)
    assert [rating.player for rating in found.players] == ["a", "b"]
    difference = found.players[0].elo.value - found.players[1].elo.value
    assert difference == pytest.approx(400 * math.log10(3), abs=0.2)
    assert (found.draw_rate, found.players[0].points, found.players[0].games) == (0, 6000, 8000)
    assert found.advantage.value == pytest.approx(0, abs=1e-6)
    # The half-width by hand: a decided game tells p(1-p) about the difference, of which each player has a half.
    deviation = 400 / math.log(10) / math.sqrt(8000 * 0.75 * 0.25) / 2
    assert found.players[0].elo.high - found.players[0].elo.value == pytest.approx(1.96 * deviation, rel=0.01)


def test_draws_do_not_stretch_the_scale() -> None:
    games = [Played("a", "b", 1)] * 300 + [Played("a", "b", 0.5)] * 600 + [Played("a", "b", 0)] * 100
    both = games + [Played("b", "a", 1 - game.score) for game in games]
    found = rate(both)
    difference = found.players[0].elo.value - found.players[1].elo.value
    assert difference == pytest.approx(compare(GameTally(600, 1200, 200)).elo.value, rel=0.02)


TRUTH = {"a": 1.0, "b": 0.4, "c": 0.1, "d": -0.5, "e": -1.0}
ADVANTAGE, DRAWS = 0.3, 0.8
POINTS = 400 / math.log(10) * 2 / (2 + DRAWS)


def simulated(dice: np.random.Generator, rounds: int) -> list[Played]:
    """Each player goes first against each other, a number of times."""
    games = []
    for first, second in permutations(TRUTH, 2):
        half = (TRUTH[first] - TRUTH[second] + ADVANTAGE) / 2
        weights = np.array([math.exp(-half), DRAWS, math.exp(half)])
        games += [
            Played(first, second, float(score)) for score in dice.choice(3, rounds, p=weights / weights.sum()) / 2
        ]
    return games


def test_simulated_players_get_their_strengths_back_19_times_of_20() -> None:
    dice = np.random.default_rng(2)
    held: list[bool] = []
    for _ in range(100):
        found = rate(simulated(dice, 20))
        held += [rating.elo.low <= POINTS * TRUTH[rating.player] <= rating.elo.high for rating in found.players]
        held.append(found.advantage.low <= POINTS * ADVANTAGE <= found.advantage.high)
        assert sum(rating.elo.value for rating in found.players) == pytest.approx(0, abs=1e-6)
    assert 0.93 <= sum(held) / len(held) <= 0.97


def test_many_games_give_strengths_advantage_and_draws_closely() -> None:
    found = rate(simulated(np.random.default_rng(3), 2000))
    assert [rating.player for rating in found.players] == list(TRUTH)
    for rating in found.players:
        assert rating.elo.value == pytest.approx(POINTS * TRUTH[rating.player], abs=8)
    assert found.advantage.value == pytest.approx(POINTS * ADVANTAGE, abs=8)
    assert found.draw_rate == pytest.approx(DRAWS / (2 + DRAWS), abs=0.01)
    for (row, left), (column, right) in product(enumerate(found.players), repeat=2):
        assert (found.superiority[row][column] > 0.5) == (left.elo.value > right.elo.value)
        assert found.superiority[row][column] + found.superiority[column][row] == pytest.approx(1)


def test_players_without_a_loss_a_win_or_a_common_opponent_have_finite_ratings() -> None:
    games = [Played("best", "middle", 1)] * 10 + [Played("middle", "worst", 1)] * 10 + [Played("x", "y", 0.5)] * 4
    found = rate(games)
    by_name = {rating.player: rating.elo for rating in found.players}
    assert all(math.isfinite(elo.value) for elo in by_name.values())
    assert by_name["best"].value > by_name["middle"].value > by_name["worst"].value
    assert by_name["best"].high == math.inf > by_name["middle"].high
    assert by_name["worst"].low == -math.inf < by_name["middle"].low
    assert found.advantage.high - found.advantage.low > 100
    assert found.as_data()["players"][0]["elo"]["high"] is None
    all_drawn = rate([Played("a", "b", 0.5)] * 50)
    assert all_drawn.players[0].elo.value == pytest.approx(0, abs=1e-6)
    assert 0.9 < all_drawn.draw_rate < 1


def log_likelihood(games: list[Played], names: list[str], values: Any) -> float:
    """The model of the docstring, game by game: strengths, the advantage, the logarithm of the draws."""
    total = 0.0
    for game in games:
        half = (values[names.index(game.first)] - values[names.index(game.second)] + values[-2]) / 2
        weights = {1: math.exp(half), 0.5: math.exp(values[-1]), 0: math.exp(-half)}
        total += math.log(weights[game.score] / sum(weights.values()))
    odds = [*values[:-1], values[-1] - math.log(2)]
    return total - sum(math.log(1 + math.exp(odd)) + math.log(1 + math.exp(-odd)) for odd in odds) / 2


def in_points(values: Any) -> Any:
    """Ratings about zero, and the advantage, in Elo."""
    scale = 400 / math.log(10) * 2 / (2 + math.exp(values[-1]))
    strengths = np.array(values[:-2])
    return scale * np.array([*(strengths - strengths.mean()), values[-2]])


def slopes(function: Any, values: Any, step: float = 1e-3) -> Any:
    """Derivatives by differences, one row for each value."""
    rows = [(function(values + move) - function(values - move)) / (2 * step) for move in step * np.eye(len(values))]
    return np.array(rows)


def test_the_spread_is_that_of_the_model_differentiated_by_numbers() -> None:
    """Draws bend the scale, so that what is uncertain about them is part of what is uncertain about a rating."""
    games = simulated(np.random.default_rng(4), 3) + [Played("a", "e", 1.0)] * 8 + [Played("a", "b", 0.5)] * 3
    names = sorted(TRUTH)
    found = rate(games)
    best = minimize(lambda values: -log_likelihood(games, names, values), np.zeros(len(names) + 2), tol=1e-9).x
    information = -slopes(lambda there: slopes(lambda values: log_likelihood(games, names, values), there), best)
    bend = slopes(in_points, best).T
    spread = bend @ np.linalg.inv(information) @ bend.T
    expected = {name: (in_points(best)[place], math.sqrt(spread[place, place])) for place, name in enumerate(names)}
    for rating in found.players:
        value, deviation = expected[rating.player]
        assert rating.elo.value == pytest.approx(value, abs=0.05)
        assert (rating.elo.high - rating.elo.low) / 2 == pytest.approx(1.96 * deviation, rel=1e-3)
    assert found.advantage.value == pytest.approx(in_points(best)[-1], abs=0.05)
    assert (found.advantage.high - found.advantage.low) / 2 == pytest.approx(1.96 * math.sqrt(spread[-1, -1]), rel=1e-3)
    first, second = names.index(found.players[0].player), names.index(found.players[1].player)
    variance = spread[first, first] + spread[second, second] - 2 * spread[first, second]
    ratio = (found.players[0].elo.value - found.players[1].elo.value) / math.sqrt(variance)
    assert found.superiority[0][1] == pytest.approx((1 + math.erf(ratio / math.sqrt(2))) / 2, abs=1e-3)
