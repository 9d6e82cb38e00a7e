"""Principal variation search: alpha-beta with null windows.

The first move of a node is searched with the full window, every other move with a null window, which only tests
whether it is better; if so, it is searched again. Late quiet moves are reduced: searched to a smaller depth unless
they fail high. The rest of the engine: the hash move and stored values (transposition_probe.py), move ordering
(move_picker.py, ordering.py), the search beyond the last ply (quiescence.py), iterative deepening (runner.py).
"""

import numpy as np

from plyground.core.jit import inlined, kernel
from plyground.core.pointers import borrowed, lend
from plyground.search.engine.context import NodeContext, ThreadState, enter_child, enter_node, leave_child, note_turn
from plyground.search.engine.features import (
    DEFERRAL,
    EXTENSIONS,
    HISTORY_REDUCTIONS,
    INTERNAL_REDUCTIONS,
    PVS,
    REDUCTIONS,
)
from plyground.search.engine.move_picker import fail_high, make_next, start_moves
from plyground.search.engine.null_move import NULL_REDUCTION, count_as_estimate, make_null_move
from plyground.search.engine.ordering import can_wait, index_of, merit_of
from plyground.search.engine.quiescence import horizon_value
from plyground.search.engine.smp import ends_searching, is_searching, starts_searching
from plyground.search.engine.transposition import NO_MOVE
from plyground.search.engine.transposition_probe import probe, store_node
from plyground.search.repetition import key_at
from plyground.search.root import UNSEEN, RootMoves, keep_line
from plyground.search.score import INFINITE
from plyground.search.stack import (
    ESTIMATES,
    MOST_PLIES,
    STOP,
    Numbers,
    SearchContext,
    end_line,
    extend_line,
    generate,
    make,
)
from plyground.search.trace import enter, leave, look_at

GOOD_HISTORY = 1 << 12
"""A quiet move with this history is reduced less."""
LEAST_INTERNAL_DEPTH = 3


@kernel
def late_move_reduction(features: int, depth: int, rank: int, forcing: bool, merit: int) -> int:
    """Number of plies by which the first search of a move is reduced."""
    if not features & REDUCTIONS or forcing or depth < 3 or rank < 4:
        return 0
    reduction = 2 if depth >= 6 and rank >= 12 else 1
    if can_wait(merit):
        reduction += 1
    if features & HISTORY_REDUCTIONS and depth >= 5:
        reduction += 1 if merit == 0 else (-1 if merit >= GOOD_HISTORY else 0)
    return reduction


@inlined
def reduction_at(lent: NodeContext, ply: int, rank: int, depth: int, forcing: bool) -> int:
    """The reduction of the move at `rank`, which was just made."""
    thread, context = borrowed(lent)
    return late_move_reduction(thread.features, depth, rank, forcing, merit_of(context.stack, ply, rank))


@kernel
def nominal_depth(features: int, ply: int, depth: int, count: int, hash_move: int) -> int:
    """Depth of a node with `count` moves: one more if there is only one, one less if no search hints at the best."""
    if ply + 1 >= MOST_PLIES:
        return 1
    if features & INTERNAL_REDUCTIONS and depth >= LEAST_INTERNAL_DEPTH and hash_move >= count > 1:
        return depth - 1
    return depth + 1 if count == 1 and features & EXTENSIONS else depth


@inlined
def lead_line(lent: NodeContext, ply: int, rank: int) -> None:
    """Start the best line at this ply with the move at `rank`."""
    stack = borrowed(lent).context.stack
    extend_line(stack, ply, stack.moves[ply, rank])


