"""Searches for more than two players.

Paranoid: all other players are assumed to play against the searcher; alpha-beta works as for two players. Max-n: each
player maximises their own value; a position has one value per seat.
"""

from typing import NamedTuple

from plyground.core.contract import mover, passed, rule, seats_of
from plyground.core.jit import kernel
from plyground.core.outcome import DRAW, NOBODY_YET
from plyground.search.root import node_value
from plyground.search.score import INFINITE, WIN
from plyground.search.stack import (
    CUTOFFS,
    SEATS,
    Numbers,
    SearchContext,
    decided_at,
    end_line,
    estimate,
    extend_line,
    generate,
    make_turn,
    must_stop,
)
from plyground.search.trace import enter, leave, look_at


class Paranoid(NamedTuple):
    """All other players against the searcher."""


class MaxN(NamedTuple):
    """Each player maximises their own value."""


@kernel
def estimate_for(context: SearchContext, ply: int, seat: int) -> int:
    """Estimate of states[ply] for `seat`, as if it were their turn; rows below `ply` are used as scratch memory."""
    rules, states = context.rules, context.stack.states
    at = ply
    while mover(rules, states[at]) != seat:
        passed(rules, states[at], states[at + 1])
        at += 1
    return estimate(context, at)


@kernel
def decided_for(decided: int, seat: int, ply: int) -> int:
    """Value of a finished game for `seat`."""
    if decided == DRAW:
        return 0
    return WIN - ply if decided == seat else ply - WIN


@kernel
def paranoid_value(me: int, context: SearchContext, ply: int, depth: int, alpha: int, beta: int) -> int:
    """Value of states[ply] for seat `me`, whichever seat is to move."""
    rules, stack, recorder = context.rules, context.stack, context.recorder
    end_line(stack, ply)
    if must_stop(stack):
        return 0
    decided = decided_at(context, ply)
    if decided != NOBODY_YET:
        return decided_for(decided, me, ply)
    if depth == 0:
        return estimate_for(context, ply, me)
    mine = mover(rules, stack.states[ply]) == me
    best = -INFINITE if mine else INFINITE
    count = generate(context, ply)
    for i in range(count):
        make_turn(context, ply, i)
        enter(recorder, ply + 1, stack.moves[ply, i], depth - 1, alpha, beta)
        value = paranoid_value(me, context, ply + 1, depth - 1, alpha, beta)
        leave(recorder, ply + 1, value)
        look_at(recorder, ply, count, i + 1)
        if (value > best) if mine else (value < best):
            best = value
            extend_line(stack, ply, stack.moves[ply, i])
        if mine:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            stack.counters[CUTOFFS] += 1
            break
    return best


@rule(node_value)
def paranoid_node(algorithm: Paranoid, context: SearchContext, ply: int, depth: int, alpha: int, beta: int) -> int:
    """The root expects the value for the next player: the negative of the searcher's."""
    me = mover(context.rules, context.stack.states[0])
    return -paranoid_value(me, context, ply, depth, -beta, -alpha)


@kernel
def write_values(context: SearchContext, decided: int, ply: int, row: Numbers) -> None:
    """Write the values of a leaf, one per seat, behind the keys of its row."""
    for seat in range(seats_of(context.rules)):
        ended = decided != NOBODY_YET
        row[row.size - SEATS + seat] = decided_for(decided, seat, ply) if ended else estimate_for(context, ply, seat)


@kernel
def maxn_values(context: SearchContext, ply: int, depth: int) -> None:
    """Write the values of states[ply], one per seat, behind the keys of its row."""
    rules, stack, recorder = context.rules, context.stack, context.recorder
    end_line(stack, ply)
    if must_stop(stack):
        return
    row, below = stack.keys[ply], stack.keys[ply + 1]
    first = row.size - SEATS
    decided = decided_at(context, ply)
    if decided != NOBODY_YET or depth == 0:
        write_values(context, decided, ply, row)
        return
    mine = first + mover(rules, stack.states[ply])
    count = generate(context, ply)
    for i in range(count):
        make_turn(context, ply, i)
        enter(recorder, ply + 1, stack.moves[ply, i], depth - 1, -INFINITE, INFINITE)
        maxn_values(context, ply + 1, depth - 1)
        leave(recorder, ply + 1, below[mine])
        if i == 0 or below[mine] > row[mine]:
            for place in range(first, row.size):
                row[place] = below[place]
            extend_line(stack, ply, stack.moves[ply, i])
    look_at(recorder, ply, count, count)


@rule(node_value)
def maxn_node(algorithm: MaxN, context: SearchContext, ply: int, depth: int, alpha: int, beta: int) -> int:
    """The searcher's component; max-n has no window."""
    stack = context.stack
    maxn_values(context, ply, depth)
    return -stack.keys[ply, stack.keys.shape[1] - SEATS + mover(context.rules, stack.states[0])]
