"""The engine's search: alpha-beta ever deeper, with everything that helps it look at good moves first.

Principal variation search: the first move of a node is searched with the whole window, the others are only asked
whether they are better, and searched again if they are. A transposition table remembers what was found out, killer
moves, replies and history say which quiet moves were good elsewhere, late quiet moves are searched less deep at first,
and beyond the last ply forcing moves are followed until the position is quiet. Each of these can be switched off.
"""

from typing import NamedTuple

import numpy as np

from plyground.core.bits import ZERO
from plyground.core.contract import (
    ALL_FORCE,
    QUIET,
    Words,
    fingerprint,
    forcing,
    play,
    urgency,
    winner,
)
from plyground.core.jit import inlined, kernel
from plyground.core.outcome import NOBODY_YET
from plyground.core.pointers import borrowed, lend
from plyground.search.engine.ordering import (
    DEEPER_ENTRIES,
    EXTENSIONS,
    QUIESCENCE,
    REDUCTIONS,
    REPETITION,
    SHARING,
    TABLE,
    VERIFICATION,
    MoveHistory,
    can_wait,
    give_keys,
    index_of,
    is_urgent,
    learn,
    note_played,
    put_first,
    put_off,
    take_best,
)
from plyground.search.engine.smp import LEAST_DEPTH, is_marked, put_mark, take_mark
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
    look_forward,
    store,
    value_in,
)
from plyground.search.repetition import comes_again, is_drawn, key_at, note_position
from plyground.search.root import UNSEEN, RootMoves, keep_line
from plyground.search.score import INFINITE, PROVED, WIN
from plyground.search.stack import (
    CUTOFFS,
    ESTIMATES,
    MOST_PLIES,
    SPARE,
    STOP,
    TABLE_HITS,
    Numbers,
    SearchContext,
    decided_value,
    end_line,
    estimate,
    extend_line,
    generate,
    make,
    must_stop,
)
from plyground.search.trace import enter, leave, look_at

QUIESCENCE_PLIES = 12


class ThreadState(NamedTuple):
    """Everything that a thread of the engine works with besides its desk."""

    features: int
    """What the search may use, as bits: see ordering.py."""
    contempt: int
    """How much worse than nothing a repetition is to the player at the root: one plays on against a weaker one."""
    table: Words
    search: int
    """The number of this search among those that used the table."""
    move_history: MoveHistory
    marks: Words
    """What the threads look at now; see smp.py."""


class NodeContext(NamedTuple):
    """What is lent to every node of the tree."""

    engine: ThreadState
    context: SearchContext


@inlined
def note_turn(engine: ThreadState, context: SearchContext, ply: int, index: int) -> None:
    """Note the move and the position that it leads to, and send for what the table knows of it."""
    stack = context.stack
    move = stack.moves[ply, index]
    note_played(engine.move_history, ply + 1, move)
    key = note_position(context.history, context.rules, stack.states[ply], move, stack.states[ply + 1], ply + 1)
    if engine.features & TABLE:
        look_forward(engine.table, key)


@inlined
def at_once(context: SearchContext, ply: int) -> tuple[bool, int]:
    """Enter a node: whether it is decided or the search must stop, and its value then."""
    stack = context.stack
    end_line(stack, ply)
    if must_stop(stack):
        return True, 0
    decided = winner(context.rules, stack.states[ply])
    if decided != NOBODY_YET:
        return True, decided_value(context.rules, stack.states[ply], decided, ply)
    return False, 0


@inlined
def force_at(carried: NodeContext, ply: int, plies: int) -> int:
    """What forcing moves the mover has, if they are to be followed."""
    engine, context = borrowed(carried)
    if plies <= 0 or not engine.features & QUIESCENCE:
        return QUIET
    return forcing(context.rules, context.stack.states[ply])


