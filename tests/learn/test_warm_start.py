"""A finished network, in single precision or in bytes, can be trained on."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

import plyground
from plyground import Game
from plyground.learn import NETWORK
from plyground.learn.backend import CpuBackend
from plyground.learn.export import export, model_of
from plyground.learn.learner import Learner, LearningPlan
from plyground.learn.network import Architecture, Network
from plyground.learn.quantise import quantise, shown_positions
from plyground.learn.warm_start import WarmStartError, read_weights, warm_start
from plyground.search.onnx_network import encoding_of, find_network

SMALL = Architecture(2, 16)
CARD = {"options": {}, "strength": "none"}


def exported(game: Game, path: Path) -> Network:
    """A network whose statistics are not the usual ones, and its file."""
    encoding = encoding_of(game)
    torch.manual_seed(3)
    network = Network(encoding, SMALL)
    for _ in range(20):
        network.train()(torch.randint(0, 2, (64, *encoding.shape)).float())
    export(path, model_of(network.eval().folded(), game), {"game": game.name, **CARD})
    return network


@pytest.mark.parametrize("name", ["hex", "morris"])
def test_a_network_that_is_unfolded_says_the_same(name: str, tmp_path: Path) -> None:
    game = plyground.game(name)
    known = exported(game, tmp_path / NETWORK)
    again = Network(encoding_of(game), SMALL)
    warm_start(again, tmp_path / NETWORK, [game], seed=1)
    seen = torch.from_numpy(np.concatenate(shown_positions(game, find_network(game, str(tmp_path / NETWORK)), 1)))
    with torch.no_grad():
        wanted = known(seen.float())
        for mode in (again.eval(), again.train()):  # the statistics of the positions it was set with are its own
            for found, expected in zip(mode(seen.float()), wanted, strict=True):
                torch.testing.assert_close(found, expected, atol=2e-3, rtol=1e-3)


def test_weights_in_bytes_are_scaled_back(tmp_path: Path) -> None:
    game = plyground.game("hex", size=5)
    known = exported(game, tmp_path / NETWORK).folded()
    small = tmp_path / "small.onnx"
    export(small, quantise(tmp_path / NETWORK, [game]), {"game": "hex", **CARD})
    found = read_weights(small)
    assert found.keys() == known.keys()
    for name, weight in known.items():
        steps = 1 / 127 if name.endswith("weight") else 1e-3
        assert float((found[name] - weight).abs().max()) <= steps * float(weight.abs().max()) + 1e-6, name


def test_a_run_begins_with_the_network_and_goes_on_with_its_own_weights(tmp_path: Path) -> None:
    game = plyground.game("hex", size=3)
    file, folder = tmp_path / NETWORK, tmp_path / "run"
    known = exported(game, file).folded()
    sizes = {
        "games": 8,
        "batch": 16,
        "replay": 100,
        "rating_games": 2,
        "simulations": 2,
        "candidates": 2,
        "longest": 12,
    }
    plan = LearningPlan("hex", SMALL, **sizes, start=str(file))
    learner = Learner(plan, [game], folder, CpuBackend())
    for name, weight in learner.trainer.playing_weights().items():
        torch.testing.assert_close(weight, known[name], atol=1e-4, rtol=1e-3)
    learner.learn_until(lambda: learner.progress.steps > 0)
    own = learner.trainer.playing_weights()
    later = Learner(replace(plan, start=str(tmp_path / "gone.onnx")), [game], folder, CpuBackend())
    for name, weight in later.trainer.playing_weights().items():
        torch.testing.assert_close(weight, own[name])


def test_a_network_of_another_size_is_refused_with_its_size(tmp_path: Path) -> None:
    game = plyground.game("hex", size=3)
    exported(game, tmp_path / NETWORK)
    with pytest.raises(WarmStartError, match="2 blocks of 16 channels"):
        warm_start(Network(encoding_of(game), Architecture(1, 8)), tmp_path / NETWORK, [game], seed=1)
