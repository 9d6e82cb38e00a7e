"""The PUCT tree: nodes, edges and expansion.

Proved results need no network and are set when a node is created: the end of the game, a draw by repetition or quiet
turns, a win in one. Selection and backup are in puct.py.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from plyground.core.bits import ZERO
from plyground.core.contract import Words, mover, moves, play, winner
from plyground.core.jit import inlined, kernel
from plyground.core.outcome import DRAW, NOBODY_YET
from plyground.core.position import Position
from plyground.search.leaf_tables import NO_TABLES, UNPROVED, table_value
from plyground.search.mcts.puct_transpositions import NONE, new_slots, remember
from plyground.search.repetition import History, is_drawn, new_history, note_position
from plyground.search.score import WIN
from plyground.search.stack import NODE_LIMIT, STOP, WIDEST, Numbers

Indices = npt.NDArray[np.int32]
Fractions = npt.NDArray[np.float32]

LONGEST_PATH = 128
FIRST, COUNT, OPENED, VISITS, PENDING, SEAT, RESULT, PLIES = range(8)
"""Columns of a tree's `nodes`.

The first edge, the number of edges and of opened edges (those with a node); visits and pending visits; the seat to
move; the proved result (a seat, `DRAW` or `NOBODY_YET`) and the maximum number of plies to it.
"""
USED_NODES, USED_EDGES, FULL = range(3)
"""Indices in a tree's `used`. `FULL` is nonzero if there was no room for a position."""
BYTES_PER_EDGE, BYTES_PER_NODE, EDGES_PER_NODE = 16, 60, 16


class PuctTree(NamedTuple):
    """The tree and the scratch memory of a search."""

    nodes: Indices
    sums: npt.NDArray[np.float64]
    """By node: the sum of its visits' values for seat 0."""
    values: Fractions
    """By node: the value for seat 0 of its first visit: the network's, or that of the same position elsewhere."""
    keys: Words
    """By node: the fingerprint of its position once it is evaluated."""
    slots: Indices
    """Evaluated nodes by key: see puct_transpositions.py."""
    moves: Words
    """By edge, like priors and children. Opened edges come first, then the most likely unopened edge."""
    priors: Fractions
    children: Indices
    used: Numbers
    states: Words
    buffer: Words
    path: Indices
    counters: Numbers
    history: History
    tables: Any
    """Exact values for the leaves: usually `NoTables`."""


def new_tree(position: Position, megabytes: int, node_limit: int, tables: Any = NO_TABLES) -> PuctTree:
    """An empty tree of at most `megabytes`."""
    most_nodes = megabytes * 2**20 // (BYTES_PER_NODE + BYTES_PER_EDGE * EDGES_PER_NODE)
    most_edges = max(most_nodes * EDGES_PER_NODE, 2 * len(position.moves))
    tree = PuctTree(
        nodes=np.zeros((most_nodes, 8), np.int32),
        sums=np.zeros(most_nodes, np.float64),
        values=np.zeros(most_nodes, np.float32),
        keys=np.zeros(most_nodes, np.uint64),
        slots=new_slots(most_nodes),
        moves=np.zeros(most_edges, np.uint64),
        priors=np.zeros(most_edges, np.float32),
        children=np.zeros(most_edges, np.int32),
        used=np.zeros(4, np.int64),
        states=np.zeros((LONGEST_PATH + 3, position.game.words), np.uint64),
        buffer=np.zeros(max(position.game.usual_moves, len(position.moves)), np.uint64),
        path=np.zeros(LONGEST_PATH + 2, np.int32),
        counters=np.zeros(16, np.int64),
        history=new_history(position, LONGEST_PATH + 2),
        tables=tables,
    )
    tree.nodes[0, RESULT] = NOBODY_YET
    tree.states[0] = position.state
    tree.counters[NODE_LIMIT] = node_limit
    return tree


@kernel
def new_node(tree: PuctTree, seat: int, result: int, count: int) -> Any:
    """Create a node with `count` edges, still to be filled in."""
    node = tree.used[USED_NODES]
    row = tree.nodes[node]
    row[FIRST], row[COUNT], row[OPENED] = tree.used[USED_EDGES], count, 0
    row[VISITS], row[PENDING] = 0, 0
    row[SEAT], row[RESULT], row[PLIES] = seat, result, 0
    tree.sums[node], tree.keys[node] = 0.0, ZERO
    tree.used[USED_NODES] += 1
    tree.used[USED_EDGES] += count
    return node


@kernel
def has_room(tree: PuctTree, edges: int) -> bool:
    """True if there is room for a node with `edges` edges and one node below it; if not, the search stops."""
    room = (
        tree.used[USED_NODES] + 2 <= len(tree.nodes)
        and tree.used[USED_EDGES] + edges <= len(tree.moves)
        and edges <= tree.buffer.size
    )
    if not room:
        tree.counters[STOP] = 1
        if edges > tree.buffer.size:
            tree.counters[WIDEST] = max(tree.counters[WIDEST], edges)
        else:
            tree.used[FULL] = 1
    return room


@kernel
def swap_edges(tree: PuctTree, one: int, other: int) -> None:
    """Swap two unopened edges."""
    tree.moves[one], tree.moves[other] = tree.moves[other], tree.moves[one]
    tree.priors[one], tree.priors[other] = tree.priors[other], tree.priors[one]


@kernel
def find_win(rules: Any, tree: PuctTree, node: int, ply: int) -> None:
    """If a move of a new node wins at once, set the node's result and make the move its first edge."""
    row, child = tree.nodes[node], tree.states[ply + 1]
    for edge in range(row[FIRST], row[FIRST] + row[COUNT]):
        play(rules, tree.states[ply], tree.moves[edge], child)
        if winner(rules, child) == row[SEAT]:
            swap_edges(tree, row[FIRST], edge)
            tree.children[row[FIRST]] = new_node(tree, mover(rules, child), row[SEAT], 0)
            row[OPENED], row[RESULT], row[PLIES] = 1, row[SEAT], 1
            return