@kernel
def quiescent_value(carried: NodeContext, ply: int, plies: int, alpha: int, beta: int) -> int:
    """The value of states[ply] beyond the last ply: an estimate, better than which only forcing moves may do.

    Who need not use force may also stop here. Forcing moves are followed for so many `plies`.
    """
    known, value = at_once(borrowed(carried).context, ply)
    if known:
        return value
    force = force_at(carried, ply, plies)
    best = -INFINITE
    if force != ALL_FORCE:
        best = estimate(borrowed(carried).context, ply)
        if force == QUIET or best >= beta:
            return best
    for i in range(generate(borrowed(carried).context, ply)):
        context = borrowed(carried).context
        stack = context.stack
        if force != ALL_FORCE and urgency(context.rules, stack.states[ply], stack.moves[ply, i]) == 0:
            continue
        make(context, ply, i)
        value = -quiescent_value(carried, ply + 1, plies - 1, -beta, -max(alpha, best))
        if value > best:
            best = value
            extend_line(stack, ply, stack.moves[ply, i])
            if best >= beta:
                break
    return best


@kernel
def price_of_repetition(engine: ThreadState, ply: int) -> int:
    """What a repetition is worth to the mover at `ply`: contempt is the root's."""
    return engine.contempt if ply & 1 else -engine.contempt


@inlined
def beyond(carried: NodeContext, ply: int, rank: int, alpha: int, beta: int) -> int:
    """The value of states[ply], where the search ends, after the move at `rank` before it."""
    engine, context = borrowed(carried)
    history, stack = context.history, context.stack
    if history.on_the_brink or 0 < history.quiet_limit <= history.quiet[ply - 1] + 1:
        note_position(history, context.rules, stack.states[ply - 1], stack.moves[ply - 1, rank], stack.states[ply], ply)
        if is_drawn(history, ply) and winner(context.rules, stack.states[ply]) == NOBODY_YET:
            end_line(stack, ply)
            stack.counters[ESTIMATES] += 1
            return price_of_repetition(engine, ply)
    return quiescent_value(carried, ply, min(QUIESCENCE_PLIES, MOST_PLIES - ply), alpha, beta)


@kernel
def usable(data: np.uint64, value: int, depth: int, alpha: int, beta: int, features: int) -> bool:
    """Whether a table entry answers the question of a node: it is deep enough or proved, and on the right side."""
    found = depth_in(data)
    if not is_proof(data) and (found < depth or (found > depth and not features & DEEPER_ENTRIES)):
        return False
    bound = bound_in(data)
    return bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha)


@inlined
def in_patience(context: SearchContext, ply: int, value: int) -> bool:
    """Whether a proved end comes before the game is drawn for want of progress; the table counts no quiet turns."""
    history = context.history
    plies = WIN - abs(value) - ply
    return abs(value) < PROVED or history.quiet_limit == 0 or history.quiet[ply] + plies < history.quiet_limit


@kernel
def reduction(features: int, depth: int, rank: int, urgent: bool) -> int:
    """How many plies less deep a move is searched at first."""
    if not features & REDUCTIONS or urgent or depth < 3 or rank < 4:
        return 0
    return 2 if depth >= 6 and rank >= 12 else 1


@inlined
def enter_child(carried: NodeContext, ply: int, rank: int, depth: int, alpha: int, beta: int) -> None:
    """Tell the recorder that a child is looked at."""
    context = borrowed(carried).context
    enter(context.recorder, ply + 1, context.stack.moves[ply, rank], depth, alpha, beta)


@inlined
def leave_child(carried: NodeContext, ply: int, rank: int, count: int, depth: int, value: int) -> None:
    """Tell the recorder and the other threads that this is done."""
    engine, context = borrowed(carried)
    leave(context.recorder, ply + 1, -value)
    look_at(context.recorder, ply, count, rank + 1)
    if engine.features & SHARING and depth >= LEAST_DEPTH:
        take_mark(engine.marks, key_at(context.history, ply + 1), depth)


@inlined
def remembered(carried: NodeContext, ply: int, depth: int, alpha: int, beta: int) -> tuple[bool, int, int]:
    """What is known of the node without a search: whether its value is, the value, and the best move's index."""
    engine, context = borrowed(carried)
    counters = context.stack.counters
    if comes_again(context.history, ply, engine.features & REPETITION != 0):
        counters[ESTIMATES] += 1
        return True, price_of_repetition(engine, ply), NO_MOVE
    if not engine.features & TABLE:
        return False, 0, NO_MOVE
    data = find(engine.table, key_at(context.history, ply), engine.search)
    if data == ZERO:
        return False, 0, NO_MOVE
    value = value_in(data, ply)
    answers = beta - alpha == 1 and usable(data, value, depth, alpha, beta, engine.features)
    if answers and in_patience(context, ply, value):
        counters[TABLE_HITS] += 1
        counters[ESTIMATES] += estimated_in(data)
        return True, value, index_in(data)
    return False, value, index_in(data)