@kernel
def pvs_value(lent: NodeContext, ply: int, depth: int, alpha: int, beta: int) -> int:
    """Value of states[ply] for its mover at nominal depth `depth`, within the window.

    Longer than other functions: it calls itself in two places, and kernels that call each other cannot be cached.
    """
    known, value = enter_node(borrowed(lent).context, ply)
    if known:
        return value
    known, value, hash_move = probe(lent, ply, depth, alpha, beta)
    if known:
        return value
    features = borrowed(lent).thread.features
    estimates_before = borrowed(lent).context.stack.counters[ESTIMATES]
    if make_null_move(lent, ply, depth, alpha, beta):
        if -pvs_value(lent, ply + 1, depth - 1 - NULL_REDUCTION, -beta, 1 - beta) >= beta:
            count_as_estimate(lent)
            return beta
        end_line(borrowed(lent).context.stack, ply)
    count, placed = start_moves(lent, ply, hash_move)
    depth = nominal_depth(features, ply, depth, count, hash_move)
    best, best_index = -INFINITE, NO_MOVE
    for rank in range(count):
        forcing = make_next(lent, ply, rank, placed, count, hash_move, depth)
        lower = max(alpha, best)
        upper = lower + 1 if rank > 0 and features & PVS else beta
        reduction = reduction_at(lent, ply, rank, depth, forcing) if upper < beta or beta - alpha == 1 else 0
        enter_child(lent, ply, rank, depth - 1 - reduction, -beta, -lower)
        while True:
            if depth <= 1:
                value = -horizon_value(lent, ply + 1, rank, -upper, -lower)
            else:
                value = -pvs_value(lent, ply + 1, depth - 1 - reduction, -upper, -lower)
            if value <= lower or (reduction == 0 and (upper == beta or value >= beta)):
                break
            if reduction == 0:
                upper = beta
            reduction = 0
        leave_child(lent, ply, rank, count, depth, value)
        if borrowed(lent).context.stack.counters[STOP] != 0:
            return 0
        if value > best:
            best, best_index = value, index_of(borrowed(lent).context.stack, ply, rank)
            if value > alpha:
                lead_line(lent, ply, rank)
            if best >= beta:
                fail_high(lent, ply, depth, rank, forcing)
                break
    store_node(lent, ply, depth, alpha, beta, best, best_index, estimates_before)
    return best


@kernel
def root_child_value(lent: NodeContext, index: int, depth: int, alpha: int, beta: int) -> int:
    """Value of a child of the root for its mover."""
    if depth <= 0:
        return horizon_value(lent, 1, index, alpha, beta)
    return pvs_value(lent, 1, depth, alpha, beta)


@inlined
def root_move_value(lent: NodeContext, index: int, depth: int, alpha: int, upper: int, beta: int) -> int:
    """Value of a root move already made: searched up to `upper`, and up to beta if it fails high."""
    context = borrowed(lent).context
    recorder = context.recorder
    enter(recorder, 1, context.stack.moves[0, index], depth - 1, -beta, -alpha)
    value = -root_child_value(lent, index, depth - 1, -upper, -alpha)
    if alpha < value < beta and upper < beta:
        value = -root_child_value(lent, index, depth - 1, -beta, -alpha)
    leave(recorder, 1, -value)
    return value


@kernel
def pvs_root(
    thread: ThreadState,
    context: SearchContext,
    depth: int,
    alpha: int,
    beta: int,
    order: Numbers,
    first: int,
    roots: RootMoves,
) -> int:
    """Search the root moves order[first:] within the window; return the best index, or -1 if all fail low.

    A new best move is written to `roots` at once, so that a stop loses nothing. A move being searched by another thread
    is deferred to a second round. Longer than other functions, since each step of the loop reads or changes the window,
    the best move and the counters.
    """
    stack, recorder = context.stack, context.recorder
    lent = lend(NodeContext(thread, context))
    count = generate(context, 0)
    enter(recorder, 0, np.uint64(0), depth, alpha, beta)
    best, best_index, seen = alpha, -1, 0
    for step in range(2 * (count - first)):
        index = order[first + step % (count - first)]
        if roots.values[index] != UNSEEN:
            continue
        make(context, 0, index)
        note_turn(thread, context, 0, index)
        key = key_at(context.history, 1)
        if 0 < step < count - first and thread.features & DEFERRAL and is_searching(thread.marks, key, depth):
            continue
        starts_searching(thread.marks, key, depth)
        upper = best + 1 if step > 0 and thread.features & PVS else beta
        estimates = stack.counters[ESTIMATES]
        value = root_move_value(lent, index, depth, best, upper, beta)
        ends_searching(thread.marks, key, depth)
        seen += 1
        look_at(recorder, 0, count, first + seen)
        if stack.counters[STOP] != 0:
            return best_index
        roots.values[index] = value
        roots.estimated[index] = 1 if stack.counters[ESTIMATES] != estimates else 0
        if value > best:
            best, best_index = value, index
            extend_line(stack, 0, stack.moves[0, index])
            keep_line(stack, roots, index)
            if best >= beta:
                break
    leave(recorder, 0, best)
    return best_index
