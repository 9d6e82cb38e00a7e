"""Recording the search tree: windows, values, cut-offs, and the moves never searched.

The recorder is chosen by type at compile time. With `NoTrace` the calls compile to nothing; with a `Recorder` every
node is kept until its arrays are full. Nodes are rows in order of entry, so a node's parent precedes it.
"""

from typing import Any, NamedTuple

import numpy as np

from plyground.core.contract import Words, contract, rule
from plyground.core.position import Position
from plyground.search.score import INFINITE, score_of
from plyground.search.stack import MOST_PLIES, Numbers

PARENT, PLY, DEPTH, ALPHA, BETA, VALUE, MOVES, LOOKED_AT, CLOSED = range(9)
"""Columns of a recorder's `nodes`. MOVES is the number of moves, LOOKED_AT the number searched before it ended."""

COUNT = 0
"""Index in a recorder's `state`: number of nodes entered, recorded or not."""


class NoTrace(NamedTuple):
    """Records nothing, at no cost."""


class Recorder(NamedTuple):
    """Records the first nodes of a tree."""

    nodes: Numbers
    moves: Words
    path: Numbers
    """By ply: row of the node being searched, or -1 if it is not recorded."""
    state: Numbers


def new_recorder(most: int) -> Recorder:
    """A recorder of at most `most` nodes."""
    return Recorder(
        nodes=np.zeros((most, 9), np.int64),
        moves=np.zeros(most, np.uint64),
        path=np.full(MOST_PLIES + 2, -1, np.int64),
        state=np.zeros(1, np.int64),
    )


@contract
def enter(recorder: Any, ply: int, move: np.uint64, depth: int, alpha: int, beta: int) -> None:
    """Record entry into a node by `move` with this window."""


@contract
def leave(recorder: Any, ply: int, value: int) -> None:
    """Record the value of a node for its mover."""


@contract
def look_at(recorder: Any, ply: int, count: int, looked_at: int) -> None:
    """Record that `looked_at` of the node's `count` moves were searched; fewer than all is a cut-off."""


@contract
def is_tracing(recorder: Any) -> bool:  # type: ignore[empty-body]
    """True if nodes are recorded, which null moves cannot be: they are no moves of the game."""


@rule(is_tracing)
def never_traces(recorder: NoTrace) -> bool:
    """Return False."""
    return False


@rule(is_tracing)
def always_traces(recorder: Recorder) -> bool:
    """Return True."""
    return True


@rule(enter)
def enter_silently(recorder: NoTrace, ply: int, move: np.uint64, depth: int, alpha: int, beta: int) -> None:
    """Do nothing."""


@rule(leave)
def leave_silently(recorder: NoTrace, ply: int, value: int) -> None:
    """Do nothing."""


@rule(look_at)
def look_silently(recorder: NoTrace, ply: int, count: int, looked_at: int) -> None:
    """Do nothing."""


@rule(enter)
def record_entry(recorder: Recorder, ply: int, move: np.uint64, depth: int, alpha: int, beta: int) -> None:
    """Add a row, if there is room and the parent has one."""
    row = recorder.state[COUNT]
    recorder.state[COUNT] += 1
    parent = recorder.path[ply - 1] if ply > 0 else -1
    if row >= len(recorder.nodes) or (ply > 0 and parent < 0):
        recorder.path[ply] = -1
        return
    recorder.path[ply] = row
    recorder.moves[row] = move
    node = recorder.nodes[row]
    node[:] = 0  # what a search with another window wrote there
    node[PARENT], node[PLY], node[DEPTH], node[ALPHA], node[BETA] = parent, ply, depth, alpha, beta


@rule(leave)
def record_value(recorder: Recorder, ply: int, value: int) -> None:
    """Complete the row with its value."""
    row = recorder.path[ply]
    if row >= 0:
        recorder.nodes[row, VALUE] = value
        recorder.nodes[row, CLOSED] = 1


@rule(look_at)
def record_look(recorder: Recorder, ply: int, count: int, looked_at: int) -> None:
    """Record how many of the node's moves were searched."""
    row = recorder.path[ply]
    if row >= 0:
        recorder.nodes[row, MOVES] = count
        recorder.nodes[row, LOOKED_AT] = looked_at


def tree_of(recorder: Recorder, position: Position) -> dict[str, Any]:
    """The recorded tree as plain data: nested nodes, each with its move, window, value and unsearched moves."""
    kept = min(int(recorder.state[COUNT]), len(recorder.nodes))
    rows = [_node(recorder.nodes[row]) for row in range(kept)]
    places: list[Position] = []
    for row in range(kept):
        parent = int(recorder.nodes[row, PARENT])
        if parent < 0:
            places.append(position.without_history())
            continue
        before = places[parent]
        by_value = {move.value: move for move in before.moves}
        move = by_value[int(recorder.moves[row])]
        places.append(before.play(move).without_history())
        rows[row]["move"] = str(move)
        rows[parent]["children"].append(rows[row])
    for row in range(kept):
        searched = {child["move"] for child in rows[row]["children"]}
        complete = int(recorder.nodes[row, LOOKED_AT]) == len(searched)
        if rows[row]["cut_off"] and complete:
            rows[row]["never_looked_at"] = [str(move) for move in places[row].moves if str(move) not in searched]
    return {"entered": int(recorder.state[COUNT]), "kept": kept, "root": rows[0] if rows else None}


def _node(row: Numbers) -> dict[str, Any]:
    """One node as plain data; an unbounded side of the window is None."""
    alpha, beta = int(row[ALPHA]), int(row[BETA])
    return {
        "ply": int(row[PLY]),
        "depth": int(row[DEPTH]),
        "alpha": None if alpha <= -INFINITE else alpha,
        "beta": None if beta >= INFINITE else beta,
        "value": int(row[VALUE]) if row[CLOSED] else None,
        "score": score_of(int(row[VALUE])).as_data() if row[CLOSED] else None,
        "moves": int(row[MOVES]),
        "looked_at": int(row[LOOKED_AT]),
        "cut_off": bool(row[CLOSED] and row[LOOKED_AT] < row[MOVES]),
        "children": [],
    }
