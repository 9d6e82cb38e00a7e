"""Minimax: look at every line of a given length, and let each player choose what is best for them.

Values are always for the player to move, so that one function serves both: what is good for one is as bad for the
other. The `recorder` keeps the tree for those who want to see it.
"""

from typing import NamedTuple

from plyground.core.contract import rule
from plyground.core.jit import kernel
from plyground.core.outcome import NOBODY_YET
from plyground.search.root import look
from plyground.search.score import INFINITE
from plyground.search.stack import (
    SearchContext,
    decided_at,
    decided_value,
    end_line,
    extend_line,
    generate,
    leaf_value,
    make_turn,
    must_stop,
)
from plyground.search.trace import enter, leave, look_at


class Minimax(NamedTuple):
    """The whole tree, nothing left out."""

    searcher: bool
    """Whether leaves are judged as the player at the root sees them, or else as their own mover does."""


@kernel
def minimax_value(searcher: bool, context: SearchContext, ply: int, depth: int) -> int:
    """The value of states[ply] for its mover, looking `depth` moves ahead."""
    rules, stack, recorder = context.rules, context.stack, context.recorder
    end_line(stack, ply)
    if must_stop(stack):
        return 0
    decided = decided_at(context, ply)
    if decided != NOBODY_YET:
        return decided_value(rules, stack.states[ply], decided, ply)
    if depth == 0:
        return leaf_value(searcher, context, ply)
    best = -INFINITE
    count = generate(context, ply)
    for i in range(count):
        make_turn(context, ply, i)
        enter(recorder, ply + 1, stack.moves[ply, i], depth - 1, -INFINITE, INFINITE)
        value = -minimax_value(searcher, context, ply + 1, depth - 1)
        leave(recorder, ply + 1, -value)
        if value > best:
            best = value
            extend_line(stack, ply, stack.moves[ply, i])
    look_at(recorder, ply, count, count)
    return best


@rule(look)
def look_everywhere(algorithm: Minimax, context: SearchContext, ply: int, depth: int, alpha: int, beta: int) -> int:
    """Minimax has no window."""
    return minimax_value(algorithm.searcher, context, ply, depth)
