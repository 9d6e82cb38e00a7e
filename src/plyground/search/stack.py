"""The search stack: by ply, the states of the current line, their moves and best lines; and the counters."""

from typing import Any, NamedTuple

import numpy as np

from plyground.core.contract import Words, evaluate, mover, moves, narrow, passed, play, winner
from plyground.core.heuristic import HIGHEST_ESTIMATE
from plyground.core.jit import inlined, kernel
from plyground.core.outcome import DRAW, NOBODY_YET
from plyground.core.pointers import aligned
from plyground.search.leaf_tables import NO_TABLES, table_value
from plyground.search.repetition import History, is_drawn, note_position
from plyground.search.repetition import Numbers as Numbers
from plyground.search.score import WIN

STOP, NODES, NODE_LIMIT, ESTIMATES, CUTOFFS, TABLE_HITS, WIDEST = range(7)
"""Indices in `counters`. `STOP` is nonzero if the search must end; `WIDEST` is the most moves seen in one state."""

MOST_PLIES = 128
"""Above the maximum ply of any search: budget depth, extensions and quiescence together."""


SPARE = MOST_PLIES + 1
"""Index of a spare row that belongs to no ply."""

SEATS = 4
"""Maximum number of players of any game."""


class Stack(NamedTuple):
    """The memory of one search thread: one row per ply below the root."""

    states: Words
    moves: Words
    keys: Numbers
    """Sort keys of the moves. Max-n stores one value per seat behind them."""
    lines: Words
    """The best known line of play from each ply (a triangular PV table)."""
    lengths: Numbers
    """Number of moves in each of these lines."""
    counters: Numbers


def new_stack(game: Any, state: Words, room: int, node_limit: int) -> Stack:
    """Create a stack with `state` at its root and `room` moves per state."""
    rows = MOST_PLIES + 2
    stack = Stack(
        states=np.zeros((rows, game.words), np.uint64),
        moves=np.zeros((rows, room), np.uint64),
        keys=np.zeros((rows, room + SEATS), np.int64),
        lines=np.zeros((rows, rows), np.uint64),
        lengths=np.zeros(rows, np.int64),
        counters=aligned(16, np.int64),
    )
    stack.states[0] = state
    stack.counters[NODE_LIMIT] = node_limit
    return stack


def with_room(stack: Stack, room: int) -> Stack:
    """The same stack with room for more moves per state; the moves themselves are not kept."""
    rows = len(stack.lengths)
    return stack._replace(moves=np.zeros((rows, room), np.uint64), keys=np.zeros((rows, room + SEATS), np.int64))


class SearchContext(NamedTuple):
    """The data every node of a search needs, passed down as one value."""

    rules: Any
    heuristic: Any
    choice: Any
    """Selects the moves to consider: usually all."""
    recorder: Any
    """Records the tree: usually `NoTrace`."""
    stack: Stack
    history: History
    tables: Any = NO_TABLES
    """Exact values: usually `NoTables`."""


@kernel
def must_stop(stack: Stack) -> bool:
    """Count one more node; return True if the search must stop instead."""
    counters = stack.counters
    if counters[NODES] >= counters[NODE_LIMIT]:
        counters[STOP] = 1
    if counters[STOP] != 0:
        return True
    counters[NODES] += 1
    return False


@inlined
def generate(context: SearchContext, ply: int) -> int:
    """Write the moves of states[ply] to be searched, as far as there is room; return their number."""
    stack = context.stack
    row = stack.moves[ply]
    count = moves(context.rules, stack.states[ply], row)
    if count > row.size:
        stack.counters[WIDEST] = max(stack.counters[WIDEST], count)
        stack.counters[STOP] = 1
        count = row.size
    return narrow(context.choice, context.rules, stack.states[ply], row, count)


@inlined
def make(context: SearchContext, ply: int, index: int) -> None:
    """Play move `index` of states[ply] into states[ply + 1]."""
    stack = context.stack
    play(context.rules, stack.states[ply], stack.moves[ply, index], stack.states[ply + 1])


@inlined
def make_turn(context: SearchContext, ply: int, index: int) -> None:
    """Play move `index` of states[ply] into states[ply + 1], and note it in the history if repetitions count."""
    rules, stack, history = context.rules, context.stack, context.history
    make(context, ply, index)
    if history.repetition or history.quiet_limit:
        note_position(history, rules, stack.states[ply], stack.moves[ply, index], stack.states[ply + 1], ply + 1)


@inlined
def decided_at(context: SearchContext, ply: int) -> int:
    """The seat that has won at `ply`, `DRAW` (also by repetition or quiet turns), or `NOBODY_YET`."""
    decided = winner(context.rules, context.stack.states[ply])
    if decided == NOBODY_YET and is_drawn(context.history, ply):
        return DRAW
    return decided


@inlined
def settled_value(context: SearchContext, ply: int) -> int:
    """Value of states[ply] for its mover if the game is over or a table has it, else `UNPROVED`."""
    rules, state = context.rules, context.stack.states[ply]
    decided = decided_at(context, ply)
    if decided != NOBODY_YET:
        return decided_value(rules, state, decided, ply)
    return table_value(context.tables, rules, state, ply)


@inlined
def estimate(context: SearchContext, ply: int) -> int:
    """Heuristic value of states[ply] for its mover."""
    value = evaluate(context.heuristic, context.rules, context.stack.states[ply])
    context.stack.counters[ESTIMATES] += 1
    return min(max(value, -HIGHEST_ESTIMATE), HIGHEST_ESTIMATE)  # an estimate is never mistaken for a proof


@inlined
def leaf_value(searcher: bool, context: SearchContext, ply: int) -> int:
    """Value of a leaf for its mover; with `searcher`, estimated from the root player's view.

    The reports evaluate every leaf for the player at the root: if the opponent is to move, the heuristic gets the same
    board with the root player to move, and the sign is changed.
    """
    if not searcher or ply & 1 == 0:
        return estimate(context, ply)
    passed(context.rules, context.stack.states[ply], context.stack.states[SPARE])
    return -estimate(context, SPARE)


@kernel
def decided_value(rules: Any, state: Words, decided: int, ply: int) -> int:
    """Value of a decided state for its mover: faster wins and slower losses are better."""
    if decided == DRAW:
        return 0
    return WIN - ply if decided == mover(rules, state) else ply - WIN


@kernel
def end_line(stack: Stack, ply: int) -> None:
    """Clear the best line from this ply on."""
    stack.lengths[ply] = 0


@kernel
def extend_line(stack: Stack, ply: int, move: np.uint64) -> None:
    """Set the best line from this ply on: `move`, then the best line of the next ply."""
    length = min(stack.lengths[ply + 1], MOST_PLIES - ply - 1)
    stack.lines[ply, 0] = move
    for i in range(length):
        stack.lines[ply, i + 1] = stack.lines[ply + 1, i]
    stack.lengths[ply] = length + 1
