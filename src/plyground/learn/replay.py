"""Replay buffer: positions of recent games, each with its search policy and game result."""

from typing import NamedTuple

import torch
from torch import Tensor

from plyground.learn.backend import Backend


class Samples(NamedTuple):
    """Positions with their training targets."""

    states: Tensor
    policies: Tensor
    """In the order of the legal moves."""
    results: Tensor
    """1 if the mover went on to win, -1 if the mover lost, 0 for a draw."""


class ReplayBuffer:
    """A ring buffer of samples: new ones replace the oldest."""

    def __init__(self, backend: Backend, room: int, words: int, width: int) -> None:
        self.samples = Samples(
            backend.zeros(room, words, dtype=torch.int64),
            backend.zeros(room, width, dtype=torch.float16),
            backend.zeros(room, dtype=torch.int8),
        )
        self.room, self.added = room, 0

    def __len__(self) -> int:
        return min(self.room, self.added)

    def add(self, samples: Samples) -> None:
        """Add new samples."""
        count = len(samples.results)
        places = (torch.arange(count, device=samples.results.device) + self.added) % self.room
        for kept, new in zip(self.samples, samples, strict=True):
            kept[places] = new.to(kept.dtype)
        self.added += count

    def draw(self, count: int) -> Samples:
        """Draw `count` samples at random."""
        at = torch.randint(len(self), (count,), device=self.samples.results.device)
        return Samples(*(kept[at] for kept in self.samples))
