"""Monte Carlo tree search (UCT): selection, expansion, playout and backup.

With RAVE (a move gets some credit wherever it occurs in a playout) and a solver (proved results are backed up, and
proved nodes are not played out again). Works for any number of players: each node counts the wins of the seat that
moved into it. A win counts two, a draw one.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from plyground.core.contract import SLOTS, Words, finish, mover, moves, play, slot, winner
from plyground.core.jit import inlined, kernel
from plyground.core.outcome import DRAW, NOBODY_YET
from plyground.core.position import Position
from plyground.search.leaf_tables import NO_TABLES, UNPROVED, table_value
from plyground.search.repetition import History, is_drawn, new_history, note_position
from plyground.search.stack import NODE_LIMIT, NODES, STOP, WIDEST, Numbers

LONGEST_PATH = 128
WON, LOST, EVEN = 1, -1, 2
"""Proved results; a draw is proved only by tables of exact values."""
FIRST, COUNT, VISITS, WINS, RAVE_VISITS, RAVE_WINS, PROVED, SEAT = range(8)
"""Columns of a tree's `nodes`. PROVED is for the seat that moved into the node."""


class Tree(NamedTuple):
    """The tree and the scratch memory of a search."""

    nodes: Numbers
    moves: Words
    used: Numbers
    states: Words
    buffer: Words
    path: Numbers
    marks: Numbers
    """By seat and slot of a move: number of the last playout in which that seat played it."""
    random_state: Words
    counters: Numbers
    history: History
    tables: Any
    """Exact values for the leaves: usually `NoTables`."""


class MctsSettings(NamedTuple):
    """The settings of the search."""

    exploration: float
    rave: float
    """Number of visits at which the node's own mean outweighs RAVE's; 0 disables RAVE."""
    solver: bool
    longest: int
    """Maximum length of a playout; longer ones are draws."""


def new_tree(position: Position, most_nodes: int, seed: int, node_limit: int, tables: Any = NO_TABLES) -> Tree:
    """Create a tree with only its root."""
    game = position.game
    tree = Tree(
        nodes=np.zeros((most_nodes, 8), np.int64),
        moves=np.zeros(most_nodes, np.uint64),
        used=np.ones(1, np.int64),
        states=np.zeros((LONGEST_PATH + 3, game.words), np.uint64),
        buffer=np.zeros(game.usual_moves, np.uint64),
        path=np.zeros(LONGEST_PATH + 2, np.int64),
        marks=np.zeros((4, SLOTS), np.int64),
        random_state=np.array([2 * seed + 1], np.uint64),
        counters=np.zeros(16, np.int64),
        history=new_history(position, LONGEST_PATH + 2),
        tables=tables,
    )
    tree.nodes[0, FIRST] = -1
    tree.states[0] = position.state
    tree.counters[NODE_LIMIT] = node_limit
    return tree


def trimmed(tree: Tree) -> Tree:
    """The same tree without unused room."""
    used = int(tree.used[0])
    return tree._replace(nodes=tree.nodes[:used].copy(), moves=tree.moves[:used].copy())


def child_of(tree: Tree, node: int, value: int) -> int:
    """The node a move leads to; -1 if there is none."""
    first, count = int(tree.nodes[node, FIRST]), int(tree.nodes[node, COUNT])
    if first < 0:
        return -1
    found = np.flatnonzero(tree.moves[first : first + count] == np.uint64(value))
    return first + int(found[0]) if len(found) else -1


def replant(old: Tree, root: int, new: Tree) -> bool:
    """Move the subtree of a node into an empty tree; return True if it fits."""
    used = int(old.used[0])
    if used > len(new.nodes):
        return False
    transplant(old, root, new, np.zeros(used, np.int64))
    return True


@kernel
def copy_node(old: Tree, source: int, new: Tree, node: int) -> None:
    """Copy a node and the move that leads to it."""
    for column in range(old.nodes.shape[1]):
        new.nodes[node, column] = old.nodes[source, column]
    new.moves[node] = old.moves[source]


@kernel
def transplant(old: Tree, root: int, new: Tree, origins: Numbers) -> None:
    """Copy the subtree of a node into a large enough empty tree; `origins` has room for one number per node."""
    origins[0] = root
    used, node = 1, 0
    copy_node(old, root, new, 0)
    while node < used:
        first = old.nodes[origins[node], FIRST]
        if first >= 0:
            new.nodes[node, FIRST] = used
            for child in range(first, first + old.nodes[origins[node], COUNT]):
                origins[used] = child
                copy_node(old, child, new, used)
                used += 1
        node += 1
    new.used[0] = used


@kernel
def expand(rules: Any, tree: Tree, node: int, state: Words) -> None:
    """Expansion: add the children of a node, if the tree has room for them."""
    count = moves(rules, state, tree.buffer)
    if count > tree.buffer.size:
        tree.counters[WIDEST] = max(tree.counters[WIDEST], count)
        tree.counters[STOP] = 1
        return
    first = tree.used[0]
    if first + count > len(tree.nodes):
        return
    seat = mover(rules, state)
    for i in range(count):
        child = tree.nodes[first + i]
        child[FIRST], child[SEAT] = -1, seat
        tree.moves[first + i] = tree.buffer[i]
    tree.nodes[node, COUNT] = count
    tree.nodes[node, FIRST] = first
    tree.used[0] = first + count


