"""The root of a search: values its moves one by one and keeps the best lines."""

from typing import Any, NamedTuple

import numpy as np

from plyground.core.contract import Words, contract
from plyground.core.jit import kernel
from plyground.core.position import Position
from plyground.search.result import Line, moves_of
from plyground.search.score import INFINITE, PROVED, Proves, score_of
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
"""Value of a root move that the last search did not reach."""


class RootMoves(NamedTuple):
    """Values and lines of the root moves, by index in generation order."""

    values: Numbers
    exact: Numbers
    """1 if the value is exact, 0 if it is only an upper bound."""
    estimated: Numbers
    """1 if the value depends on estimates: a draw is then not proved."""
    lines: Words
    lengths: Numbers
    best: Numbers
    """The best values so far, one per requested line; a move that beats the last of them is valued exactly."""


def new_roots(room: int, wanted: int) -> RootMoves:
    """Room for the root moves; the `wanted` best are valued exactly."""
    return RootMoves(
        best=np.full(wanted, -INFINITE, np.int64),
        values=np.full(room, -INFINITE, np.int64),
        exact=np.zeros(room, np.int64),
        estimated=np.ones(room, np.int64),
        lines=np.zeros((room, MOST_PLIES + 2), np.uint64),
        lengths=np.zeros(room, np.int64),
    )


@contract
def node_value(algorithm: Any, context: SearchContext, ply: int, depth: int, alpha: int, beta: int) -> int:  # type: ignore[empty-body]
    """Value of states[ply] for its mover, `depth` plies ahead; outside the window a bound is enough."""


@kernel
def keep_line(stack: Stack, roots: RootMoves, index: int) -> None:
    """Copy the best line from the root to the row of its first move."""
    length = stack.lengths[0]
    for i in range(length):
        roots.lines[index, i] = stack.lines[0, i]
    roots.lengths[index] = length


@kernel
def note_value(stack: Stack, roots: RootMoves, index: int, value: int) -> None:
    """Note the value of a root move, and its line if it is among the best so far."""
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
def keep_only(stack: Stack, count: int, only: Words) -> int:
    """Keep those root moves that are named, in generation order, and all if none is; return their number."""
    if only.size == 0:
        return count
    kept = 0
    for i in range(count):
        move = stack.moves[0, i]
        for wanted in only:
            if move == wanted:
                stack.moves[0, kept] = move
                kept += 1
    return kept


@kernel
def search_root(algorithm: Any, context: SearchContext, depth: int, roots: RootMoves, only: Words) -> int:
    """Value the root moves in order, the best exactly; return the number valued before a stop.

    `only` has the root moves to choose between; all if it is empty.
    """
    stack, recorder = context.stack, context.recorder
    count = keep_only(stack, generate(context, 0), only)
    enter(recorder, 0, np.uint64(0), depth, -INFINITE, INFINITE)
    for i in range(count):
        alpha = roots.best[-1]
        make_turn(context, 0, i)
        enter(recorder, 1, stack.moves[0, i], depth - 1, -INFINITE, -alpha)
        estimates = stack.counters[ESTIMATES]
        value = -node_value(algorithm, context, 1, depth - 1, -INFINITE, -alpha)
        roots.estimated[i] = 1 if stack.counters[ESTIMATES] != estimates else 0
        leave(recorder, 1, -value)
        look_at(recorder, 0, count, i + 1)
        if stack.counters[STOP] != 0:
            return i
        note_value(stack, roots, i, value)
    leave(recorder, 0, roots.best[0])
    return count


def _knows_all(roots: RootMoves, count: int) -> bool:
    """True if no root move depends on estimates: a drawing move is the best one only if no other may be better."""
    estimated = roots.estimated[:count] != 0
    return not np.any(estimated & (roots.values[:count] > -PROVED))


def line_of(roots: RootMoves, index: int, position: Position, proves: Proves) -> Line:
    """The line that begins with a root move, with its score."""
    moves = [int(move) for move in roots.lines[index, : roots.lengths[index]]]
    score = score_of(int(roots.values[index]), proves, to_the_end=_knows_all(roots, len(position.moves)))
    return Line(moves_of(position, moves), score)
