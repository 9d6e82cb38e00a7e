"""Alpha-beta: minimax that does not look where neither player would let the game go.

`alpha` is what the mover is already sure of elsewhere, `beta` what the opponent is already sure of. A move worth
`beta` or more ends the search of a node: the opponent will not let it come to that (a cut-off). Fail-soft: a value
outside the window is still the best bound that was found.
"""

from typing import NamedTuple

from plyground.core.jit import kernel
from plyground.core.kernel import Words, evaluate, rule, winner
from plyground.core.outcome import NOBODY_YET
from plyground.search.desk import (
    CUTOFFS,
    Numbers,
    Question,
    decided_value,
    end_line,
    estimate,
    extend_line,
    generate,
    make,
    must_stop,
)
from plyground.search.root import look
from plyground.search.score import INFINITE
from plyground.search.trace import enter, leave, look_at


class AlphaBeta(NamedTuple):
    """The settings of the search."""

    sort: bool
    """Whether children are sorted by the heuristic before descending: good moves first make cut-offs sooner."""


@kernel
def looks(question: Question, ply: int) -> int:
    """What states[ply] looks like to its mover without looking further."""
    state = question.desk.states[ply]
    decided = winner(question.rules, state)
    if decided != NOBODY_YET:
        return decided_value(question.rules, state, decided, ply)
    return evaluate(question.heuristic, question.rules, state)


@kernel
def sort_by_heuristic(question: Question, ply: int, count: int) -> None:
    """Put the moves whose children look worst to the opponent first; equal ones stay in order."""
    for i in range(count):
        make(question, ply, i)
        question.desk.keys[ply, i] = -looks(question, ply + 1)
    insertion_sort(question.desk.moves[ply], question.desk.keys[ply], count)


@kernel
def insertion_sort(moves: Words, keys: Numbers, count: int) -> None:
    """Sort moves by their keys, highest first, stable."""
    for i in range(1, count):
        move, key = moves[i], keys[i]
        j = i
        while j > 0 and keys[j - 1] < key:
            moves[j], keys[j] = moves[j - 1], keys[j - 1]
            j -= 1
        moves[j], keys[j] = move, key


@kernel
def alphabeta_value(sort: bool, question: Question, ply: int, depth: int, alpha: int, beta: int) -> int:
    """The value of states[ply] for its mover, looking `depth` moves ahead within the window."""
    rules, desk, recorder = question.rules, question.desk, question.recorder
    end_line(desk, ply)
    if must_stop(desk):
        return 0
    decided = winner(rules, desk.states[ply])
    if decided != NOBODY_YET:
        return decided_value(rules, desk.states[ply], decided, ply)
    if depth == 0:
        return estimate(question, ply)
    count = generate(question, ply)
    if sort and depth > 1:
        sort_by_heuristic(question, ply, count)
    best = -INFINITE
    for i in range(count):
        floor = max(alpha, best)
        make(question, ply, i)
        enter(recorder, ply + 1, desk.moves[ply, i], depth - 1, -beta, -floor)
        value = -alphabeta_value(sort, question, ply + 1, depth - 1, -beta, -floor)
        leave(recorder, ply + 1, -value)
        look_at(recorder, ply, count, i + 1)
        if value > best:
            best = value
            extend_line(desk, ply, desk.moves[ply, i])
            if best >= beta:
                desk.counters[CUTOFFS] += 1
                break
    return best


@rule(look)
def look_within(algorithm: AlphaBeta, question: Question, ply: int, depth: int, alpha: int, beta: int) -> int:
    """Alpha-beta with the settings."""
    return alphabeta_value(algorithm.sort, question, ply, depth, alpha, beta)
