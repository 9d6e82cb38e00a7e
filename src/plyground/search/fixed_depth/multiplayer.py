"""Searches for more than two players.

Paranoid: I choose what is best for me, and expect every other player to choose what is worst for me; alpha-beta works
as for two. Max-n: everybody chooses what is best for themselves; a position has one value for each seat.
"""

from typing import NamedTuple

from plyground.core.contract import mover, passed, rule, seats_of
from plyground.core.jit import kernel
from plyground.core.outcome import DRAW, NOBODY_YET
from plyground.search.root import look
from plyground.search.score import INFINITE, WIN
from plyground.search.stack import (
    CUTOFFS,
    SEATS,
    Numbers,
    Question,
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
    """All against me."""


class MaxN(NamedTuple):
    """Each for themselves."""


@kernel
def estimate_for(question: Question, ply: int, seat: int) -> int:
    """What states[ply] looks like to `seat`, as if it were their turn; the rows below serve as scratch."""
    rules, states = question.rules, question.desk.states
    at = ply
    while mover(rules, states[at]) != seat:
        passed(rules, states[at], states[at + 1])
        at += 1
    return estimate(question, at)


@kernel
def decided_for(decided: int, seat: int, ply: int) -> int:
    """The value of the end of a game for `seat`."""
    if decided == DRAW:
        return 0
    return WIN - ply if decided == seat else ply - WIN


@kernel
def paranoid_value(me: int, question: Question, ply: int, depth: int, alpha: int, beta: int) -> int:
    """The value of states[ply] for `me`, whoever is to move."""
    rules, desk, recorder = question.rules, question.desk, question.recorder
    end_line(desk, ply)
    if must_stop(desk):
        return 0
    decided = decided_at(question, ply)
    if decided != NOBODY_YET:
        return decided_for(decided, me, ply)
    if depth == 0:
        return estimate_for(question, ply, me)
    mine = mover(rules, desk.states[ply]) == me
    best = -INFINITE if mine else INFINITE
    count = generate(question, ply)
    for i in range(count):
        make_turn(question, ply, i)
        enter(recorder, ply + 1, desk.moves[ply, i], depth - 1, alpha, beta)
        value = paranoid_value(me, question, ply + 1, depth - 1, alpha, beta)
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
def look_paranoid(algorithm: Paranoid, question: Question, ply: int, depth: int, alpha: int, beta: int) -> int:
    """The root expects the value as the next player sees it: the opposite of mine."""
    me = mover(question.rules, question.desk.states[0])
    return -paranoid_value(me, question, ply, depth, -beta, -alpha)


@kernel
def write_values(question: Question, decided: int, ply: int, row: Numbers) -> None:
    """Write the values of a state that is not searched further, one a seat, behind the keys of its row."""
    for seat in range(seats_of(question.rules)):
        ended = decided != NOBODY_YET
        row[row.size - SEATS + seat] = decided_for(decided, seat, ply) if ended else estimate_for(question, ply, seat)


@kernel
def maxn_values(question: Question, ply: int, depth: int) -> None:
    """Write the values of states[ply], one a seat, behind the keys of its row."""
    rules, desk, recorder = question.rules, question.desk, question.recorder
    end_line(desk, ply)
    if must_stop(desk):
        return
    row, below = desk.keys[ply], desk.keys[ply + 1]
    first = row.size - SEATS
    decided = decided_at(question, ply)
    if decided != NOBODY_YET or depth == 0:
        write_values(question, decided, ply, row)
        return
    mine = first + mover(rules, desk.states[ply])
    count = generate(question, ply)
    for i in range(count):
        make_turn(question, ply, i)
        enter(recorder, ply + 1, desk.moves[ply, i], depth - 1, -INFINITE, INFINITE)
        maxn_values(question, ply + 1, depth - 1)
        leave(recorder, ply + 1, below[mine])
        if i == 0 or below[mine] > row[mine]:
            for place in range(first, row.size):
                row[place] = below[place]
            extend_line(desk, ply, desk.moves[ply, i])
    look_at(recorder, ply, count, count)


@rule(look)
def look_for_oneself(algorithm: MaxN, question: Question, ply: int, depth: int, alpha: int, beta: int) -> int:
    """The root's own component; the window means nothing to several players."""
    desk = question.desk
    maxn_values(question, ply, depth)
    return -desk.keys[ply, desk.keys.shape[1] - SEATS + mover(question.rules, desk.states[0])]
