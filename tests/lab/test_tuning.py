"""Tuning: both methods find better weights where there are any, and a run can be resumed."""

import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars
import pytest

from plyground.cli.lab.runs import print_summary
from plyground.lab.contests.proposers import METHODS, Numbers, Trial, TuningError, bounds, usual_method
from plyground.lab.contests.tuning import TuningExperiment
from plyground.lab.runs import extras
from plyground.lab.runs.journal import RESULTS
from plyground.lab.runs.registry import read_experiment
from plyground.lab.runs.run import reopen_run
from plyground.lab.stats.sprt import Sprt
from plyground.play.agents.weights import read_weights
from tests.lab.contests import carried_out, neutreeko

ROOT = Path(__file__).parents[2]
USUAL = {"man": 10, "mill": 50, "tempo": 4}
BEST = {"man": 18, "mill": 20, "tempo": 4}


def worth(weights: Numbers) -> float:
    """How good weights are: 1 at the best, less with the distance."""
    return 1 - sum(abs(weights[name] - BEST[name]) / USUAL[name] for name in USUAL) / 4


def score(trial: Trial) -> float:
    """What a trial would score if games had no luck."""
    other = USUAL if trial.against is None else trial.against
    return min(max(0.5 + worth(trial.weights) - worth(other), 0), 1)


def tuned(method: str, trials: int, seed: int, value: Callable[[Trial], float]) -> tuple[list[Trial], Numbers]:
    proposer, asked = METHODS[method](USUAL, 1.0, trials, seed), []
    while batch := proposer.ask():
        proposer.tell(batch, [value(trial) for trial in batch])
        asked += batch
    return asked, proposer.best()


@pytest.mark.parametrize("method", METHODS)
def test_a_method_finds_weights_that_are_nearly_the_best(method: str) -> None:
    for seed in range(3):
        trials, best = tuned(method, 100, seed, score)
        assert [trial.number for trial in trials] == list(range(100))
        assert worth(USUAL) < 0.7
        assert worth(best) > 0.88, (seed, best)


@pytest.mark.parametrize("method", METHODS)
def test_a_method_asks_the_same_again_and_other_things_for_another_seed(method: str) -> None:
    assert tuned(method, 12, 1, score) == tuned(method, 12, 1, score)
    assert tuned(method, 12, 1, score)[0] != tuned(method, 12, 2, score)[0]


def test_without_a_better_trial_the_current_weights_stay() -> None:
    assert tuned("tpe", 10, 1, lambda trial: 0.4)[1] == USUAL
    assert tuned("spsa", 10, 1, lambda trial: 0.5)[1] == USUAL


def test_weights_keep_their_sign_and_have_room() -> None:
    assert bounds(10, 1.0) == (0, 20)
    assert bounds(-10, 2.0) == (-30, 0)
    assert bounds(1, 0.5) == (0, 4)
    assert bounds(0, 1.0) == (-3, 3)
    assert usual_method(8) == "tpe"
    assert usual_method(9) == "spsa"


def experiment(**changes: Any) -> TuningExperiment:
    given = {
        "terms": neutreeko(),
        "heuristic": "H4",
        "agent": "alphabeta:depth=1",
        "weights": ("pair", "distance"),
        "method": "tpe",
        "trials": 6,
        "pairs": 2,
        "span": 1.0,
        "confirming": 4,
        "sprt": Sprt(0, 50),
        "name": "mine",
    }
    return TuningExperiment(**(given | changes))


@pytest.mark.parametrize("method", METHODS)
def test_a_tuning_ends_with_a_set_of_weights_and_the_match_that_shows_its_worth(
    method: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    better = {"pair": 12, "distance": 3}
    monkeypatch.setattr(METHODS[method], "best", lambda proposer: better)
    summary = carried_out(experiment(method=method), tmp_path)
    assert summary["tuning_games"] == 24
    assert summary["games"] == 8
    assert summary["weights"] == better
    assert summary["passed"] == (summary["sprt"]["verdict"] == "accept")
    found = read_weights(tmp_path / "weights" / "mine.toml")
    assert dict(found.weights) == summary["weights"]
    assert (found.game, found.heuristic) == ("neutreeko", "H4")
    assert len(polars.read_parquet(tmp_path / "trials.parquet")) == 6
    assert len(polars.read_parquet(tmp_path / "games.parquet")) == 32
    assert "The confirming match" in (tmp_path / "report.html").read_text()
    results = (tmp_path / RESULTS).read_bytes().splitlines(keepends=True)
    (tmp_path / RESULTS).write_bytes(b"".join(results[:5]))
    run = reopen_run(tmp_path)
    assert carried_out(read_experiment(run.manifest), tmp_path) == summary
    assert len((tmp_path / RESULTS).read_bytes().splitlines()) == len(results)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"weights": ("men",)}, "has the weights pair, gap, distance"),
        ({"weights": ("pair", "pair")}, "each once"),
        ({"weights": ()}, "name some"),
        ({"method": "luck"}, "no method"),
        ({"trials": 1}, "two trials"),
        ({"span": 0.0}, "span"),
        ({"name": "../x"}, "named with letters"),
        ({"agent": "alphabeta:heuristic=H4"}, "without heuristic"),
    ],
)
def test_what_cannot_be_tuned_is_refused(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(TuningError, match=says):
        experiment(**changes)


@pytest.mark.parametrize("checkout", [True, False])
def test_without_optuna_it_is_said_which_command_installs_it(
    checkout: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "optuna", None)
    if not checkout:
        monkeypatch.setattr(extras, "CHECKOUT", tmp_path)
    with pytest.raises(TuningError, match=r"TPE needs Optuna\. Use --method spsa, or install it: ") as caught:
        experiment(method="tpe")
    wanted = ["--require-hashes", "--requirement", f"{ROOT}/requirements/tune.txt"] if checkout else ["plyground[tune]"]
    command = shlex.split(str(caught.value).partition("install it: ")[2])
    assert command == [sys.executable, "-m", "pip", "install", *wanted]
    experiment(method="spsa")


def test_equals_play_no_confirming_match(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(METHODS["spsa"], "best", lambda proposer: experiment().usual)
    summary = carried_out(experiment(method="spsa"), tmp_path, markdown=True)
    assert summary["weights"] == summary["current"]
    assert (summary["tuning_games"], summary["games"], summary["passed"], summary["file"]) == (24, 0, False, None)
    assert len(polars.read_parquet(tmp_path / "games.parquet")) == 24
    assert not (tmp_path / "weights").exists()
    report = (tmp_path / "report.md").read_text()
    assert "No trial was better than the current weights, so no match was played to confirm it." in report
    assert "The confirming match" not in report
    print_summary(summary)
