"""Picks a node's moves one at a time: the hash move, then the others by sort key; deferred moves last."""

from plyground.core.contract import fingerprint, play
from plyground.core.jit import inlined
from plyground.core.pointers import borrowed
from plyground.search.engine.context import NodeContext, ThreadState, note_turn
from plyground.search.engine.features import DEFERRAL, TABLE
from plyground.search.engine.ordering import (
    can_defer,
    defer,
    is_forcing,
    note_cutoff,
    pick_best,
    put_first,
    score_moves,
)
from plyground.search.engine.smp import LEAST_DEPTH, is_searching, starts_searching
from plyground.search.engine.transposition import prefetch
from plyground.search.repetition import key_at
from plyground.search.stack import CUTOFFS, SPARE, SearchContext, generate, make


@inlined
def start_moves(lent: NodeContext, ply: int, hash_move: int) -> tuple[int, int]:
    """Generate the moves, hash move first; return the number of moves and the number already in place."""
    context = borrowed(lent).context
    count = generate(context, ply)
    return count, put_first(borrowed(lent).context.stack, ply, count, hash_move)


@inlined
def prefetch_next(thread: ThreadState, context: SearchContext, ply: int, rank: int, count: int) -> None:
    """Pick the next move early and prefetch its table entry while the current one is searched."""
    stack = context.stack
    pick_best(stack, ply, rank, count)
    if thread.features & TABLE:
        play(context.rules, stack.states[ply], stack.moves[ply, rank], stack.states[SPARE])
        prefetch(thread.table, fingerprint(context.rules, stack.states[SPARE]))


@inlined
def is_deferred(thread: ThreadState, context: SearchContext, ply: int, rank: int, count: int, depth: int) -> bool:
    """True if another thread is searching the move at `rank`: defer it and pick the next best. Otherwise mark it."""
    if not thread.features & DEFERRAL or depth < LEAST_DEPTH:
        return False
    stack, key = context.stack, key_at(context.history, ply + 1)
    if rank > 0 and can_defer(stack, ply, rank) and is_searching(thread.marks, key, depth):
        defer(stack, ply, rank)
        pick_best(stack, ply, rank, count)
        return True
    starts_searching(thread.marks, key, depth)
    return False


@inlined
def make_next(lent: NodeContext, ply: int, rank: int, placed: int, count: int, hash_move: int, depth: int) -> bool:
    """Pick and make the best remaining move; return True if it is forcing."""
    thread, context = borrowed(lent)
    rules, stack = context.rules, context.stack
    if rank == placed:  # the hash move often causes a cut-off before the others need sorting
        score_moves(thread.move_history, thread.features, rules, stack, ply, rank, count, hash_move)
    elif rank > placed and depth <= 1:
        pick_best(stack, ply, rank, count)
    deferred = True
    while deferred:
        make(context, ply, rank)
        if depth > 1:
            note_turn(thread, context, ply, rank)
        deferred = is_deferred(thread, context, ply, rank, count, depth)
    if depth > 1 and placed <= rank < count - 1:
        prefetch_next(thread, context, ply, rank + 1, count)
    return is_forcing(rules, stack, ply, rank)


@inlined
def fail_high(lent: NodeContext, ply: int, depth: int, rank: int, forcing: bool) -> None:
    """Count a cut-off by the move at `rank`; a quiet move also updates the move history."""
    thread, context = borrowed(lent)
    context.stack.counters[CUTOFFS] += 1
    if not forcing:
        note_cutoff(thread.move_history, thread.features, context.stack, ply, depth, rank)
