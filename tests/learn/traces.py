"""A few plies of self-play with a network that is none: a number for each answer, made of the planes alone.

    python tests/learn/traces.py GAME PLIES

prints what the CUDA kernels do, under Numba's simulator if NUMBA_ENABLE_CUDASIM is set.
"""

import json
import sys
from typing import Any

import torch
from torch import Tensor

import plyground
from plyground.learn.backend import Backend, CpuBackend
from plyground.learn.selfplay import SelfPlay, SelfPlaySettings

MANNER = SelfPlaySettings(games=3, simulations=6, candidates=4, random_turns=2, longest=12)


class SimulatedBackend(CpuBackend):
    """The kernels of learn/gumbel_cuda.py on the memory of a CPU."""

    def __init__(self) -> None:
        super().__init__()
        from plyground.learn import gumbel_cuda

        self.steps = gumbel_cuda

    def run(self, step: str, trees: int, *arguments: Any) -> None:
        """One block with a thread for each tree."""
        getattr(self.steps, step)[1, trees](*arguments)


def made_up(answers: int) -> Any:
    """A network that is none."""

    def evaluate(seen: Tensor) -> tuple[Tensor, Tensor]:
        flat = seen.flatten(1).double()
        mixed = (flat * torch.arange(1, flat.shape[1] + 1)).sum(1)
        policy = torch.sin(mixed[:, None] * torch.arange(1, answers + 1))
        return policy.float().contiguous(), torch.cos(mixed).float().contiguous()

    return evaluate


def trace(game: Any, backend: Backend, plies: int) -> list[Any]:
    """The moves, policies and states of all games, ply by ply."""
    selfplay = SelfPlay(game, backend, MANNER, seed=7)
    seen: list[Any] = []
    for _ in range(plies):
        selfplay.play(made_up(selfplay.encoding.answer_count))
        policies = [[round(share, 4) for share in row] for row in selfplay.policies.tolist()]
        seen.append([policies, selfplay.lengths.tolist(), selfplay.seen.flatten(1).sum(1).tolist()])
    return seen


if __name__ == "__main__":
    options = {"size": 3} if sys.argv[1] == "hex" else {}
    print(json.dumps(trace(plyground.game(sys.argv[1], **options), SimulatedBackend(), int(sys.argv[2]))))
