"""Null move pruning: if passing the turn still holds beta, a real move will.

The assumption fails in zugzwang, so it is for games in which a turn never harms, or hardly ever: Hex and Block It.
"""

from plyground.core.contract import QUIET, fingerprint, forcing, passed
from plyground.core.jit import inlined
from plyground.core.pointers import borrowed
from plyground.search.engine.context import NodeContext
from plyground.search.engine.features import NULL_MOVE
from plyground.search.engine.ordering import follows_null_move, note_null_move
from plyground.search.score import PROVED
from plyground.search.stack import ESTIMATES, MOST_PLIES, estimate
from plyground.search.trace import is_tracing

LEAST_NULL_DEPTH = 4
NULL_REDUCTION = 2
"""Plies by which the search after a null move is shallower than after a move."""


@inlined
def make_null_move(lent: NodeContext, ply: int, depth: int, alpha: int, beta: int) -> bool:
    """Pass the turn where pruning is worth a try: the estimate holds beta, nothing is forced or proved; else False."""
    thread, context = borrowed(lent)
    if not thread.features & NULL_MOVE or depth < LEAST_NULL_DEPTH or beta - alpha != 1 or abs(beta) >= PROVED:
        return False
    stack, history = context.stack, context.history
    if is_tracing(context.recorder) or ply + 2 >= MOST_PLIES or follows_null_move(thread.move_history, ply):
        return False
    if forcing(context.rules, stack.states[ply]) != QUIET or estimate(context, ply) < beta:
        return False
    passed(context.rules, stack.states[ply], stack.states[ply + 1])
    note_null_move(thread.move_history, ply + 1)
    history.past[history.root_at + ply + 1] = fingerprint(context.rules, stack.states[ply + 1])
    history.quiet[ply + 1] = 0
    return True


@inlined
def count_as_estimate(lent: NodeContext) -> None:
    """A cut-off by a null move proves nothing."""
    borrowed(lent).context.stack.counters[ESTIMATES] += 1
