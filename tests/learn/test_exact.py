"""Learning from exact values: what is taught, and how mistakes are counted."""

import numpy as np
import pytest
import torch

import plyground
from plyground.learn.backend import CpuBackend
from plyground.learn.exact import ExactExamples, ExactTrainer, good_moves
from plyground.learn.network import Architecture
from plyground.solve.sample import Sample

GAME = plyground.game("morris")


def examples() -> ExactExamples:
    """Positions with one and two men; in both, the third move wins and every other one loses."""
    first = GAME.start().play("a4")
    states = np.stack([first.state, first.play("d3").state])
    after = np.full(23 + 22, 5, np.int16)
    after[[2, 23 + 2]] = -2
    sample = Sample(states, np.array([3, 3], np.int16), np.array([23, 22]), after)
    return ExactExamples(GAME, CpuBackend(), [sample])


def policy(*after: int) -> list[float]:
    values = torch.tensor([after])
    return [round(share, 3) for share in good_moves(values, torch.ones_like(values, dtype=torch.bool))[0].tolist()]


def test_quick_wins_are_taught_before_slow_ones_and_others_not_at_all() -> None:
    assert policy(-3, -3, 0, 7) == [0.5, 0.5, 0, 0]
    quick, slow, drawn = policy(-2, -6, 0)
    assert quick / slow == pytest.approx(np.e, abs=0.02)
    assert drawn == 0


def test_all_moves_that_hold_a_draw_are_alike_and_slow_losses_are_better() -> None:
    assert policy(0, 5, 0, 9) == [0.5, 0, 0.5, 0]
    quick, slow = policy(2, 6)
    assert slow / quick == pytest.approx(np.e, abs=0.02)


def test_missing_moves_are_not_taught() -> None:
    after, real = torch.tensor([[4, 0]]), torch.tensor([[True, False]])
    assert good_moves(after, real).tolist() == [[1, 0]]


def test_a_batch_is_the_position_with_its_moves_and_its_result() -> None:
    batch = examples().batch(torch.tensor([1, 0]))
    assert batch.counts.tolist() == [22, 23]
    assert batch.results.tolist() == [1, 1]
    assert batch.policies.argmax(1).tolist() == [2, 2]
    assert batch.seen[:, :2].sum((2, 3)).tolist() == [[1, 1], [0, 1]]  # own and enemy men


def test_a_network_learns_the_winning_move_and_mistakes_are_counted() -> None:
    taught = examples()
    trainer = ExactTrainer(taught, Architecture(1, 8), rate=0.02, batch_size=16)
    lines: list[dict[str, float]] = []
    everything = torch.arange(2)
    for _ in range(60):
        trainer.trainer.learn(taught.batch(everything))
    found = trainer.errors(taught, everything)
    assert (found.positions, found.possible) == (2, 2)
    assert found.mistakes == 0
    trainer.train(1e-9, lines.append)
    assert lines == []
    taught.after.neg_()  # now what it learned loses
    assert trainer.errors(taught, everything).mistakes == 2
