"""Training of a small network (core/nnue.py) on positions of nnue_datagen.py, and its export to integers."""

import hashlib
import io
import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from plyground.core.contract import Words
from plyground.core.files import write_bytes, write_json
from plyground.core.game import Game
from plyground.core.nnue import ACTIVATION_ONE, OUTPUT_ONE, FeatureSet, features_of_all
from plyground.language import Message
from plyground.learn.nnue_datagen import ScoredPositions

MOST_HIDDEN, MOST_OUTPUT = 1.8, 127 / OUTPUT_ONE
"""Bounds of the weights, so that nothing overflows: 70 features at most, summed in an accumulator of 16 bits."""

HELD_OUT = 32
"""One position in this many is not learned."""

Packed = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class NnueTraining:
    """How a small network is trained."""

    width: int = 64
    epochs: int = 30
    batch: int = 16384
    rate: float = 2e-3
    belief: float = 0.7
    """Weight of the search's score against the end of the game."""
    seed: int = 0


class SmallNetwork(nn.Module):
    """The network in floating point, for training."""

    def __init__(self, features: int, width: int) -> None:
        super().__init__()
        self.features = nn.Linear(features, width)
        self.output = nn.Linear(2 * width, 1)
        nn.init.normal_(self.features.weight, std=0.1)
        nn.init.constant_(self.features.bias, 0.1)

    def forward(self, views: Tensor) -> Tensor:
        """The logit of a win for the mover; `views` are the features of the mover and of the opponent."""
        hidden = self.features(views).clamp(0, 1).square()
        return self.output(hidden.flatten(1)).squeeze(1)  # type: ignore[no-any-return]

    @torch.no_grad()
    def bound(self) -> None:
        """Keep the weights within what integers can hold."""
        self.features.weight.clamp_(-MOST_HIDDEN, MOST_HIDDEN)
        self.output.weight.clamp_(-MOST_OUTPUT, MOST_OUTPUT)


def packed_views(game: Game, known: FeatureSet, states: Words) -> Packed:
    """The features of each state in bits: the mover's view, then the opponent's, the board turned for seat 1."""
    raw, movers = np.zeros((len(states), 2, known.words), np.uint64), np.zeros(len(states), np.int64)
    features_of_all(game.rules, np.ascontiguousarray(states), raw, movers)
    bits = np.unpackbits(raw.view(np.uint8), axis=2, bitorder="little")
    bits[:, 1, known.turned] = bits[:, 1].copy()
    views = np.where(movers[:, None, None] == 1, bits[:, ::-1], bits)
    return np.packbits(views, axis=2, bitorder="little")


def all_packed_views(game: Game, states: Words, at_once: int = 1 << 16) -> Packed:
    """The views of any number of states."""
    known = game.features()
    assert known is not None
    parts = [packed_views(game, known, states[i : i + at_once]) for i in range(0, len(states), at_once)]
    return np.concatenate(parts)


def chances(scores: npt.NDArray[np.signedinteger], points: float) -> npt.NDArray[np.float64]:
    """The chance of winning for each score; `points` is the score at which the odds are e to 1."""
    return 1 / (1 + np.exp(-np.clip(scores / points, -20, 20)))


def targets(positions: ScoredPositions, points: float, belief: float) -> npt.NDArray[np.float32]:
    """The chance of winning to learn: of the search's score, and of the end of the game."""
    of_result = (positions.results + 1) / 2
    return (belief * chances(positions.scores, points) + (1 - belief) * of_result).astype(np.float32)


def unpacked(packed: Tensor, shifts: Tensor) -> Tensor:
    """Views as numbers: 1 for each feature that a view has."""
    return ((packed.unsqueeze(-1) >> shifts) & 1).flatten(2).float()


