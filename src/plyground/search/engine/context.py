"""The data a node of the engine's search uses, passed from node to node as one pointer."""

from typing import NamedTuple

from plyground.core.contract import Words, winner
from plyground.core.jit import inlined, kernel
from plyground.core.outcome import NOBODY_YET
from plyground.core.pointers import borrowed
from plyground.search.engine.features import DEFERRAL, TABLE
from plyground.search.engine.ordering import MoveHistory, note_played
from plyground.search.engine.smp import LEAST_DEPTH, ends_searching
from plyground.search.engine.transposition import prefetch
from plyground.search.leaf_tables import UNPROVED, table_value
from plyground.search.repetition import key_at, note_position
from plyground.search.stack import SearchContext, decided_value, end_line, must_stop
from plyground.search.trace import enter, leave, look_at


class ThreadState(NamedTuple):
    """The data of one engine thread, apart from its search stack."""

    features: int
    """Enabled features as bits: see features.py."""
    contempt: int
    """Penalty for a repetition, relative to an even position, for the player at the root."""
    table: Words
    search: int
    """Number of this search among those that used the table."""
    oldest: int
    """Number of the oldest search whose entries are valid."""
    move_history: MoveHistory
    marks: Words
    """The positions being searched by the threads: see smp.py."""


class NodeContext(NamedTuple):
    """The data passed by pointer to every node of the tree."""

    thread: ThreadState
    context: SearchContext


@inlined
def enter_node(context: SearchContext, ply: int) -> tuple[bool, int]:
    """Enter a node; return True and its value if it is decided, a table has it, or the search must stop."""
    stack = context.stack
    end_line(stack, ply)
    if must_stop(stack):
        return True, 0
    decided = winner(context.rules, stack.states[ply])
    if decided != NOBODY_YET:
        return True, decided_value(context.rules, stack.states[ply], decided, ply)
    value = table_value(context.tables, context.rules, stack.states[ply], ply)
    return value != UNPROVED, value


@inlined
def note_turn(thread: ThreadState, context: SearchContext, ply: int, index: int) -> None:
    """Note the move made and the resulting position, and prefetch that position's table entry."""
    stack = context.stack
    move = stack.moves[ply, index]
    note_played(thread.move_history, ply + 1, move)
    key = note_position(context.history, context.rules, stack.states[ply], move, stack.states[ply + 1], ply + 1)
    if thread.features & TABLE:
        prefetch(thread.table, key)


@inlined
def enter_child(lent: NodeContext, ply: int, rank: int, depth: int, alpha: int, beta: int) -> None:
    """Record entry into a child."""
    context = borrowed(lent).context
    enter(context.recorder, ply + 1, context.stack.moves[ply, rank], depth, alpha, beta)


@inlined
def leave_child(lent: NodeContext, ply: int, rank: int, count: int, depth: int, value: int) -> None:
    """Record the value of a child, and remove its mark for the other threads."""
    thread, context = borrowed(lent)
    leave(context.recorder, ply + 1, -value)
    look_at(context.recorder, ply, count, rank + 1)
    if thread.features & DEFERRAL and depth >= LEAST_DEPTH:
        ends_searching(thread.marks, key_at(context.history, ply + 1), depth)


@kernel
def repetition_value(thread: ThreadState, ply: int) -> int:
    """Value of a repetition for the mover at `ply`; contempt applies to the root player."""
    return thread.contempt if ply & 1 else -thread.contempt
