"""PUCT: a tree that grows towards the moves that a network likes and that turn out well.

The network says of a position which moves are likely (its policy) and who is likely to win (its value). Leaves are
gathered in batches, for a network answers many questions together sooner than one by one: a leaf under way counts as
lost until its answer is there (a virtual loss), so that the next leaf is another one. What is certain needs no network:
ends of the game, a win in one, and whatever follows from them is carried up the tree, and a move that loses is not
tried again, its visits taken out of the nodes above.

Nodes have seats, and values are kept as seat 0 sees them, so nothing depends on the players taking turns.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from plyground.core.contract import Planes, Words, planes
from plyground.core.jit import kernel
from plyground.core.outcome import DRAW, NOBODY_YET
from plyground.core.position import Position
from plyground.search.mcts.policy import logit_of
from plyground.search.mcts.puct_tree import (
    COUNT,
    FIRST,
    LONGEST_PATH,
    NONE,
    OPENED,
    PENDING,
    PLIES,
    RESULT,
    SEAT,
    USED_NODES,
    VISITS,
    Fractions,
    Indices,
    PuctTree,
    bring_likeliest,
    open_edge,
    place_node,
    step,
)
from plyground.search.stack import NODE_LIMIT, NODES, STOP, Numbers

VIRTUAL_LOSS = 1.0
GROWTH_FROM = 10_000.0
"""Exploration grows slowly once a node has about so many visits, as AlphaZero's does."""
MOST_TRIES = 256
"""A batch is given up after so many ways down the tree, most of which ended in what was certain."""


class Batch(NamedTuple):
    """Leaves that wait for the network."""

    planes: Planes
    states: Words
    paths: Indices
    lengths: Numbers


class PuctSettings(NamedTuple):
    """The settings of the search."""

    exploration: float
    """How much a move counts for being likely and rarely tried."""
    reduction: float
    """How much worse than its parent a move is thought that was not tried yet."""


def new_batch(position: Position, shape: tuple[int, int, int], size: int) -> Batch:
    """Room for so many leaves, each seen as planes of that shape."""
    return Batch(
        planes=np.zeros((size, *shape), np.uint8),
        states=np.zeros((size, position.game.words), np.uint64),
        paths=np.zeros((size, LONGEST_PATH + 2), np.int32),
        lengths=np.zeros(size, np.int64),
    )


@kernel
def seen_by(seat: int, value: float) -> float:
    """A value of seat 0's as another seat sees it."""
    return value if seat == 0 else -value


@kernel
def is_lost_for(seat: int, result: int) -> bool:
    """Whether a result is the win of another seat."""
    return result >= 0 and result != seat


@kernel
def select(ways: PuctSettings, tree: PuctTree, node: int) -> int:
    """The edge that deserves the next visit; none that loses."""
    row = tree.nodes[node]
    first, seat, visits = row[FIRST], row[SEAT], row[VISITS] + row[PENDING]
    own = seen_by(seat, tree.sums[node]) / max(1, row[VISITS])
    weight = (ways.exploration + math.log(1.0 + visits / GROWTH_FROM)) * math.sqrt(visits)
    best, best_score, tried = first + row[OPENED], -1e9, 0.0
    for edge in range(first, first + row[OPENED]):
        child = tree.children[edge]
        below = tree.nodes[child]
        if is_lost_for(seat, below[RESULT]):
            continue
        count = below[VISITS] + below[PENDING]
        value = own - ways.reduction * math.sqrt(tried)
        if count > 0:
            value = (seen_by(seat, tree.sums[child]) - VIRTUAL_LOSS * below[PENDING]) / count
            tried += tree.priors[edge]
        score = value + weight * tree.priors[edge] / (1.0 + count)
        if score > best_score:
            best, best_score = edge, score
    if row[OPENED] < row[COUNT]:
        untried = first + row[OPENED]
        score = own - ways.reduction * math.sqrt(tried) + weight * tree.priors[untried]
        if score > best_score:
            best = untried
    return best


@kernel
def decide(tree: PuctTree, node: int) -> None:
    """Give a node its result, if its children settle it: the soonest win, else a draw, else the latest loss."""
    row = tree.nodes[node]
    seat, drawn, loss, longest, soonest = row[SEAT], False, NOBODY_YET, 0, 0
    everything = row[OPENED] == row[COUNT]
    for edge in range(row[FIRST], row[FIRST] + row[OPENED]):
        below = tree.nodes[tree.children[edge]]
        result, plies = below[RESULT], below[PLIES] + 1
        if result == seat:
            soonest = plies if soonest == 0 else min(soonest, plies)
        elif result == NOBODY_YET:
            everything = False
        elif result == DRAW:
            drawn = True
        else:
            loss, longest = result, max(longest, plies)
    if soonest > 0:
        row[RESULT], row[PLIES] = seat, soonest
    elif everything:
        row[RESULT], row[PLIES] = (DRAW, 0) if drawn else (loss, longest)


@kernel
def discount(tree: PuctTree, path: Indices, at: int) -> None:
    """Correct the nodes above a node that has a result by now: a draw is worth nothing, a loss is not played."""
    node = path[at]
    visits, total = tree.nodes[node, VISITS], tree.sums[node]
    if tree.nodes[node, RESULT] == DRAW:
        visits, tree.sums[node] = 0, 0.0
    for above in range(at):
        tree.nodes[path[above], VISITS] -= visits
        tree.sums[path[above]] -= total


@kernel
def settle(tree: PuctTree, path: Indices, length: int) -> None:
    """Carry the result of the last node of a path up the tree."""
    for at in range(length - 1, 0, -1):
        parent = path[at - 1]
        if tree.nodes[parent, RESULT] != NOBODY_YET:
            return
        decide(tree, parent)
        if tree.nodes[parent, RESULT] == NOBODY_YET:
            discount(tree, path, at)
            return


