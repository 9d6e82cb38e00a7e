"""A network that plays against itself learns the truth of small games, and a run can be stopped and gone on with."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

import plyground
from plyground import Game, Position
from plyground.cli.app import app
from plyground.cli.learn import read_variants
from plyground.core.contract import planes
from plyground.core.folder_lock import FolderBusyError, locked
from plyground.learn import LOG, NETWORK, checkpoint
from plyground.learn.backend import CpuBackend, NoGpuError, backend
from plyground.learn.checkpoint import CheckpointError, TrainingProgress
from plyground.learn.export import export, model_of
from plyground.learn.learner import Learner, LearningError, LearningPlan
from plyground.learn.network import Architecture, Network, SelfPlayNetwork
from plyground.learn.quantise import shown_positions
from plyground.learn.selfplay import SelfPlay, SelfPlaySettings
from plyground.learn.train import Symmetries, Trainer, batch_of, move_logits
from plyground.search.onnx_network import NetworkError, find_network
from tests.learn.truth import after, reachable, value
from tests.noughts import noughts

SMALL = Architecture(2, 16)


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    """Small networks gain nothing by several threads, which would take turns with those of other tests."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def plan_for(game: Game, **changed: Any) -> LearningPlan:
    """A plan for small games on a CPU."""
    settings: dict[str, Any] = {"simulations": 16, "candidates": 8, "longest": 20, "rate": 5e-3, "averaging": 0.95}
    sizes = {"games": 128, "batch": 256, "replay": 20_000, "rating_games": 32, "rating_seconds": 1e9}
    return LearningPlan(game.name, SMALL, **settings | sizes | changed)


def judged(player: SelfPlayNetwork, positions: list[Position]) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """What a network says of positions: the logits of its answers and its values."""
    game = positions[0].game
    encoding = game.encoding()
    assert encoding is not None
    seen = np.zeros((len(positions), *encoding.shape), np.uint8)
    for place, position in enumerate(positions):
        planes(game.rules, position.state, seen[place])
    answers, values = player(torch.from_numpy(seen))
    return answers.numpy(), values.numpy()


