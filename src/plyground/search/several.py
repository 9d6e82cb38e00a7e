"""Searches for more than two players.

Paranoid: I choose what is best for me, and expect every other player to choose what is worst for me; alpha-beta works
as for two. Max-n: everybody chooses what is best for themselves; a position has one value for each seat.
"""

from typing import Any, NamedTuple

from plyground.core.jit import kernel
from plyground.core.kernel import evaluate, mover, passed, rule, seats_of, winner
from plyground.core.outcome import DRAW, NOBODY_YET
from plyground.search.desk import CUTOFFS, ESTIMATES, Desk, end_line, extend_line, generate, make, must_stop
from plyground.search.root import look
from plyground.search.score import INFINITE, WIN
from plyground.search.trace import enter, leave, look_at

SEATS = 4


class Paranoid(NamedTuple):
    """All against me."""


class MaxN(NamedTuple):
    """Each for themselves."""


@kernel
def estimate_for(rules: Any, heuristic: Any, desk: Desk, ply: int, seat: int) -> int:
    """What states[ply] looks like to `seat`, as if it were their turn; the rows below serve as scratch."""
    desk.counters[ESTIMATES] += 1
    at = ply
    while mover(rules, desk.states[at]) != seat:
        passed(rules, desk.states[at], desk.states[at + 1])
        at += 1
    return evaluate(heuristic, rules, desk.states[at])


@kernel
def decided_for(decided: int, seat: int, ply: int) -> int:
    """The value of the end of a game for `seat`."""
    if decided == DRAW:
        return 0
    return WIN - ply if decided == seat else ply - WIN


@kernel
def paranoid_value(
    me: int,
    rules: Any,
    heuristic: Any,
    choice: Any,
    recorder: Any,
    desk: Desk,
    ply: int,
    depth: int,
    alpha: int,
    beta: int,
) -> int:
    """The value of states[ply] for `me`, whoever is to move."""
    end_line(desk, ply)
    if must_stop(desk):
        return 0
    decided = winner(rules, desk.states[ply])
    if decided != NOBODY_YET:
        return decided_for(decided, me, ply)
    if depth == 0:
        return estimate_for(rules, heuristic, desk, ply, me)
    mine = mover(rules, desk.states[ply]) == me
    best = -INFINITE if mine else INFINITE
    count = generate(rules, choice, desk, ply)
    for i in range(count):
        make(rules, desk, ply, i)
        enter(recorder, ply + 1, desk.moves[ply, i], depth - 1, alpha, beta)
        value = paranoid_value(me, rules, heuristic, choice, recorder, desk, ply + 1, depth - 1, alpha, beta)
        leave(recorder, ply + 1, value)
        look_at(recorder, ply, count, i + 1)
        if (value > best) if mine else (value < best):
            best = value
            extend_line(desk, ply, desk.moves[ply, i])
        if mine:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            desk.counters[CUTOFFS] += 1
            break
    return best


@rule(look)
def look_paranoid(
    algorithm: Paranoid,
    rules: Any,
    heuristic: Any,
    choice: Any,
    recorder: Any,
    desk: Desk,
    ply: int,
    depth: int,
    alpha: int,
    beta: int,
) -> int:
    """The root expects the value as the next player sees it: the opposite of mine."""
    me = mover(rules, desk.states[0])
    return -paranoid_value(me, rules, heuristic, choice, recorder, desk, ply, depth, -beta, -alpha)


@kernel
def maxn_value(
    rules: Any, heuristic: Any, choice: Any, recorder: Any, desk: Desk, seats: int, ply: int, depth: int
) -> None:
    """Write the values of states[ply], one a seat, into the last columns of its row of keys."""
    end_line(desk, ply)
    row = desk.keys[ply]
    at = row.size - SEATS
    if must_stop(desk):
        return
    decided = winner(rules, desk.states[ply])
    if decided != NOBODY_YET or depth == 0:
        for seat in range(seats):
            if decided != NOBODY_YET:
                row[at + seat] = decided_for(decided, seat, ply)
            else:
                row[at + seat] = estimate_for(rules, heuristic, desk, ply, seat)
        return
    seat_to_move = mover(rules, desk.states[ply])
    count = generate(rules, choice, desk, ply)
    for i in range(count):
        make(rules, desk, ply, i)
        enter(recorder, ply + 1, desk.moves[ply, i], depth - 1, -INFINITE, INFINITE)
        maxn_value(rules, heuristic, choice, recorder, desk, seats, ply + 1, depth - 1)
        below = desk.keys[ply + 1]
        leave(recorder, ply + 1, below[at + seat_to_move])
        if i == 0 or below[at + seat_to_move] > row[at + seat_to_move]:
            for seat in range(seats):
                row[at + seat] = below[at + seat]
            extend_line(desk, ply, desk.moves[ply, i])
    look_at(recorder, ply, count, count)


@rule(look)
def look_for_oneself(
    algorithm: MaxN,
    rules: Any,
    heuristic: Any,
    choice: Any,
    recorder: Any,
    desk: Desk,
    ply: int,
    depth: int,
    alpha: int,
    beta: int,
) -> int:
    """The root's own component; the window means nothing to several players."""
    seats = seats_of(rules)
    maxn_value(rules, heuristic, choice, recorder, desk, seats, ply, depth)
    return -desk.keys[ply, desk.keys.shape[1] - SEATS + mover(rules, desk.states[0])]