@kernel
def ucb_value(settings: MctsSettings, child: Numbers, log_visits: float) -> float:
    """Upper confidence bound of a child, its mean mixed with RAVE's."""
    visits, rave_visits = child[VISITS], child[RAVE_VISITS]
    if visits == 0 and rave_visits == 0:
        return 10.0
    own = child[WINS] / (2.0 * visits) if visits > 0 else 0.0
    rave = child[RAVE_WINS] / (2.0 * rave_visits) if rave_visits > 0 else own
    weight = math.sqrt(settings.rave / (3.0 * visits + settings.rave)) if settings.rave > 0 else 0.0
    if visits == 0:
        weight = 1.0
    return (1.0 - weight) * own + weight * rave + settings.exploration * math.sqrt(log_visits / (visits + 1.0))


@kernel
def select(settings: MctsSettings, tree: Tree, node: int) -> int:
    """Selection: the child with the highest bound; a proved win at once, a proved loss only if nothing else is left."""
    first, count = tree.nodes[node, FIRST], tree.nodes[node, COUNT]
    log_visits = math.log(tree.nodes[node, VISITS] + 1.0)
    best, best_value = first, -1e9
    for index in range(first, first + count):
        child = tree.nodes[index]
        if child[PROVED] == WON:
            return index
        value = ucb_value(settings, child, log_visits) - (1e6 if child[PROVED] == LOST else 0.0)
        if value > best_value:
            best, best_value = index, value
    return best


@kernel
def proved_by_moves(tree: Tree, node: int) -> int:
    """What the moves of a node prove for the seat that moved into it; 0 while a move is open and none wins."""
    first, found = tree.nodes[node, FIRST], WON
    if first < 0:
        return 0
    for index in range(first, first + tree.nodes[node, COUNT]):
        proved = tree.nodes[index, PROVED]
        if proved == WON:
            return LOST
        if proved == 0:
            found = 0
        elif proved == EVEN and found != 0:
            found = EVEN
    return found


@kernel
def back_up_proof(tree: Tree, length: int) -> None:
    """Back up a proved result from the last node of the path, for two players."""
    for at in range(length - 1, 0, -1):
        parent = tree.path[at - 1]
        proved = proved_by_moves(tree, parent)
        if proved == 0:
            return
        tree.nodes[parent, PROVED] = proved


@kernel
def reward(won_by: int, seat: int) -> int:
    """2 for a win, 1 for a draw, 0 for a loss."""
    if won_by == DRAW:
        return 1
    return 2 if won_by == seat else 0


@kernel
def back_up(settings: MctsSettings, tree: Tree, length: int, won_by: int, playout: int) -> None:
    """Backup: count a playout along the path and (RAVE) for every child of path nodes whose move was played in it."""
    for at in range(length):
        node = tree.nodes[tree.path[at]]
        node[VISITS] += 1
        node[WINS] += reward(won_by, node[SEAT])
        if settings.rave == 0.0 or node[FIRST] < 0:
            continue
        for index in range(node[FIRST], node[FIRST] + node[COUNT]):
            child = tree.nodes[index]
            if tree.marks[child[SEAT], slot(tree.moves[index])] == playout:
                child[RAVE_VISITS] += 1
                child[RAVE_WINS] += reward(won_by, child[SEAT])


@inlined
def winner_in_tables(rules: Any, tree: Tree, ply: int) -> int:
    """The seat that wins states[ply] by the tables, `DRAW`, or `NOBODY_YET` if they do not have it."""
    value = table_value(tree.tables, rules, tree.states[ply], ply)
    if value == UNPROVED:
        return NOBODY_YET
    seat = mover(rules, tree.states[ply])
    return DRAW if value == 0 else seat if value > 0 else 1 - seat


@kernel
def iterate(rules: Any, settings: MctsSettings, seats: int, tree: Tree, playout: int) -> None:
    """One iteration: select a leaf, expand it, run a random playout, back up."""
    node, ply = 0, 0
    tree.path[0] = 0
    while tree.nodes[node, FIRST] >= 0 and ply < LONGEST_PATH:
        node = select(settings, tree, node)
        seat = tree.nodes[node, SEAT]
        tree.marks[seat, slot(tree.moves[node])] = playout
        play(rules, tree.states[ply], tree.moves[node], tree.states[ply + 1])
        note_position(tree.history, rules, tree.states[ply], tree.moves[node], tree.states[ply + 1], ply + 1)
        ply += 1
        tree.path[ply] = node
    state = tree.states[ply]
    won_by = winner(rules, state)
    exact = False
    if won_by == NOBODY_YET and is_drawn(tree.history, ply):
        won_by = DRAW
    elif won_by == NOBODY_YET and ply > 0:
        won_by = winner_in_tables(rules, tree, ply)
        exact = won_by == DRAW
    if won_by != NOBODY_YET:
        if settings.solver and (won_by != DRAW or exact) and seats == 2:
            tree.nodes[node, PROVED] = EVEN if exact else WON if won_by == tree.nodes[node, SEAT] else LOST
            back_up_proof(tree, ply + 1)
    else:
        if tree.nodes[node, FIRST] < 0 and (tree.nodes[node, VISITS] > 0 or ply == 0):
            expand(rules, tree, node, state)
        scratch = tree.states[ply + 1 : ply + 3]
        won_by = finish(rules, state, scratch, tree.buffer, tree.random_state, tree.marks, playout, settings.longest)
    back_up(settings, tree, ply + 1, won_by, playout)


@kernel
def run_playouts(rules: Any, settings: MctsSettings, seats: int, tree: Tree, playouts: int) -> None:
    """Run at most `playouts` iterations; stop early if the search must stop or the root is proved."""
    counters = tree.counters
    for _ in range(playouts):
        if counters[NODES] >= counters[NODE_LIMIT]:
            counters[STOP] = 1
        if counters[STOP] != 0 or tree.nodes[0, PROVED] != 0:
            return
        counters[NODES] += 1
        iterate(rules, settings, seats, tree, counters[NODES])
