"""Minimax: search every line to a fixed depth; each player chooses their best move.

In negamax form: values are for the player to move, and change sign at every ply.
"""

from typing import NamedTuple

from plyground.core.contract import rule
from plyground.core.jit import kernel
from plyground.search.leaf_tables import UNPROVED
from plyground.search.root import node_value
from plyground.search.score import INFINITE
from plyground.search.stack import (
    SearchContext,
    end_line,
    extend_line,
    generate,
    leaf_value,
    make_turn,
    must_stop,
    settled_value,
)
from plyground.search.trace import enter, leave, look_at


class Minimax(NamedTuple):
    """The settings of the search."""

    searcher: bool
    """True if leaves are evaluated for the player at the root, False for their own mover."""


@kernel
def minimax_value(searcher: bool, context: SearchContext, ply: int, depth: int) -> int:
    """Value of states[ply] for its mover, `depth` plies ahead."""
    stack, recorder = context.stack, context.recorder
    end_line(stack, ply)
    if must_stop(stack):
        return 0
    value = settled_value(context, ply)
    if value != UNPROVED:
        return value
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


@rule(node_value)
def minimax_node(algorithm: Minimax, context: SearchContext, ply: int, depth: int, alpha: int, beta: int) -> int:
    """Minimax, which ignores the window."""
    return minimax_value(algorithm.searcher, context, ply, depth)