@pytest.mark.parametrize("name", ["hex", "noughts"])
def test_it_learns_what_an_exhaustive_search_finds(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = noughts(monkeypatch) if name == "noughts" else plyground.game("hex", size=3, swap=False)
    learner = Learner(plan_for(game, random_turns=6), [game], tmp_path, CpuBackend())
    positions = reachable(game.start())
    truth = np.array([value(position) for position in positions])

    def agreement() -> float:
        values = judged(learner.player, positions)[1]
        return float((np.round(values) == truth).mean())

    assert agreement() < 0.7
    for _ in range(12):
        steps = learner.progress.steps
        learner.learn_until(lambda steps=steps: learner.progress.steps >= steps + 100)
        if agreement() > 0.9:
            break
    assert agreement() > 0.9
    assert_moves_keep_the_value(learner.player, game)


def assert_moves_keep_the_value(player: SelfPlayNetwork, game: Game) -> None:
    """A search of few simulations with the network plays a whole game without a mistake."""
    selfplay = SelfPlay(
        game, CpuBackend(), SelfPlaySettings(games=2, simulations=32, candidates=8, random_turns=0, longest=20)
    )
    position = game.start()
    while position.outcome is None:
        selfplay.think(player)
        values = np.asarray(selfplay.chosen)
        move = next(move for move in position.moves if move.value == int(values[0]))
        assert -value(after(position, move)) == value(position)
        position = after(position, move)
        selfplay.move()


def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    game = plyground.game("hex", size=3, swap=False)
    first = Learner(plan_for(game), [game], tmp_path, CpuBackend())
    first.learn_until(lambda: first.progress.steps >= 5)
    second = Learner(plan_for(game), [game], tmp_path, CpuBackend())
    assert second.progress == first.progress
    for name, weight in first.trainer.playing_weights().items():
        assert torch.equal(weight, second.trainer.playing_weights()[name]), name
    assert len(second.trainer.optimiser.state) == len(list(second.trainer.network.parameters()))
    second.learn_until(lambda: second.progress.steps >= 8)
    assert second.progress.games > first.progress.games
    logged = [json.loads(line)["steps"] for line in (tmp_path / LOG).read_text().splitlines()]
    assert logged == [first.progress.steps, second.progress.steps]
    card = json.loads((tmp_path / NETWORK).with_suffix(".json").read_text())
    assert card["progress"]["steps"] == second.progress.steps
    assert find_network(game, str(tmp_path / NETWORK)), "others can play it"


def test_nothing_is_learned_from_the_first_few_games(tmp_path: Path) -> None:
    game = plyground.game("hex", size=3, swap=False)
    learner = Learner(plan_for(game), [game], tmp_path, CpuBackend())
    told: list[dict[str, Any]] = []
    learner.learn_until(lambda: learner.progress.positions > 512, told.append)
    assert learner.progress.steps == 0, "nor is it owed once there are enough"
    assert told[-1]["policy_loss"] is None
    assert (told[-1]["games"], told[-1]["draws"]) == (learner.progress.games, 0.0)
    assert 5 <= told[-1]["length"] <= 9


def test_moments_of_another_step_are_left_out(tmp_path: Path) -> None:
    game = plyground.game("hex", size=3, swap=False)
    learner = Learner(plan_for(game), [game], tmp_path, CpuBackend())
    learner.learn_until(lambda: learner.progress.steps >= 2)
    moments = checkpoint.read_arrays(tmp_path / "moments.npz")[0]
    checkpoint.write_arrays(tmp_path / "moments.npz", moments, step=1)
    assert not Learner(plan_for(game), [game], tmp_path, CpuBackend()).trainer.optimiser.state


def test_two_programs_cannot_learn_in_one_folder(tmp_path: Path) -> None:
    game = plyground.game("hex", size=3)
    learner = Learner(plan_for(game), [game], tmp_path, CpuBackend())
    with locked(tmp_path), pytest.raises(FolderBusyError, match="Another program is working in"):
        learner.learn_until(lambda: True)
    learner.learn_until(lambda: True)


def test_another_plan_is_refused(tmp_path: Path) -> None:
    game = plyground.game("hex", size=3, swap=False)
    Learner(plan_for(game), [game], tmp_path, CpuBackend())
    with pytest.raises(LearningError, match=r"has another plan \(simulations\)"):
        Learner(plan_for(game, simulations=20), [game], tmp_path, CpuBackend())


def test_a_damaged_file_is_told(tmp_path: Path) -> None:
    game = plyground.game("hex", size=3, swap=False)
    learner = Learner(plan_for(game), [game], tmp_path, CpuBackend())
    learner.save()
    (tmp_path / "average.npz").write_bytes(b"PK nothing")
    with pytest.raises(CheckpointError, match=r"average\.npz.* is not a file of weights"):
        Learner(plan_for(game), [game], tmp_path, CpuBackend())


def test_a_game_that_no_network_sees_is_refused(tmp_path: Path) -> None:
    game = plyground.game("blockit", colours="red,green,blue")
    with pytest.raises(NetworkError, match="No network can play blockit"):
        Learner(plan_for(game), [game], tmp_path, CpuBackend())


def test_a_missing_gpu_is_told() -> None:
    with pytest.raises(NoGpuError, match="No GPU"):
        backend("cuda")


class OnGpu(torch.Tensor):
    """A tensor that says it is on a GPU."""

    is_cuda = True


def test_fused_convolutions_of_a_gpu_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """What cuDNN would compute is computed here by what its functions are documented to do."""
    encoding = plyground.game("hex", size=5).encoding()
    assert encoding is not None
    torch.manual_seed(3)
    player = SelfPlayNetwork(encoding, SMALL, torch.device("cpu"))
    player.learn_from(Network(encoding, SMALL).eval().folded())
    seen = torch.randint(0, 3, (5, *encoding.shape), dtype=torch.uint8)
    plain = player(seen)
    called: list[str] = []

    def convolved(x: Tensor, weight: Tensor, bias: Tensor, *settings: Any) -> Tensor:
        called.append("plain")
        return torch.relu(torch.conv2d(x, weight, bias, *settings))

    def added(x: Tensor, weight: Tensor, more: Tensor, factor: float, bias: Tensor, *settings: Any) -> Tensor:
        called.append("added")
        return torch.relu(torch.conv2d(x, weight, bias, *settings) + factor * more)

    monkeypatch.setattr(torch, "cudnn_convolution_relu", convolved)
    monkeypatch.setattr(torch, "cudnn_convolution_add_relu", added)
    for fused, expected in zip(player(seen.as_subclass(OnGpu)), plain, strict=True):
        assert torch.allclose(fused, expected, atol=1e-6)
    assert called == ["plain", *["plain", "added"] * SMALL.blocks]


@pytest.mark.parametrize("name", plyground.games())
def test_export_changes_no_value(name: str, tmp_path: Path) -> None:
    import onnxruntime

    game = plyground.game(name)
    encoding = game.encoding()
    assert encoding is not None
    torch.manual_seed(3)
    network = Network(encoding, SMALL).eval()
    seen = torch.randint(0, 3, (5, *encoding.shape), dtype=torch.uint8)
    network.train()(seen.float())
    content = model_of(network.eval().folded(), game)
    export(tmp_path / NETWORK, content, {"game": name})
    session = onnxruntime.InferenceSession(content, providers=["CPUExecutionProvider"])
    answers, values = session.run(["policy", "value"], {"planes": seen.numpy()})
    player = SelfPlayNetwork(encoding, SMALL, torch.device("cpu"))
    player.learn_from(network.folded())
    with torch.no_grad():
        for expected in (network(seen), player(seen)):
            np.testing.assert_allclose(answers, expected[0].numpy(), atol=2e-5)
            np.testing.assert_allclose(values, expected[1].numpy(), atol=2e-5)
    card = json.loads((tmp_path / NETWORK).with_suffix(".json").read_text())
    assert len(card["sha256"]) == 64
    assert session.get_modelmeta().custom_metadata_map["game"] == name


@pytest.mark.parametrize("name", ["neutreeko", "morris"])
def test_a_turned_batch_is_the_same_batch(name: str) -> None:
    """A network that counts only what no symmetry changes gives a turned position the same losses."""
    game = plyground.game(name)
    selfplay = SelfPlay(
        game, CpuBackend(), SelfPlaySettings(games=4, simulations=2, candidates=2, random_turns=6, longest=20)
    )
    selfplay.think(lambda seen: (torch.zeros(4, selfplay.encoding.answer_count), torch.zeros(4)))
    samples = selfplay.noted_samples()
    batch = batch_of(selfplay, samples)
    symmetries = Symmetries(selfplay.encoding, torch.device("cpu"))
    for number in range(len(symmetries.inputs)):
        turned = symmetries.turn(batch, number)
        assert torch.equal(turned.seen.sum((2, 3)), batch.seen.sum((2, 3)))
        assert torch.equal(turned.parts < 0, batch.parts < 0)
        answers = torch.rand(4, selfplay.encoding.answer_count)
        before = torch.zeros_like(answers).scatter(1, torch.arange(answers.shape[1]).expand_as(answers), answers)
        moved = torch.zeros_like(before).scatter(1, symmetries.answers[number].expand_as(answers), before)
        torch.testing.assert_close(move_logits(moved, turned.parts), move_logits(before, batch.parts))


def test_the_average_follows_the_weights() -> None:
    game = plyground.game("hex", size=3)
    encoding = game.encoding()
    assert encoding is not None
    trainer = Trainer(Network(encoding, SMALL), averaging=0.5)
    assert all(
        torch.equal(a, b) for a, b in zip(trainer.average.parameters(), trainer.network.parameters(), strict=True)
    )


def test_the_command_learns_goes_on_and_writes_a_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A run of a moment: what it leaves can be gone on with, played with, and written in bytes."""
    folder = tmp_path / "run"
    arguments = [
        "learn",
        "hex",
        "-o",
        "size=3",
        "--minutes",
        "0.02",
        "--device",
        "cpu",
        "--folder",
        str(folder),
        "--json",
    ]
    for _ in range(2):
        app([*arguments, "--games", "16"], standalone_mode=False)
        told = json.loads(capsys.readouterr().out)
        assert told["game"] == "hex"
        assert told["plan"]["architecture"] == {"blocks": 3, "channels": 24}
    assert "Learning hex" in (folder / "report.html").read_text()
    assert len((folder / LOG).read_text().splitlines()) == 2
    app(
        ["quantise", str(folder / NETWORK), "hex", "-o", "size=3", "--to", str(tmp_path / "small.onnx")],
        standalone_mode=False,
    )
    game = plyground.game("hex", size=3)
    exact, small = (find_network(game, str(path)) for path in (folder / NETWORK, tmp_path / "small.onnx"))
    assert small.card["precision"] == "int8"
    shown = shown_positions(game, exact, seed=5)[0]
    for one, other in zip(exact.evaluate(shown), small.evaluate(shown), strict=True):
        assert np.abs(one - other).max() < 0.2


def test_values_of_an_option_are_learned_side_by_side() -> None:
    assert read_variants(["size=9,11", "swap=off"]) == ({"size": "9", "swap": "off"}, {"size": "11", "swap": "off"})
    assert read_variants(None) == ({},)


def test_a_run_that_has_not_begun_has_done_nothing() -> None:
    assert set(asdict(TrainingProgress()).values()) == {0}
