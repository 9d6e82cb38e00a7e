"""Gumbel search on a GPU: search/mcts/gumbel.py with one thread per tree, with the same steps as gumbel_cpu.py.

The rules are the game's own, compiled for CUDA from the same source as for the CPU.
"""

from typing import Any

from plyground.core.cuda_memory import is_available, on_device
from plyground.search.mcts import gumbel, gumbel_games

from numba import cuda  # isort: skip  # after cuda_memory, which patches NumPy for it

__all__ = ["is_available", "on_device"]

THREADS = 32
"""Threads per block. One warp: trees vary widely, so small blocks keep more of the GPU busy."""


@cuda.jit
def begin_all(rules, start, games, turns, spare, buffer):  # type: ignore[no-untyped-def]
    """Begin the games whose number of random turns is not negative."""
    tree = cuda.grid(1)
    if tree < len(turns) and turns[tree] >= 0:
        gumbel_games.begin(rules, start, games, tree, turns[tree], spare[tree], buffer[tree])


@cuda.jit
def plant_all(rules, games, forest, seen):  # type: ignore[no-untyped-def]
    """Reset all trees."""
    tree = cuda.grid(1)
    if tree < len(seen):
        gumbel.plant(rules, games, forest, tree, seen[tree])


@cuda.jit
def draw_all(search, forest):  # type: ignore[no-untyped-def]
    """Draw the candidates at all roots."""
    tree = cuda.grid(1)
    if tree < len(forest.depth):
        gumbel.draw_candidates(search, forest, tree)


@cuda.jit
def descend_all(rules, search, games, forest, simulation, seen):  # type: ignore[no-untyped-def]
    """Descend all trees."""
    tree = cuda.grid(1)
    if tree < len(seen):
        gumbel.descend(rules, search, games, forest, tree, simulation, seen[tree])


@cuda.jit
def back_up_all(rules, forest, answers, values):  # type: ignore[no-untyped-def]
    """Back up the network's evaluations in all trees."""
    tree = cuda.grid(1)
    if tree < len(values):
        gumbel.back_up(rules, forest, tree, answers[tree], values[tree])


@cuda.jit
def decide_all(search, forest, policies, chosen):  # type: ignore[no-untyped-def]
    """The moves to play, and the policies after the search."""
    tree = cuda.grid(1)
    if tree < len(chosen):
        chosen[tree] = gumbel.decide(search, forest, tree, policies[tree])


@cuda.jit
def advance_all(rules, search, games, chosen, spare):  # type: ignore[no-untyped-def]
    """Play the chosen moves."""
    tree = cuda.grid(1)
    if tree < len(chosen):
        gumbel_games.advance(rules, search, games, tree, chosen[tree], spare[tree])


@cuda.jit
def lay_out_all(rules, states, seen, parts, counts, buffer):  # type: ignore[no-untyped-def]
    """Network input for each state, and the answer numbers of its moves."""
    at = cuda.grid(1)
    if at < len(states):
        counts[at] = gumbel.lay_out(rules, states[at], seen[at], parts[at], buffer[at])


class _Words:
    """A view of a tensor's signed words as unsigned ones, which torch barely supports."""

    def __init__(self, tensor: Any) -> None:
        self.tensor = tensor
        self.__cuda_array_interface__ = dict(tensor.__cuda_array_interface__, typestr="<u8")


def view(tensor: Any) -> Any:
    """A GPU tensor as a kernel argument; 64-bit integers become unsigned words."""
    return cuda.as_cuda_array(_Words(tensor) if str(tensor.dtype) == "torch.int64" else tensor)


def launch(step: Any, trees: int, *arguments: Any) -> None:
    """Run a step for `trees` trees, on torch's current stream."""
    import torch

    stream = cuda.external_stream(torch.cuda.current_stream().cuda_stream)
    step[-(-trees // THREADS), THREADS, stream](*arguments)
