"""Sizes of the trees that minimax would search: what a cut-off saves is counted, not guessed."""

from typing import Any

import numpy as np

from plyground.core.contract import Words, play
from plyground.core.jit import kernel
from plyground.core.outcome import NOBODY_YET
from plyground.core.position import Position
from plyground.search.repetition import new_history, note_position, within
from plyground.search.stack import (
    MOST_PLIES,
    STOP,
    Numbers,
    SearchContext,
    decided_at,
    generate,
    make_turn,
    must_stop,
    new_stack,
)
from plyground.search.trace import NoTrace

MOST_COUNTED = 30_000_000
"""Nodes counted before giving up."""
NO_HEURISTIC = 0
"""No leaf is evaluated, so one kernel serves all heuristics of a game."""


@kernel
def full_size(context: SearchContext, ply: int, depth: int) -> int:
    """Number of nodes that minimax enters below states[ply] and there, `depth` plies ahead."""
    if must_stop(context.stack):
        return 0
    if depth == 0 or decided_at(context, ply) != NOBODY_YET:
        return 1
    size = 1
    count = generate(context, ply)
    for i in range(count):
        make_turn(context, ply, i)
        size += full_size(context, ply + 1, depth - 1)
    return size


@kernel
def write_sizes(context: SearchContext, plies: Numbers, depths: Numbers, moves: Words, wanted: Numbers) -> None:
    """Replace every 1 in `wanted` by the full size of that node; nodes are in order of entry, the root first."""
    rules, states = context.rules, context.stack.states
    for row in range(len(plies)):
        ply = plies[row]
        if ply > 0:
            play(rules, states[ply - 1], moves[row], states[ply])
            note_position(context.history, rules, states[ply - 1], moves[row], states[ply], ply)
        if wanted[row] != 0:
            wanted[row] = full_size(context, ply, depths[row])


def full_sizes(
    position: Position, choice: Any, plies: list[int], depths: list[int], moves: list[int], wanted: list[bool]
) -> list[int] | None:
    """The full size of each wanted node, 0 for the others; None if they are too large to count.

    `moves` has each node's move as a word; the root's is not used.
    """
    stack = new_stack(position.game, position.state, _room(position), MOST_COUNTED)
    history = within(new_history(position, MOST_PLIES), depths[0])
    context = SearchContext(position.game.rules, NO_HEURISTIC, choice, NoTrace(), stack, history)
    sizes = np.array(wanted, np.int64)
    write_sizes(context, np.array(plies), np.array(depths), np.array(moves, np.uint64), sizes)
    return None if stack.counters[STOP] else [int(size) for size in sizes]


def _room(position: Position) -> int:
    """Room for the moves of a state: twice as many as the root has, where that is unusual."""
    return max(position.game.usual_moves, 2 * len(position.moves))
