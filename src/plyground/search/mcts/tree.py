"""Monte Carlo tree search: grow a tree towards the moves that won most random games.

UCT with RAVE (a move counts a little wherever in a game it was played), and a solver: a node whose end is
certain is not played out any more. Works for any number of players: each node counts the wins of the seat that moved
into it. A win counts two, a draw one.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from plyground.core.contract import SLOTS, Words, finish, mover, moves, play, slot, winner
from plyground.core.jit import kernel
from plyground.core.outcome import DRAW, NOBODY_YET
from plyground.core.position import Position
from plyground.search.repetition import History, is_drawn, new_history, note_position
from plyground.search.stack import NODE_LIMIT, NODES, STOP, WIDEST, Numbers

LONGEST_PATH = 128
WON, LOST = 1, -1
FIRST, COUNT, VISITS, WINS, RAVE_VISITS, RAVE_WINS, PROVED, SEAT = range(8)
"""Columns of a tree's `nodes`. PROVED is from the side of the seat that moved into the node."""


class Tree(NamedTuple):
    """The tree and the scratch memory of a search."""

    nodes: Numbers
    moves: Words
    used: Numbers
    states: Words
    buffer: Words
    path: Numbers
    marks: Numbers
    """By seat and slot of a move: the number of the last game in which that seat played it."""
    dice: Words
    counters: Numbers
    history: History


class MctsSettings(NamedTuple):
    """The settings of the search."""

    exploration: float
    rave: float
    """How many visits it takes until a node's own count weighs as much as RAVE's; 0 switches RAVE off."""
    solver: bool
    longest: int
    """A random game of more plies is a draw."""


def new_tree(position: Position, most_nodes: int, seed: int, node_limit: int) -> Tree:
    """A tree with only its root."""
    game = position.game
    tree = Tree(
        nodes=np.zeros((most_nodes, 8), np.int64),
        moves=np.zeros(most_nodes, np.uint64),
        used=np.ones(1, np.int64),
        states=np.zeros((LONGEST_PATH + 3, game.words), np.uint64),
        buffer=np.zeros(game.usual_moves, np.uint64),
        path=np.zeros(LONGEST_PATH + 2, np.int64),
        marks=np.zeros((4, SLOTS), np.int64),
        dice=np.array([2 * seed + 1], np.uint64),
        counters=np.zeros(16, np.int64),
        history=new_history(position, LONGEST_PATH + 2),
    )
    tree.nodes[0, FIRST] = -1
    tree.states[0] = position.state
    tree.counters[NODE_LIMIT] = node_limit
    return tree


@kernel
def expand(rules: Any, tree: Tree, node: int, state: Words) -> None:
    """Give a node its children, if the tree has room for them."""
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
def promise(ways: MctsSettings, child: Numbers, log_visits: float) -> float:
    """How much a child deserves the next game."""
    visits, rave_visits = child[VISITS], child[RAVE_VISITS]
    if visits == 0 and rave_visits == 0:
        return 10.0
    own = child[WINS] / (2.0 * visits) if visits > 0 else 0.0
    rave = child[RAVE_WINS] / (2.0 * rave_visits) if rave_visits > 0 else own
    weight = math.sqrt(ways.rave / (3.0 * visits + ways.rave)) if ways.rave > 0 else 0.0
    if visits == 0:
        weight = 1.0
    return (1.0 - weight) * own + weight * rave + ways.exploration * math.sqrt(log_visits / (visits + 1.0))


@kernel
def select(ways: MctsSettings, tree: Tree, node: int) -> int:
    """The child that deserves the next game; a certain win at once, a certain loss only if there is nothing else."""
    first, count = tree.nodes[node, FIRST], tree.nodes[node, COUNT]
    log_visits = math.log(tree.nodes[node, VISITS] + 1.0)
    best, best_promise = first, -1e9
    for index in range(first, first + count):
        child = tree.nodes[index]
        if child[PROVED] == WON:
            return index
        value = promise(ways, child, log_visits) - (1e6 if child[PROVED] == LOST else 0.0)
        if value > best_promise:
            best, best_promise = index, value
    return best


