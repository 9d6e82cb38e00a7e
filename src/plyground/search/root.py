"""The root of a search: value its moves one by one, keep the best lines."""

from typing import Any, NamedTuple

import numpy as np

from plyground.core.contract import Words, contract
from plyground.core.jit import kernel
from plyground.search.score import INFINITE
from plyground.search.stack import (
    ESTIMATES,
    MOST_PLIES,
    STOP,
    Numbers,
    SearchContext,
    Stack,
    extend_line,
    generate,
    make_turn,
)
from plyground.search.trace import enter, leave, look_at

UNSEEN = -INFINITE - 1
"""The value of a move of the root that the last search did not come to."""


class RootMoves(NamedTuple):
    """What is known of the moves of the root, by their index in the game's order."""

    values: Numbers
    exact: Numbers
    """1 where the value is the move's own, 0 where it is only known not to be better than others."""
    estimated: Numbers
    """1 where estimates went into the value: a draw is then not proved."""
    lines: Words
    lengths: Numbers
    best: Numbers
    """The best values so far, as many as are wanted; a move that beats the last of them is valued exactly."""


def new_roots(room: int, wanted: int) -> RootMoves:
    """Room for the moves of a root, of which the `wanted` best are valued exactly."""
    return RootMoves(
        best=np.full(wanted, -INFINITE, np.int64),
        values=np.full(room, -INFINITE, np.int64),
        exact=np.zeros(room, np.int64),
        estimated=np.ones(room, np.int64),
        lines=np.zeros((room, MOST_PLIES + 2), np.uint64),
        lengths=np.zeros(room, np.int64),
    )


@contract
def look(algorithm: Any, context: SearchContext, ply: int, depth: int, alpha: int, beta: int) -> int:
    """The value of states[ply] for its mover, `depth` moves ahead; outside of alpha and beta a bound is enough."""


@kernel
def keep_line(stack: Stack, roots: RootMoves, index: int) -> None:
    """Copy the best line from the root to the row of its first move."""
    length = stack.lengths[0]
    for i in range(length):
        roots.lines[index, i] = stack.lines[0, i]
    roots.lengths[index] = length


@kernel
def note_value(stack: Stack, roots: RootMoves, index: int, value: int) -> None:
    """Note the value of a root's move, and, if it is among the best so far, its line."""
    alpha = roots.best[-1]
    roots.values[index] = value
    roots.exact[index] = 1 if value > alpha else 0
    if value > alpha:
        place = len(roots.best) - 1
        while place > 0 and roots.best[place - 1] < value:
            roots.best[place] = roots.best[place - 1]
            place -= 1
        roots.best[place] = value
        extend_line(stack, 0, stack.moves[0, index])
        keep_line(stack, roots, index)


@kernel
def search_root(algorithm: Any, context: SearchContext, depth: int, roots: RootMoves) -> int:
    """Value the moves of the root in order, the best exactly; how many there are, or were before a stop."""
    stack, recorder = context.stack, context.recorder
    count = generate(context, 0)
    enter(recorder, 0, np.uint64(0), depth, -INFINITE, INFINITE)
    for i in range(count):
        alpha = roots.best[-1]
        make_turn(context, 0, i)
        enter(recorder, 1, stack.moves[0, i], depth - 1, -INFINITE, -alpha)
        estimates = stack.counters[ESTIMATES]
        value = -look(algorithm, context, 1, depth - 1, -INFINITE, -alpha)
        roots.estimated[i] = 1 if stack.counters[ESTIMATES] != estimates else 0
        leave(recorder, 1, -value)
        look_at(recorder, 0, count, i + 1)
        if stack.counters[STOP] != 0:
            return i
        note_value(stack, roots, i, value)
    leave(recorder, 0, roots.best[0])
    return count
