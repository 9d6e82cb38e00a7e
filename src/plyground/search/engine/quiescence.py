"""Quiescence search: beyond the last ply, follow forcing moves until the position is quiet."""

from plyground.core.contract import ALL_FORCE, QUIET, forcing, urgency, winner
from plyground.core.jit import inlined, kernel
from plyground.core.outcome import NOBODY_YET
from plyground.core.pointers import borrowed
from plyground.search.engine.context import NodeContext, enter_node, repetition_value
from plyground.search.engine.features import QUIESCENCE
from plyground.search.repetition import is_drawn, note_position
from plyground.search.score import INFINITE
from plyground.search.stack import ESTIMATES, MOST_PLIES, end_line, estimate, extend_line, generate, make

QUIESCENCE_PLIES = 12


@inlined
def force_at(lent: NodeContext, ply: int, plies: int) -> int:
    """The kind of forcing moves available to the mover; `QUIET` if none should be searched."""
    thread, context = borrowed(lent)
    if plies <= 0 or not thread.features & QUIESCENCE:
        return QUIET
    return forcing(context.rules, context.stack.states[ply])


@kernel
def quiescence_value(lent: NodeContext, ply: int, plies: int, alpha: int, beta: int) -> int:
    """Value of states[ply] after at most `plies` forcing moves.

    Unless every move is forced, the mover may stand pat: the estimate is a lower bound.
    """
    known, value = enter_node(borrowed(lent).context, ply)
    if known:
        return value
    force = force_at(lent, ply, plies)
    best = -INFINITE
    if force != ALL_FORCE:
        best = estimate(borrowed(lent).context, ply)
        if force == QUIET or best >= beta:
            return best
    for i in range(generate(borrowed(lent).context, ply)):
        context = borrowed(lent).context
        stack = context.stack
        if force != ALL_FORCE and urgency(context.rules, stack.states[ply], stack.moves[ply, i]) == 0:
            continue
        make(context, ply, i)
        value = -quiescence_value(lent, ply + 1, plies - 1, -beta, -max(alpha, best))
        if value > best:
            best = value
            extend_line(stack, ply, stack.moves[ply, i])
            if best >= beta:
                break
    return best


@inlined
def horizon_value(lent: NodeContext, ply: int, rank: int, alpha: int, beta: int) -> int:
    """Value of states[ply] at the search horizon, reached by the move at `rank` of the previous ply."""
    thread, context = borrowed(lent)
    history, stack = context.history, context.stack
    if history.on_the_brink or 0 < history.quiet_limit <= history.quiet[ply - 1] + 1:
        note_position(history, context.rules, stack.states[ply - 1], stack.moves[ply - 1, rank], stack.states[ply], ply)
        if is_drawn(history, ply) and winner(context.rules, stack.states[ply]) == NOBODY_YET:
            end_line(stack, ply)
            stack.counters[ESTIMATES] += 1
            return repetition_value(thread, ply)
    return quiescence_value(lent, ply, min(QUIESCENCE_PLIES, MOST_PLIES - ply), alpha, beta)
