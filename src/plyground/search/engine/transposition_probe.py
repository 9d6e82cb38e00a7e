"""Probing the transposition table at a node, and storing results."""

import numpy as np

from plyground.core.bits import ZERO
from plyground.core.jit import inlined, kernel
from plyground.core.pointers import borrowed
from plyground.search.engine.context import NodeContext, repetition_value
from plyground.search.engine.features import DEEPER_ENTRIES, REPETITION, TABLE
from plyground.search.engine.transposition import (
    EXACT,
    HINT,
    LOWER,
    NO_MOVE,
    UPPER,
    bound_in,
    depth_in,
    estimated_in,
    find,
    index_in,
    is_proof,
    store,
    value_in,
)
from plyground.search.repetition import is_repetition, key_at
from plyground.search.score import PROVED, WIN
from plyground.search.stack import ESTIMATES, TABLE_HITS, SearchContext


@kernel
def is_usable(data: np.uint64, value: int, depth: int, alpha: int, beta: int, features: int) -> bool:
    """True if an entry decides a node: it is deep enough or proved, and its bound fits the window."""
    found = depth_in(data)
    if not is_proof(data) and (found < depth or (found > depth and not features & DEEPER_ENTRIES)):
        return False
    bound = bound_in(data)
    return bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha)


@inlined
def ends_in_time(context: SearchContext, ply: int, value: int) -> bool:
    """True if a proved result comes before the quiet-turn limit draws the game; table entries ignore quiet turns."""
    history = context.history
    plies = WIN - abs(value) - ply
    return abs(value) < PROVED or history.quiet_limit == 0 or history.quiet[ply] + plies < history.quiet_limit


@inlined
def probe(lent: NodeContext, ply: int, depth: int, alpha: int, beta: int) -> tuple[bool, int, int]:
    """Probe the table; return whether the node's value is known, that value, and the index of the hash move.

    Principal variation nodes never use a table value, so that their line is complete.
    """
    thread, context = borrowed(lent)
    counters = context.stack.counters
    if is_repetition(context.history, ply, thread.features & REPETITION != 0):
        counters[ESTIMATES] += 1
        return True, repetition_value(thread, ply), NO_MOVE
    if not thread.features & TABLE:
        return False, 0, NO_MOVE
    data = find(thread.table, key_at(context.history, ply), thread.oldest)
    if data == ZERO:
        return False, 0, NO_MOVE
    value = value_in(data, ply)
    answers = beta - alpha == 1 and is_usable(data, value, depth, alpha, beta, thread.features)
    if answers and ends_in_time(context, ply, value):
        counters[TABLE_HITS] += 1
        counters[ESTIMATES] += estimated_in(data)
        return True, value, index_in(data)
    return False, value, index_in(data)


@inlined
def store_node(
    lent: NodeContext, ply: int, depth: int, alpha: int, beta: int, best: int, index: int, estimates_before: int
) -> None:
    """Store the value and best move of a searched node; a proof does not depend on estimates met on the way."""
    thread, context = borrowed(lent)
    counters = context.stack.counters
    if (best >= PROVED and best > alpha) or (best <= -PROVED and best < beta):
        counters[ESTIMATES] = estimates_before
    if thread.features & TABLE:
        bound = LOWER if best >= beta else (EXACT if best > alpha else UPPER)
        if thread.contempt != 0 and abs(best) == thread.contempt:
            bound = HINT  # a repetition value depends on this path, not only on the position
        estimated = 1 if counters[ESTIMATES] != estimates_before else 0
        key = key_at(context.history, ply)
        store(thread.table, key, ply, best, depth, bound, estimated, index, thread.search, thread.oldest)
