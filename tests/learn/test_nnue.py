"""Small networks: games to learn from, training, integers, and runs that go on."""

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import plyground
from plyground.cli.app import app
from plyground.core.contract import evaluate, mover
from plyground.core.heuristic import find_heuristic
from plyground.core.nnue import assemble, read_nnue
from plyground.language import language
from plyground.learn.nnue_datagen import DatagenError, DatagenPlan, ScoredPositions, read_positions, write_positions
from plyground.learn.nnue_learner import NnueLearner, fitted_points
from plyground.learn.nnue_training import NnueTraining, all_packed_views, integers, train
from plyground.search.engine.datagen import GameGenerator
from plyground.search.score import PROVED

EXIMO = plyground.game("eximo")
TINY = NnueTraining(width=8, epochs=3, batch=256)


def some_games(games: int, seed: int = 1) -> ScoredPositions:
    """What is kept of a few short games."""
    player = GameGenerator(EXIMO.start(), find_heuristic(EXIMO, "strong"), 200, random_turns=6, longest=120, seed=seed)
    parts = zip(*(player.game() for _ in range(games)), strict=True)
    return ScoredPositions(*(np.concatenate(part) for part in parts))


def test_games_are_kept_with_scores_and_ends_for_the_mover() -> None:
    player = GameGenerator(EXIMO.start(), find_heuristic(EXIMO, "strong"), 200, random_turns=6, longest=120, seed=3)
    states, scores, results = player.game()
    movers = np.array([int(mover(EXIMO.rules, state)) for state in states])
    assert len(states) == len(scores) == len(results) > 10
    assert set(results) == {1, -1}
    winners = np.where(results == 1, movers, 1 - movers)
    assert len(set(winners)) == 1
    proved = np.abs(scores) >= PROVED
    assert (np.sign(scores[proved]) == results[proved]).all()
    again = GameGenerator(EXIMO.start(), find_heuristic(EXIMO, "strong"), 200, random_turns=6, longest=120, seed=3)
    assert (again.game()[0] == states).all()
    assert len(player.game()[0]) != len(states)  # the next game is another one


def test_a_game_that_is_too_long_is_a_draw() -> None:
    player = GameGenerator(EXIMO.start(), find_heuristic(EXIMO, "strong"), 200, random_turns=0, longest=12, seed=1)
    states, _, results = player.game()
    assert 0 < len(states) <= 12
    assert not results.any()


def test_both_players_see_the_board_from_their_own_side() -> None:
    white = EXIMO.position("..b...../b......./......../......../...w..../......../w......./......w. w")
    black = EXIMO.position("......b./b......./......../...b..../......../......../w......./..w..... b")
    one, other = all_packed_views(EXIMO, np.stack([white.state, black.state]))
    assert (one == other).all()
    assert np.unpackbits(one[0]).sum() == np.unpackbits(one[1]).sum() == 5


def test_a_network_learns_and_its_integers_say_the_same() -> None:
    positions = some_games(12)
    network, losses = train(EXIMO, positions, NnueTraining(width=16, epochs=40, batch=256, rate=1e-2), 70.0)
    guess = float(np.mean((1 / (1 + np.exp(-np.clip(positions.scores / 70.0, -20, 20))) - 0.5) ** 2))
    assert losses["loss"] < guess / 2
    exported = assemble(integers(network, 70.0), EXIMO)
    ahead = EXIMO.position(".bbbb.../......../......../......../......../......../.wwwwww./.wwwwww. w")
    behind = EXIMO.position(".bbbbbb./.bbbbbb./......../......../......../......../......../.wwww... w")
    assert evaluate(exported, EXIMO.rules, ahead.state) > evaluate(exported, EXIMO.rules, behind.state)


def test_the_points_of_even_odds_are_found() -> None:
    dice = np.random.default_rng(1)
    scores = dice.normal(0, 150, 20_000)
    won = dice.random(20_000) < 1 / (1 + np.exp(-scores / 80))
    positions = ScoredPositions(np.zeros((20_000, 1), np.uint64), scores.astype(np.int32), np.where(won, 1, -1))
    assert fitted_points(positions) == pytest.approx(80, rel=0.06)


def test_a_run_goes_on_with_the_next_generation(tmp_path: Path) -> None:
    plan = DatagenPlan("eximo", {}, nodes=200)
    learner = NnueLearner(plan, TINY, tmp_path / "run", workers=1)
    told: list[str] = []
    first = learner.learn(1.0, told.append)
    assert (first["generation"], learner.generations, len(told)) == (0, 1, TINY.epochs)
    assert told[0].startswith("Epoch 1: loss 0.")
    assert language("pt").translate(told[0]).startswith("Época 1: perda 0,")
    second = learner.learn(1.0, told.append)
    assert second["generation"] == 1
    assert second["positions"] > first["positions"]
    assert second["points"] == first["points"]
    assert read_nnue(learner.newest, EXIMO) == read_nnue(learner.newest, EXIMO)
    assert json.loads(learner.newest.with_suffix(".json").read_text()) == second
    assert learner.newest.read_bytes() == learner.path(1).read_bytes() != learner.path(0).read_bytes()
    learner.path(1).with_suffix(".json").unlink()
    with pytest.raises(DatagenError, match=r"generation1\.json"):
        learner.learn(0.1, told.append)


def test_what_cannot_be_taught_is_told(tmp_path: Path) -> None:
    with pytest.raises(DatagenError, match="hex with these options does not list"):
        NnueLearner(DatagenPlan("hex", {}), TINY, tmp_path, workers=1)
    with pytest.raises(DatagenError, match="no games in"):
        read_positions(tmp_path)


def test_files_of_games_are_read_together(tmp_path: Path) -> None:
    positions = some_games(2)
    write_positions(tmp_path / "games-1-0.npz", [positions])
    write_positions(tmp_path / "games-1-1.npz", [positions, positions])
    found = read_positions(tmp_path)
    assert len(found.states) == 3 * len(positions.states)
    assert (found.results[: len(positions.results)] == positions.results).all()
    assert abs(found.scores).max() <= 10_000


def test_the_command_teaches(tmp_path: Path) -> None:
    arguments = ["nnue", "eximo", "--minutes", "0.02", "--nodes", "200", "--width", "8", "--epochs", "2"]
    found = CliRunner().invoke(
        app, [*arguments, "--workers", "1", "--device", "cpu", "--folder", str(tmp_path), "--json"]
    )
    assert found.exit_code == 0, found.output
    card = json.loads(found.stdout)
    assert card["game"] == "eximo"
    assert card["positions"] > 0
    assert (tmp_path / "nnue.npz").is_file()
