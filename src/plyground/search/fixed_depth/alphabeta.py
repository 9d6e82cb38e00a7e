"""Alpha-beta: minimax without the subtrees that cannot change its result.

`alpha` is the value the mover is already sure of, `beta` the value the opponent can already hold them to. A move worth
`beta` or more ends the search of a node (a cut-off): the opponent will avoid the node. Fail-soft: a value outside the
window is still the best bound found.
"""

from typing import NamedTuple

from plyground.core.contract import Words, rule
from plyground.core.jit import kernel
from plyground.core.outcome import NOBODY_YET
from plyground.search.leaf_tables import UNPROVED
from plyground.search.root import node_value
from plyground.search.score import INFINITE
from plyground.search.stack import (
    CUTOFFS,
    ESTIMATES,
    Numbers,
    SearchContext,
    decided_at,
    decided_value,
    end_line,
    extend_line,
    generate,
    leaf_value,
    make_turn,
    must_stop,
    settled_value,
)
from plyground.search.trace import enter, leave, look_at


class AlphaBeta(NamedTuple):
    """The settings of the search."""

    sort: bool
    """Sort children by the heuristic before descending: better moves first cause earlier cut-offs."""
    searcher: bool
    """True if leaves are evaluated for the player at the root, False for their own mover."""


@kernel
def static_value(searcher: bool, context: SearchContext, ply: int) -> int:
    """Static value of states[ply] for its mover."""
    decided = decided_at(context, ply)
    if decided != NOBODY_YET:
        return decided_value(context.rules, context.stack.states[ply], decided, ply)
    return leaf_value(searcher, context, ply)


@kernel
def sort_by_heuristic(searcher: bool, context: SearchContext, ply: int, count: int) -> None:
    """Sort the moves by heuristic, those worst for the opponent first; equal moves keep their order."""
    stack = context.stack
    estimates = stack.counters[ESTIMATES]
    for i in range(count):
        make_turn(context, ply, i)
        stack.keys[ply, i] = -static_value(searcher, context, ply + 1)
    stack.counters[ESTIMATES] = estimates  # these estimates only order moves
    insertion_sort(stack.moves[ply], stack.keys[ply], count)


@kernel
def insertion_sort(moves: Words, keys: Numbers, count: int) -> None:
    """Stable insertion sort of moves by key, highest first."""
    for i in range(1, count):
        move, key = moves[i], keys[i]
        j = i
        while j > 0 and keys[j - 1] < key:
            moves[j], keys[j] = moves[j - 1], keys[j - 1]
            j -= 1
        moves[j], keys[j] = move, key


@kernel
def alphabeta_value(
    sort: bool, searcher: bool, context: SearchContext, ply: int, depth: int, alpha: int, beta: int
) -> int:
    """Value of states[ply] for its mover, `depth` plies ahead, within the window."""
    stack, recorder = context.stack, context.recorder
    end_line(stack, ply)
    if must_stop(stack):
        return 0
    value = settled_value(context, ply)
    if value != UNPROVED:
        return value
    if depth == 0:
        return leaf_value(searcher, context, ply)
    count = generate(context, ply)
    if sort and depth > 1:
        sort_by_heuristic(searcher, context, ply, count)
    best = -INFINITE
    for i in range(count):
        floor = max(alpha, best)
        make_turn(context, ply, i)
        enter(recorder, ply + 1, stack.moves[ply, i], depth - 1, -beta, -floor)
        value = -alphabeta_value(sort, searcher, context, ply + 1, depth - 1, -beta, -floor)
        leave(recorder, ply + 1, -value)
        look_at(recorder, ply, count, i + 1)
        if value > best:
            best = value
            extend_line(stack, ply, stack.moves[ply, i])
            if best >= beta:
                stack.counters[CUTOFFS] += 1
                break
    return best


@rule(node_value)
def alphabeta_node(algorithm: AlphaBeta, context: SearchContext, ply: int, depth: int, alpha: int, beta: int) -> int:
    """Alpha-beta with the settings."""
    return alphabeta_value(algorithm.sort, algorithm.searcher, context, ply, depth, alpha, beta)