@inlined
def arranged(carried: NodeContext, ply: int, hinted: int) -> tuple[int, int]:
    """Generate the moves, the hinted one first: how many there are, and how many need no order."""
    context = borrowed(carried).context
    count = generate(context, ply)
    return count, put_first(borrowed(carried).context.stack, ply, count, hinted)


@inlined
def foresee(engine: ThreadState, context: SearchContext, ply: int, rank: int, count: int) -> None:
    """Find the move after this one already, and send for what the table knows of it: it takes its time to come."""
    stack = context.stack
    take_best(stack, ply, rank, count)
    if engine.features & TABLE:
        play(context.rules, stack.states[ply], stack.moves[ply, rank], stack.states[SPARE])
        look_forward(engine.table, fingerprint(context.rules, stack.states[SPARE]))


@inlined
def left_to_others(engine: ThreadState, context: SearchContext, ply: int, rank: int, count: int, depth: int) -> bool:
    """Whether another thread looks at the move at `rank`: then the next best takes its place, else it is marked."""
    if not engine.features & SHARING or depth < LEAST_DEPTH:
        return False
    stack, key = context.stack, key_at(context.history, ply + 1)
    if rank > 0 and can_wait(stack, ply, rank) and is_marked(engine.marks, key, depth):
        put_off(stack, ply, rank)
        take_best(stack, ply, rank, count)
        return True
    put_mark(engine.marks, key, depth)
    return False


@inlined
def try_move(carried: NodeContext, ply: int, rank: int, ranked: int, count: int, hinted: int, depth: int) -> bool:
    """Find the next most promising move and make it; whether it is forcing."""
    engine, context = borrowed(carried)
    rules, stack = context.rules, context.stack
    if rank == ranked:  # the hinted move often ends the node before the others need an order
        give_keys(engine.move_history, rules, stack, ply, rank, count, hinted)
    elif rank > ranked and depth <= 1:
        take_best(stack, ply, rank, count)
    elsewhere = True
    while elsewhere:
        make(context, ply, rank)
        if depth > 1:
            note_turn(engine, context, ply, rank)
        elsewhere = left_to_others(engine, context, ply, rank, count, depth)
    if depth > 1 and ranked <= rank < count - 1:
        foresee(engine, context, ply, rank + 1, count)
    return is_urgent(rules, stack, ply, rank)


@inlined
def lead_line(carried: NodeContext, ply: int, rank: int) -> None:
    """The best line from here begins with the move at `rank`."""
    stack = borrowed(carried).context.stack
    extend_line(stack, ply, stack.moves[ply, rank])


@inlined
def learn_cut_off(carried: NodeContext, ply: int, depth: int, rank: int, urgent: bool) -> None:
    """The move at `rank` was too good to look further."""
    engine, context = borrowed(carried)
    context.stack.counters[CUTOFFS] += 1
    if not urgent:
        learn(engine.move_history, engine.features, context.stack, ply, depth, rank)


@inlined
def remember(
    carried: NodeContext, ply: int, depth: int, alpha: int, beta: int, best: int, index: int, estimates_before: int
) -> None:
    """Keep what was found out about the node; what is proved owes nothing to the estimates on the way to it."""
    engine, context = borrowed(carried)
    counters = context.stack.counters
    if (best >= PROVED and best > alpha) or (best <= -PROVED and best < beta):
        counters[ESTIMATES] = estimates_before
    if engine.features & TABLE:
        bound = LOWER if best >= beta else (EXACT if best > alpha else UPPER)
        if engine.contempt != 0 and abs(best) == engine.contempt:
            bound = HINT  # the price of a repetition is the price of this way here, not of the position
        estimated = 1 if counters[ESTIMATES] != estimates_before else 0
        key = key_at(context.history, ply)
        store(engine.table, key, ply, best, depth, bound, estimated, index, engine.search)


