"""The Gumbel search: its schedule, what it finds, and that the kernels for a GPU do what those for a CPU do."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch
from torch import Tensor

import plyground
from plyground.core.contract import planes
from plyground.learn.backend import CpuBackend
from plyground.learn.selfplay import SelfPlay, SelfPlaySettings
from plyground.search.mcts.gumbel import halving_schedule, lay_out
from plyground.search.onnx_network import encoding_of
from tests.learn.traces import trace
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]


def test_all_candidates_are_looked_at_and_then_the_better_half() -> None:
    schedule = halving_schedule(4, 8)
    assert schedule[4].tolist() == [0, 0, 0, 0, 1, 1, 2, 2]
    assert schedule[1].tolist() == list(range(8))
    assert all(len(row) == 8 for row in schedule)


def test_every_move_has_its_place_in_the_output() -> None:
    position = plyground.game("hex", size=3, swap=False).start()
    encoding = encoding_of(position.game)
    seen, parts = np.zeros(encoding.shape, np.uint8), np.zeros((12, 2), np.int64)
    assert lay_out(position.game.rules, position.state, seen, parts, np.zeros(12, np.uint64)) == 9
    assert parts.tolist() == [*([cell, -1] for cell in range(9)), *[[-1, -1]] * 3]


def test_a_win_in_one_is_found_without_a_network() -> None:
    game = plyground.game("hex", size=3, swap=False)
    selfplay = SelfPlay(
        game, CpuBackend(), SelfPlaySettings(games=8, simulations=24, candidates=9, random_turns=0, longest=10)
    )
    for tree in range(8):
        selfplay.set_position(tree, game.position("r../rb./..b r"))
    selfplay.think(lambda seen: (torch.zeros(8, 18), torch.zeros(8)))
    moves = {str(move): place for place, move in enumerate(game.position("r../rb./..b r").moves)}
    assert selfplay.policies[:, moves["a3"]].min() > 0.9
    torch.testing.assert_close(selfplay.policies.sum(1), torch.ones(8))


def test_the_network_sees_each_root_first_and_every_simulation_is_one_visit() -> None:
    game = plyground.game("hex", size=3, swap=False)
    selfplay = SelfPlay(
        game, CpuBackend(), SelfPlaySettings(games=8, simulations=24, candidates=9, random_turns=0, longest=10)
    )
    shown: list[Tensor] = []

    def evaluate(seen: Tensor) -> tuple[Tensor, Tensor]:
        shown.append(seen.clone())
        return torch.zeros(8, 18), torch.zeros(8)

    for _ in range(2):  # the second tree must not remember the first
        shown.clear()
        selfplay.think(evaluate)
        for tree in range(8):
            root = np.zeros(selfplay.encoding.shape, np.uint8)
            planes(game.rules, selfplay._tensors["states"][tree].numpy().view(np.uint64), root)
            assert np.array_equal(shown[0][tree].numpy(), root)
            count = int(selfplay._tensors["width"][tree, 0])
            assert int(selfplay._tensors["visits"][tree, :count].sum()) == 24
        selfplay.move()


def test_a_game_without_end_is_a_draw() -> None:
    """Both slide to and fro, since the network wants nothing else; the third time is a draw."""
    game = plyground.game("neutreeko")
    selfplay = SelfPlay(
        game, CpuBackend(), SelfPlaySettings(games=2, simulations=2, candidates=1, random_turns=0, longest=100)
    )

    def evaluate(seen: Tensor) -> tuple[Tensor, Tensor]:
        logits = torch.linspace(0, 4000, selfplay.encoding.answer_count).repeat(2, 1)
        return logits, torch.zeros(2)

    position, plies = game.start(), 0
    while position.outcome is None:
        selfplay.think(evaluate)
        value = int(np.asarray(selfplay.chosen)[0])
        position = position.play(next(move for move in position.moves if move.value == value))
        selfplay.move()
        plies += 1
    over, results = selfplay.results
    assert selfplay.lengths.tolist() == [plies, plies]
    assert over.tolist() == [True, True]
    winner = position.outcome.winner
    assert results.tolist() == [0 if winner is None else 1 - 2 * winner] * 2


@pytest.mark.parametrize("name", ["hex", "neutreeko"])
def test_the_kernels_for_a_gpu_do_the_same(name: str) -> None:
    plies = 5
    simulated = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-W", "ignore", "tests/learn/traces.py", name, str(plies)]
    done = subprocess.run(
        command, cwd=ROOT, env=simulated, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr
    options = {"size": 3} if name == "hex" else {}
    game = plyground.game(name, **options)
    assert json.loads(done.stdout) == json.loads(json.dumps(trace(game, CpuBackend(), plies)))
