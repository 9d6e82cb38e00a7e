"""The curve from score to chance: its fit on made-up games, and the stored ones."""

import math
import random

import pytest

import plyground
from plyground.review import chance
from plyground.review.chance import curve_of, stored_fit
from plyground.review.chance_curve import Curve, logistic
from plyground.review.curve_fit import (
    Sampling,
    ScoredResult,
    calibration,
    fit_curve,
    fitted_slope,
    log_loss,
    played_samples,
)
from plyground.search.score import Score


def made_up(scale: float, number: int = 4000) -> list[ScoredResult]:
    """Results drawn from a known curve."""
    dice = random.Random(5)
    scores = [dice.randint(-300, 300) for _ in range(number)]
    return [ScoredResult(score, float(dice.random() < logistic(score / scale))) for score in scores]


def test_the_fit_finds_the_scale_that_results_were_drawn_from() -> None:
    samples = made_up(80.0)
    assert 1 / fitted_slope(samples) == pytest.approx(80.0, rel=0.08)
    assert log_loss(samples, Curve(80)) < min(log_loss(samples, Curve(40)), log_loss(samples, Curve(160)), math.log(2))


def test_calibration_compares_predicted_with_observed_chances() -> None:
    for row in calibration(made_up(80.0), Curve(80.0)):
        assert row["observed"] == pytest.approx(row["predicted"], abs=0.12)


@pytest.mark.parametrize("name", plyground.games())
def test_every_game_has_a_measured_curve(name: str) -> None:
    fit = stored_fit(plyground.game(name))
    assert fit is not None
    assert fit["log_loss"] < fit["log_loss_of_even_chances"]
    assert curve_of(plyground.game(name)).scale == fit["scale"] > 0


def test_proofs_are_certain_and_estimates_are_not() -> None:
    curve = Curve(100.0)
    assert [curve.chance(score) for score in (Score.win(3), Score("draw", 0), Score.loss(2))] == [1.0, 0.5, 0.0]
    assert curve.chance(Score("estimate", 100)) == pytest.approx(1 / (1 + math.exp(-1)))
    assert curve.chance(Score("estimate", 40)) + curve.chance(Score("estimate", -40)) == pytest.approx(1)


def test_an_averaged_estimate_is_its_own_chance() -> None:
    curve = Curve(70.0)
    assert curve.chance(Score.of_mean(0.698)) == pytest.approx(0.849)
    assert curve.chance(Score("estimate", 698)) > 0.999
    assert curve.chance(Score.of_mean(-1.0)) == 0.001
    assert Score.of_mean(0.5) == Score("estimate", 500)


def test_games_of_a_fit_are_the_same_every_time() -> None:
    game, sampling = plyground.game("hex", size=4), Sampling(games=2, nodes=200)
    assert fit_curve(game, sampling) == fit_curve(game, sampling)
    assert played_samples(game, sampling, 0) != played_samples(game, sampling, 1)


def test_a_game_without_a_stored_curve_gets_a_quick_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chance, "stored_fit", lambda game: None)
    monkeypatch.setattr(chance, "QUICK", Sampling(games=4, nodes=100))
    game = plyground.game("hex", size=4)
    assert curve_of.__wrapped__(game).scale == fit_curve(game, chance.QUICK)["scale"] > 0
