"""Learning from exact values: a network learns the best moves and the results of positions of a solved game."""

import math
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from plyground.core.contract import Words
from plyground.core.game import Game
from plyground.learn.backend import Backend
from plyground.learn.network import Architecture, Network
from plyground.learn.train import Symmetries, Trainer, TrainingBatch, move_logits
from plyground.search.onnx_network import encoding_of

Integers = npt.NDArray[np.signedinteger]

WIDTH = 96
"""Maximum number of moves of a position that is learned."""
PATIENCE = 4.0
"""Plies by which a win may be longer, or a loss shorter, for a move to count a third as much as the best."""


class SolvedPositions(Protocol):
    """Positions with exact values, as in solve/sample.py."""

    @property
    def states(self) -> Words:
        """A row of words for each position."""

    @property
    def values(self) -> Integers:
        """Exact values for the mover: positive for a win, the larger the longer; 0 for a draw."""

    @property
    def counts(self) -> Integers:
        """Number of moves of each position."""

    @property
    def after(self) -> Integers:
        """The values after each move, for the next mover."""


def classes(values: Tensor) -> Tensor:
    """Win, draw or loss as 1, 0 or -1."""
    return values.float().sign()


def good_moves(after: Tensor, real: Tensor) -> Tensor:
    """The policy to learn, from the values after each move: moves that keep the value, above all quick wins."""
    kept = classes(-after).masked_fill(~real, -2)
    best = kept.amax(1, keepdim=True)
    loses = torch.where(best == 0, 0.0, after.float().abs() * best)
    wanted = (-loses / PATIENCE).masked_fill(kept != best, -math.inf)
    return wanted.softmax(1)


class ExactExamples:
    """Positions with exact values, as training batches."""

    def __init__(self, game: Game, backend: Backend, samples: Sequence[SolvedPositions]) -> None:
        self.game, self.backend, self.encoding = game, backend, encoding_of(game)
        self.rules = backend.constant(game.rules)
        self.states, self.values, self.counts, after = (
            torch.from_numpy(np.concatenate(part)) for part in zip(*map(_signed, samples), strict=True)
        )
        self.starts = self.counts.cumsum(0) - self.counts
        self.fit = torch.nonzero((self.counts > 0) & (self.counts <= WIDTH)).flatten()
        """The positions that can be learned."""
        self.after = torch.cat([after, after.new_zeros(WIDTH)]).to(backend.device)
        parts = (self.states, self.values, self.counts, self.starts, self.fit)
        self.states, self.values, self.counts, self.starts, self.fit = (part.to(backend.device) for part in parts)

    def after_of(self, chosen: Tensor) -> tuple[Tensor, Tensor]:
        """The values after each move of positions, and which of them are real."""
        columns = torch.arange(WIDTH, device=chosen.device)
        real = columns < self.counts[chosen, None]
        return self.after[self.starts[chosen, None] + columns], real

    def batch(self, chosen: Tensor) -> TrainingBatch:
        """A training batch of positions."""
        backend, count = self.backend, len(chosen)
        seen = backend.zeros(count, *self.encoding.shape, dtype=torch.uint8)
        parts = backend.zeros(count, WIDTH, self.encoding.most_parts, dtype=torch.int32)
        counts = backend.zeros(count, dtype=torch.int32)
        buffer = backend.zeros(count, self.game.usual_moves, dtype=torch.int64)
        states = self.states[chosen].contiguous()
        arrays = [backend.view(each) for each in (states, seen, parts, counts, buffer)]
        backend.run("lay_out_all", count, self.rules, *arrays)
        return TrainingBatch(seen, parts, counts, good_moves(*self.after_of(chosen)), classes(self.values[chosen]))


def _signed(sample: SolvedPositions) -> tuple[np.ndarray, ...]:
    """Words as torch has them."""
    return sample.states.view(np.int64), sample.values, sample.counts, sample.after


class Errors(NamedTuple):
    """How often a network's favourite move is a mistake."""

    positions: int
    mistakes: int
    """Moves that throw away a win or a draw."""
    possible: int
    """Positions in which some move does."""
    value_loss: float


class ExactTrainer:
    """Trains a network on examples, with a learning rate that falls to zero at the end of the time."""

    def __init__(
        self, examples: ExactExamples, architecture: Architecture, rate: float = 2e-3, batch_size: int = 4096
    ) -> None:
        torch.manual_seed(1)
        network = Network(examples.encoding, architecture).to(examples.backend.device)
        self.examples, self.rate, self.batch_size = examples, rate, batch_size
        self.trainer = Trainer(network, rate, averaging=0.999)
        self.symmetries = Symmetries(examples.encoding, examples.backend.device)

    def train(self, seconds: float, on_line: Callable[[dict[str, float]], None], every: int = 500) -> None:
        """Train for a time."""
        begun, losses, fit = time.perf_counter(), list[Tensor](), self.examples.fit
        while (spent := time.perf_counter() - begun) < seconds:
            self.trainer.rate = self.rate * 0.5 * (1 + math.cos(math.pi * spent / seconds))
            chosen = fit[torch.randint(len(fit), (self.batch_size,), device=fit.device)]
            losses.append(self.trainer.learn(self.symmetries.turn(self.examples.batch(chosen))))
            if self.trainer.steps % every == 0:
                policy, value = torch.stack(losses).mean(0).tolist()
                on_line({"steps": self.trainer.steps, "seconds": spent, "policy_loss": policy, "value_loss": value})
                losses = []

    def errors(self, examples: ExactExamples, chosen: Tensor) -> Errors:
        """The mistakes of the averaged network in some positions."""
        network, found = self.trainer.average.eval(), list[list[float]]([[0.0, 0.0, 0.0]])
        with torch.inference_mode():
            for part in torch.split(chosen, self.batch_size):
                batch = examples.batch(part)
                answers, values = network(batch.seen.float())
                after, real = examples.after_of(part)
                kept = classes(-after)
                picked = kept.gather(1, move_logits(answers, batch.parts).argmax(1, keepdim=True)).squeeze(1)
                worst = kept.masked_fill(~real, 2).amin(1)
                wrong, possible = picked < batch.results, worst < batch.results
                found.append([float(part.sum()) for part in (wrong, possible, (values - batch.results) ** 2)])
        mistakes, possible_ones, loss = torch.tensor(found).sum(0).tolist()
        return Errors(len(chosen), int(mistakes), int(possible_ones), loss / max(len(chosen), 1))