class NnueTrainer:
    """Trains a network on scored positions; one in 32 is held out to measure the loss on positions never trained on."""

    def __init__(self, game: Game, positions: ScoredPositions, plan: NnueTraining, points: float, device: str) -> None:
        torch.manual_seed(plan.seed)
        self.plan = plan
        self.views = torch.from_numpy(all_packed_views(game, positions.states)).to(device)
        self.wanted = torch.from_numpy(targets(positions, points, plan.belief)).to(device)
        held_out = torch.arange(len(self.wanted), device=device) % HELD_OUT == 0
        self.learned, self.tests = (~held_out).nonzero().squeeze(1), held_out.nonzero().squeeze(1)
        self.shifts = torch.arange(8, dtype=torch.uint8, device=device)
        self.network = SmallNetwork(8 * self.views.shape[2], plan.width).to(device)
        self.optimiser = torch.optim.Adam(self.network.parameters(), lr=plan.rate)
        steps = plan.epochs * math.ceil(len(self.learned) / plan.batch) + 1
        self.schedule = torch.optim.lr_scheduler.OneCycleLR(
            self.optimiser, plan.rate, total_steps=steps, pct_start=0.05
        )

    def loss(self, chosen: Tensor) -> Tensor:
        """The mean square error of the chance of winning."""
        chances = torch.sigmoid(self.network(unpacked(self.views[chosen], self.shifts)))
        return nn.functional.mse_loss(chances, self.wanted[chosen])

    def epoch(self) -> float:
        """Learn every position once, in random order; return the mean loss."""
        losses = []
        order = self.learned[torch.randperm(len(self.learned), device=self.learned.device)]
        for batch in torch.split(order, self.plan.batch):
            loss = self.loss(batch)
            self.optimiser.zero_grad()
            torch.autograd.backward(loss)
            self.optimiser.step()
            self.schedule.step()
            self.network.bound()
            losses.append(loss.detach())
        return torch.stack(losses).mean().item()

    @torch.no_grad()
    def tested(self) -> float:
        """The loss on the positions that are held out."""
        return torch.stack([self.loss(part) for part in torch.split(self.tests, self.plan.batch)]).mean().item()


def train(
    game: Game,
    positions: ScoredPositions,
    plan: NnueTraining,
    points: float,
    device: str = "cpu",
    on_line: Callable[[str], None] = lambda text: None,
) -> tuple[SmallNetwork, dict[str, float]]:
    """Train a network; `points` is the score at which the odds of winning are e to 1. Return it and its losses."""
    trainer, loss = NnueTrainer(game, positions, plan, points, device), math.nan
    for epoch in range(1, plan.epochs + 1):
        loss = trainer.epoch()
        on_line(Message("learn.epoch", epoch=epoch, loss=loss, held_out=trainer.tested()))
    return trainer.network, {"loss": loss, "held_out": trainer.tested()}


def integers(network: SmallNetwork, points: float) -> dict[str, Any]:
    """The arrays of the network's file: see `PARTS` in core/nnue.py."""
    with torch.no_grad():
        hidden = (network.features.weight.T * ACTIVATION_ONE).round().short().cpu().numpy()
        biases = (network.features.bias * ACTIVATION_ONE).round().short().cpu().numpy()
        output = (network.output.weight[0] * OUTPUT_ONE).round().short().cpu().numpy()
        last = round(network.output.bias.item() * OUTPUT_ONE * ACTIVATION_ONE**2)
    parts = {"features": hidden, "biases": biases, "output": output}
    return {name: np.ascontiguousarray(part) for name, part in parts.items()} | {
        "last": np.array([last, round(points)], np.int64)
    }


def write_network(path: Path, parts: dict[str, Any], card: dict[str, Any]) -> None:
    """Write the network's file and its card."""
    content = io.BytesIO()
    np.savez_compressed(content, allow_pickle=False, **parts)
    write_bytes(path, content.getvalue())
    write_json(path.with_suffix(".json"), {"sha256": hashlib.sha256(content.getvalue()).hexdigest()} | card)