@inlined
def result_in_tables(rules: Any, tree: PuctTree, ply: int) -> tuple[int, int]:
    """The result of states[ply] by the tables and the plies to it; `NOBODY_YET` if they do not have it."""
    value, seat = table_value(tree.tables, rules, tree.states[ply], ply), mover(rules, tree.states[ply])
    if value == UNPROVED:
        return NOBODY_YET, 0
    if value == 0:
        return DRAW, 0
    return seat if value > 0 else 1 - seat, WIN - abs(value) - ply


@kernel
def expand(rules: Any, tree: PuctTree, ply: int) -> Any:
    """Expansion: create a node for states[ply] with its moves and any proved result; `NONE` if there is no room."""
    state = tree.states[ply]
    decided, count, plies = winner(rules, state), 0, 0
    if decided == NOBODY_YET and is_drawn(tree.history, ply):
        decided = DRAW
    if decided == NOBODY_YET and ply > 0:
        decided, plies = result_in_tables(rules, tree, ply)
    if decided == NOBODY_YET:
        count = moves(rules, state, tree.buffer)
    if not has_room(tree, count):
        return NONE
    node = new_node(tree, mover(rules, state), decided, count)
    tree.nodes[node, PLIES] = plies
    first = tree.nodes[node, FIRST]
    for i in range(count):
        tree.moves[first + i] = tree.buffer[i]
        tree.priors[first + i] = 0.0
        tree.children[first + i] = NONE
    if count > 0:
        find_win(rules, tree, node, ply)
    return node


@kernel
def bring_likeliest(tree: PuctTree, node: int) -> None:
    """Move the most likely unopened edge to the front of the unopened ones."""
    row = tree.nodes[node]
    place = row[FIRST] + row[OPENED]
    best = place
    for edge in range(place + 1, row[FIRST] + row[COUNT]):
        if tree.priors[edge] > tree.priors[best]:
            best = edge
    if best != place:
        swap_edges(tree, place, best)


@kernel
def step(rules: Any, tree: PuctTree, ply: int, edge: int) -> None:
    """Play the move of an edge from states[ply]."""
    play(rules, tree.states[ply], tree.moves[edge], tree.states[ply + 1])
    note_position(tree.history, rules, tree.states[ply], tree.moves[edge], tree.states[ply + 1], ply + 1)


@kernel
def open_edge(rules: Any, tree: PuctTree, node: int, edge: int, ply: int) -> Any:
    """Create a node for states[ply] below the next edge of a node; `NONE` if there is no room."""
    child = expand(rules, tree, ply)
    if child != NONE:
        tree.children[edge] = child
        tree.nodes[node, OPENED] += 1
        bring_likeliest(tree, node)
    return child


@kernel
def copy_node(old: PuctTree, source: int, new: PuctTree, node: int, first: int) -> None:
    """Copy a node, with its edges starting at `first`."""
    for column in range(old.nodes.shape[1]):
        new.nodes[node, column] = old.nodes[source, column]
    new.nodes[node, FIRST] = first
    new.sums[node], new.values[node], new.keys[node] = old.sums[source], old.values[source], old.keys[source]
    if new.keys[node] != ZERO:
        remember(new.keys, new.slots, node)


@kernel
def transplant(old: PuctTree, root: int, new: PuctTree, origins: Numbers) -> None:
    """Copy the subtree of a node into a large enough empty tree; `origins` has room for one number per node."""
    origins[0] = root
    nodes, edges, node = 1, 0, 0
    while node < nodes:
        source = origins[node]
        first = old.nodes[source, FIRST]
        copy_node(old, source, new, node, edges)
        for i in range(old.nodes[source, COUNT]):
            new.moves[edges], new.priors[edges], new.children[edges] = old.moves[first + i], old.priors[first + i], NONE
            if i < old.nodes[source, OPENED]:
                origins[nodes] = old.children[first + i]
                new.children[edges] = nodes
                nodes += 1
            edges += 1
        node += 1
    new.used[USED_NODES], new.used[USED_EDGES] = nodes, edges


def trimmed(tree: PuctTree) -> PuctTree:
    """The same tree without unused room."""
    nodes, edges = int(tree.used[USED_NODES]), int(tree.used[USED_EDGES])
    return tree._replace(
        nodes=tree.nodes[:nodes].copy(),
        sums=tree.sums[:nodes].copy(),
        values=tree.values[:nodes].copy(),
        keys=tree.keys[:nodes].copy(),
        slots=tree.slots[:0],
        moves=tree.moves[:edges].copy(),
        priors=tree.priors[:edges].copy(),
        children=tree.children[:edges].copy(),
    )


def child_of(tree: PuctTree, node: int, value: int) -> int:
    """The node a move leads to; `NONE` if there is none."""
    first, opened = int(tree.nodes[node, FIRST]), int(tree.nodes[node, OPENED])
    found = np.flatnonzero(tree.moves[first : first + opened] == np.uint64(value))
    return int(tree.children[first + found[0]]) if len(found) else NONE


def replant(old: PuctTree, root: int, new: PuctTree) -> bool:
    """Move the subtree of a node into an empty tree; return True if it fits."""
    if old.used[USED_NODES] > len(new.nodes) or old.used[USED_EDGES] > len(new.moves):
        return False
    transplant(old, root, new, np.zeros(old.used[USED_NODES], np.int64))
    return True
