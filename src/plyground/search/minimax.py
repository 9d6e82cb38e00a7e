"""Minimax: look at every line of a given length, and let each player choose what is best for them.

Values are always for the player to move, so that one function serves both: what is good for one is as bad for the
other. `choice` says which moves are considered (usually all), `recorder` keeps the tree for those who want to see it.
"""

from typing import Any, NamedTuple

from plyground.core.jit import kernel
from plyground.core.kernel import evaluate, rule, winner
from plyground.core.outcome import NOBODY_YET
from plyground.search.desk import (
    ESTIMATES,
    Desk,
    decided_value,
    end_line,
    extend_line,
    generate,
    make,
    must_stop,
)
from plyground.search.root import look
from plyground.search.score import INFINITE
from plyground.search.trace import enter, leave, look_at


class Minimax(NamedTuple):
    """The whole tree, nothing left out."""


@kernel
def minimax_value(rules: Any, heuristic: Any, choice: Any, recorder: Any, desk: Desk, ply: int, depth: int) -> int:
    """The value of states[ply] for its mover, looking `depth` moves ahead."""
    end_line(desk, ply)
    if must_stop(desk):
        return 0
    state = desk.states[ply]
    decided = winner(rules, state)
    if decided != NOBODY_YET:
        return decided_value(rules, state, decided, ply)
    if depth == 0:
        desk.counters[ESTIMATES] += 1
        return evaluate(heuristic, rules, state)
    best = -INFINITE
    count = generate(rules, choice, desk, ply)
    for i in range(count):
        make(rules, desk, ply, i)
        enter(recorder, ply + 1, desk.moves[ply, i], depth - 1, -INFINITE, INFINITE)
        value = -minimax_value(rules, heuristic, choice, recorder, desk, ply + 1, depth - 1)
        leave(recorder, ply + 1, -value)
        if value > best:
            best = value
            extend_line(desk, ply, desk.moves[ply, i])
    look_at(recorder, ply, count, count)
    return best


@rule(look)
def look_everywhere(
    algorithm: Minimax,
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
    """Minimax has no window."""
    return minimax_value(rules, heuristic, choice, recorder, desk, ply, depth)