@kernel
def all_lost(tree: Tree, node: int) -> bool:
    """Whether every move of a node loses."""
    first = tree.nodes[node, FIRST]
    if first < 0:
        return False
    for index in range(first, first + tree.nodes[node, COUNT]):
        if tree.nodes[index, PROVED] != LOST:
            return False
    return True


@kernel
def conclude(tree: Tree, length: int) -> None:
    """Carry a certain result of the last node of the path up the tree, for two players."""
    for at in range(length - 1, 0, -1):
        node, parent = tree.path[at], tree.path[at - 1]
        if tree.nodes[node, PROVED] == WON:
            tree.nodes[parent, PROVED] = LOST
        elif tree.nodes[node, PROVED] == LOST and all_lost(tree, parent):
            tree.nodes[parent, PROVED] = WON
        else:
            return


@kernel
def reward(won_by: int, seat: int) -> int:
    """Two for a win, one for a draw."""
    if won_by == DRAW:
        return 1
    return 2 if won_by == seat else 0


@kernel
def count_result(ways: MctsSettings, tree: Tree, length: int, won_by: int, game: int) -> None:
    """Count a finished game along the path, and for every child on it whose move was played in that game (RAVE)."""
    for at in range(length):
        node = tree.nodes[tree.path[at]]
        node[VISITS] += 1
        node[WINS] += reward(won_by, node[SEAT])
        if ways.rave == 0.0 or node[FIRST] < 0:
            continue
        for index in range(node[FIRST], node[FIRST] + node[COUNT]):
            child = tree.nodes[index]
            if tree.marks[child[SEAT], slot(tree.moves[index])] == game:
                child[RAVE_VISITS] += 1
                child[RAVE_WINS] += reward(won_by, child[SEAT])


@kernel
def simulate(rules: Any, ways: MctsSettings, seats: int, tree: Tree, game: int) -> None:
    """One game: down the tree, one step out of it, then at random to the end."""
    node, ply = 0, 0
    tree.path[0] = 0
    while tree.nodes[node, FIRST] >= 0 and ply < LONGEST_PATH:
        node = select(ways, tree, node)
        seat = tree.nodes[node, SEAT]
        tree.marks[seat, slot(tree.moves[node])] = game
        play(rules, tree.states[ply], tree.moves[node], tree.states[ply + 1])
        note_position(tree.history, rules, tree.states[ply], tree.moves[node], tree.states[ply + 1], ply + 1)
        ply += 1
        tree.path[ply] = node
    state = tree.states[ply]
    won_by = winner(rules, state)
    if won_by == NOBODY_YET and is_drawn(tree.history, ply):
        won_by = DRAW
    if won_by != NOBODY_YET:
        if ways.solver and won_by != DRAW and seats == 2:
            tree.nodes[node, PROVED] = WON if won_by == tree.nodes[node, SEAT] else LOST
            conclude(tree, ply + 1)
    else:
        if tree.nodes[node, FIRST] < 0 and (tree.nodes[node, VISITS] > 0 or ply == 0):
            expand(rules, tree, node, state)
        scratch = tree.states[ply + 1 : ply + 3]
        won_by = finish(rules, state, scratch, tree.buffer, tree.dice, tree.marks, game, ways.longest)
    count_result(ways, tree, ply + 1, won_by, game)


@kernel
def grow(rules: Any, ways: MctsSettings, seats: int, tree: Tree, games: int) -> None:
    """Play so many games, fewer if the search must stop or the root is certain."""
    counters = tree.counters
    for _ in range(games):
        if counters[NODES] >= counters[NODE_LIMIT]:
            counters[STOP] = 1
        if counters[STOP] != 0 or tree.nodes[0, PROVED] != 0:
            return
        counters[NODES] += 1
        simulate(rules, ways, seats, tree, counters[NODES])