@kernel
def deepening_value(carried: NodeContext, ply: int, depth: int, alpha: int, beta: int) -> int:
    """The value of states[ply] for its mover, about `depth` moves ahead, within the window."""
    known, value = at_once(borrowed(carried).context, ply)
    if known:
        return value
    known, value, hinted = remembered(carried, ply, depth, alpha, beta)
    if known:
        return value
    features = borrowed(carried).engine.features
    estimates_before = borrowed(carried).context.stack.counters[ESTIMATES]
    count, ranked = arranged(carried, ply, hinted)
    if count == 1 and features & EXTENSIONS:
        depth += 1
    if ply + 1 >= MOST_PLIES:
        depth = 1
    best, best_index = -INFINITE, NO_MOVE
    for rank in range(count):
        urgent = try_move(carried, ply, rank, ranked, count, hinted, depth)
        floor = max(alpha, best)
        ceiling = floor + 1 if rank > 0 and features & VERIFICATION else beta
        less = reduction(features, depth, rank, urgent) if ceiling < beta or beta - alpha == 1 else 0
        enter_child(carried, ply, rank, depth - 1 - less, -beta, -floor)
        while True:
            if depth <= 1:
                value = -beyond(carried, ply + 1, rank, -ceiling, -floor)
            else:
                value = -deepening_value(carried, ply + 1, depth - 1 - less, -ceiling, -floor)
            if value <= floor or (less == 0 and (ceiling == beta or value >= beta)):
                break
            if less == 0:
                ceiling = beta
            less = 0
        leave_child(carried, ply, rank, count, depth, value)
        if borrowed(carried).context.stack.counters[STOP] != 0:
            return 0
        if value > best:
            best, best_index = value, index_of(borrowed(carried).context.stack, ply, rank)
            if value > alpha:
                lead_line(carried, ply, rank)
            if best >= beta:
                learn_cut_off(carried, ply, depth, rank, urgent)
                break
    remember(carried, ply, depth, alpha, beta, best, best_index, estimates_before)
    return best


@kernel
def root_child(carried: NodeContext, index: int, depth: int, alpha: int, beta: int) -> int:
    """The value of a child of the root for its mover."""
    if depth <= 0:
        return beyond(carried, 1, index, alpha, beta)
    return deepening_value(carried, 1, depth, alpha, beta)


@inlined
def root_value(carried: NodeContext, index: int, depth: int, alpha: int, ceiling: int, beta: int) -> int:
    """The value of the root's move that was made, asked first up to the ceiling, then up to beta."""
    context = borrowed(carried).context
    recorder = context.recorder
    enter(recorder, 1, context.stack.moves[0, index], depth - 1, -beta, -alpha)
    value = -root_child(carried, index, depth - 1, -ceiling, -alpha)
    if alpha < value < beta and ceiling < beta:
        value = -root_child(carried, index, depth - 1, -beta, -alpha)
    leave(recorder, 1, -value)
    return value


@kernel
def deepening_root(
    engine: ThreadState,
    context: SearchContext,
    depth: int,
    alpha: int,
    beta: int,
    order: Numbers,
    first: int,
    roots: RootMoves,
) -> int:
    """Search the root's moves order[first:] within the window; the best index, or -1 if none was better than alpha.

    A move that is better than all before it is noted in `roots` at once, so that a stop loses nothing. What another
    thread looks at waits for a second round.
    """
    stack, recorder = context.stack, context.recorder
    carried = lend(NodeContext(engine, context))
    count = generate(context, 0)
    enter(recorder, 0, np.uint64(0), depth, alpha, beta)
    best, best_index, seen = alpha, -1, 0
    for step in range(2 * (count - first)):
        index = order[first + step % (count - first)]
        if roots.values[index] != UNSEEN:
            continue
        make(context, 0, index)
        note_turn(engine, context, 0, index)
        key = key_at(context.history, 1)
        if 0 < step < count - first and engine.features & SHARING and is_marked(engine.marks, key, depth):
            continue
        put_mark(engine.marks, key, depth)
        ceiling = best + 1 if step > 0 and engine.features & VERIFICATION else beta
        estimates = stack.counters[ESTIMATES]
        value = root_value(carried, index, depth, best, ceiling, beta)
        take_mark(engine.marks, key, depth)
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