@kernel
def add_visit(tree: PuctTree, path: Indices, length: int, value: float) -> None:
    """Count a visit worth `value` to seat 0; below a node that has a result, only what that one is worth counts."""
    for at in range(length):
        result = tree.nodes[path[at], RESULT]
        if result == DRAW:
            value, length = 0.0, at + 1
            break
        if result != NOBODY_YET:
            return
    for at in range(length):
        tree.nodes[path[at], VISITS] += 1
        tree.sums[path[at]] += value


@kernel
def descend(rules: Any, ways: PuctSettings, tree: PuctTree) -> int:
    """Go down to a node without visits, or with a result; how many nodes the path has, 0 if there was no room."""
    node, ply = 0, 0
    tree.path[0] = 0
    while ply < LONGEST_PATH and tree.nodes[node, RESULT] == NOBODY_YET and tree.nodes[node, VISITS] > 0:
        edge = select(ways, tree, node)
        step(rules, tree, ply, edge)
        ply += 1
        below = tree.children[edge]
        node = open_edge(rules, tree, node, edge, ply) if below == NONE else below
        if node == NONE:
            return 0
        tree.path[ply] = node
    return ply + 1


@kernel
def put_leaf(rules: Any, tree: PuctTree, batch: Batch, slot: int, length: int) -> None:
    """Let the last node of the path wait for the network."""
    state = tree.states[length - 1]
    planes(rules, state, batch.planes[slot])
    for i in range(state.size):
        batch.states[slot, i] = state[i]
    for at in range(length):
        batch.paths[slot, at] = tree.path[at]
        tree.nodes[tree.path[at], PENDING] += 1
    batch.lengths[slot] = length
    tree.counters[NODES] += 1


@kernel
def goes_on(tree: PuctTree) -> bool:
    """Whether there is anything left to do; the root is looked at in any case."""
    root, counters = tree.nodes[0], tree.counters
    if root[RESULT] != NOBODY_YET:
        return False
    return root[VISITS] + root[PENDING] == 0 or (counters[STOP] == 0 and counters[NODES] < counters[NODE_LIMIT])


@kernel
def gather(rules: Any, ways: PuctSettings, tree: PuctTree, batch: Batch, wanted: int) -> int:
    """Fill a batch with so many leaves, as far as there are different ones; how many there are."""
    count = 0
    if tree.used[USED_NODES] == 0 and place_node(rules, tree, 0) == NONE:
        return 0
    for _ in range(MOST_TRIES):
        if count == wanted or not goes_on(tree):
            return count
        length = descend(rules, ways, tree)
        if length == 0:
            return count
        leaf = tree.path[length - 1]
        row = tree.nodes[leaf]
        if row[RESULT] == NOBODY_YET and row[VISITS] == 0:
            if row[PENDING] > 0:
                return count
            put_leaf(rules, tree, batch, count, length)
            count += 1
            continue
        if row[RESULT] != NOBODY_YET:
            settle(tree, tree.path, length)
        if row[RESULT] == NOBODY_YET or row[RESULT] == DRAW:
            tree.counters[NODES] += 1
            add_visit(tree, tree.path, length, tree.values[leaf])
    return count


@kernel
def set_priors(rules: Any, tree: PuctTree, node: int, state: Words, policy: Fractions) -> None:
    """Share one among the moves of a node, by the network's policy."""
    first, last = tree.nodes[node, FIRST], tree.nodes[node, FIRST] + tree.nodes[node, COUNT]
    highest, total = -1e30, 0.0
    for edge in range(first, last):
        logit = logit_of(rules, state, tree.moves[edge], policy)
        tree.priors[edge] = logit
        highest = max(highest, logit)
    for edge in range(first, last):
        tree.priors[edge] = math.exp(tree.priors[edge] - highest)
        total += tree.priors[edge]
    for edge in range(first, last):
        tree.priors[edge] /= total
    bring_likeliest(tree, node)


@kernel
def absorb(rules: Any, tree: PuctTree, batch: Batch, count: int, policies: Fractions, values: Fractions) -> None:
    """Give the leaves of a batch what the network says of them."""
    for slot in range(count):
        path, length = batch.paths[slot], batch.lengths[slot]
        leaf = path[length - 1]
        set_priors(rules, tree, leaf, batch.states[slot], policies[slot])
        value = min(1.0, max(-1.0, values[slot]))
        tree.values[leaf] = seen_by(tree.nodes[leaf, SEAT], value)
        for at in range(length):
            tree.nodes[path[at], PENDING] -= 1
        add_visit(tree, path, length, tree.values[leaf])


@kernel
def exchange(
    rules: Any,
    ways: PuctSettings,
    tree: PuctTree,
    batch: Batch,
    count: int,
    policies: Fractions,
    values: Fractions,
    wanted: int,
) -> int:
    """Give the tree the answers for a batch of so many leaves, and fill it again; how many there are now."""
    absorb(rules, tree, batch, count, policies, values)
    return gather(rules, ways, tree, batch, wanted)


@kernel
def look_ahead(rules: Any, tree: PuctTree) -> None:
    """Open every move of the root, so that none is played to which the answer is a win at once."""
    root = tree.nodes[0]
    tree.path[0] = 0
    while root[RESULT] == NOBODY_YET and root[OPENED] < root[COUNT]:
        edge = root[FIRST] + root[OPENED]
        step(rules, tree, 0, edge)
        tree.path[1] = open_edge(rules, tree, 0, edge, 1)
        if tree.path[1] == NONE:
            return
        if tree.nodes[tree.path[1], RESULT] != NOBODY_YET:
            settle(tree, tree.path, 2)
