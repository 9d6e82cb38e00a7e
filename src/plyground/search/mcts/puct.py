"""PUCT: Monte Carlo tree search guided by a network's policy and value.

The policy gives the probability of each move, the value the expected result. Leaves are gathered in batches, since a
network evaluates many positions at once faster than one by one; a pending leaf counts as a virtual loss, so that the
next selection finds another one. Proved results need no network: ends of the game, a win in one, and results that
follow from them are backed up. A move proved to lose is not visited again, and its visits no longer count above it.

Nodes store the seat to move and values are for seat 0, so nothing assumes that the players alternate.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from plyground.core.contract import Planes, Words, fingerprint, planes
from plyground.core.jit import kernel
from plyground.core.outcome import DRAW, NOBODY_YET
from plyground.core.position import Position
from plyground.search.mcts.policy import logit_of
from plyground.search.mcts.puct_transpositions import NONE, find_node, remember
from plyground.search.mcts.puct_tree import (
    COUNT,
    FIRST,
    LONGEST_PATH,
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
    expand,
    open_edge,
    step,
)
from plyground.search.repetition import key_at
from plyground.search.stack import NODE_LIMIT, NODES, STOP, Numbers

VIRTUAL_LOSS = 1.0
GROWTH_FROM = 10_000.0
"""Number of visits from which exploration grows slowly, as in AlphaZero."""
MOST_TRIES = 256
"""At most this many selections per batch: many end in proved nodes."""


class Batch(NamedTuple):
    """Pending leaves, which wait for the network."""

    planes: Planes
    states: Words
    paths: Indices
    lengths: Numbers


class PuctSettings(NamedTuple):
    """The settings of the search."""

    exploration: float
    """Weight of a high prior and few visits."""
    reduction: float
    """First-play urgency: how much worse than its parent an unvisited move is assumed to be."""
    transpositions: bool = True
    """Whether a position evaluated on another path is not evaluated again."""


def new_batch(position: Position, shape: tuple[int, int, int], size: int) -> Batch:
    """Room for `size` leaves, each encoded as planes of that shape."""
    return Batch(
        planes=np.zeros((size, *shape), np.uint8),
        states=np.zeros((size, position.game.words), np.uint64),
        paths=np.zeros((size, LONGEST_PATH + 2), np.int32),
        lengths=np.zeros(size, np.int64),
    )


@kernel
def value_for(seat: int, value: float) -> float:
    """Convert a value for seat 0 to a value for `seat`."""
    return value if seat == 0 else -value


@kernel
def is_lost_for(seat: int, result: int) -> bool:
    """True if a result is a win for another seat."""
    return result >= 0 and result != seat


@kernel
def select(settings: PuctSettings, tree: PuctTree, node: int) -> int:
    """Selection: the edge with the highest PUCT value; never one proved to lose."""
    row = tree.nodes[node]
    first, seat, visits = row[FIRST], row[SEAT], row[VISITS] + row[PENDING]
    own = value_for(seat, tree.sums[node]) / max(1, row[VISITS])
    weight = (settings.exploration + math.log(1.0 + visits / GROWTH_FROM)) * math.sqrt(visits)
    best, best_score, tried = first + row[OPENED], -1e9, 0.0
    for edge in range(first, first + row[OPENED]):
        child = tree.children[edge]
        below = tree.nodes[child]
        if is_lost_for(seat, below[RESULT]):
            continue
        count = below[VISITS] + below[PENDING]
        value = own - settings.reduction * math.sqrt(tried)
        if count > 0:
            value = (value_for(seat, tree.sums[child]) - VIRTUAL_LOSS * below[PENDING]) / count
            tried += tree.priors[edge]
        score = value + weight * tree.priors[edge] / (1.0 + count)
        if score > best_score:
            best, best_score = edge, score
    if row[OPENED] < row[COUNT]:
        untried = first + row[OPENED]
        score = own - settings.reduction * math.sqrt(tried) + weight * tree.priors[untried]
        if score > best_score:
            best = untried
    return best


@kernel
def prove_node(tree: PuctTree, node: int) -> None:
    """Set the result of a node if its children prove it: the fastest win, else a draw, else the slowest loss."""
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
    """Remove the visits of a newly proved node from its ancestors; a draw stays, with value zero."""
    node = path[at]
    visits, total = tree.nodes[node, VISITS], tree.sums[node]
    if tree.nodes[node, RESULT] == DRAW:
        visits, tree.sums[node] = 0, 0.0
    for above in range(at):
        tree.nodes[path[above], VISITS] -= visits
        tree.sums[path[above]] -= total


@kernel
def back_up_result(tree: PuctTree, path: Indices, length: int) -> None:
    """Back up the proved result of the last node of a path."""
    for at in range(length - 1, 0, -1):
        parent = path[at - 1]
        if tree.nodes[parent, RESULT] != NOBODY_YET:
            return
        prove_node(tree, parent)
        if tree.nodes[parent, RESULT] == NOBODY_YET:
            discount(tree, path, at)
            return


@kernel
def back_up_value(tree: PuctTree, path: Indices, length: int, value: float) -> None:
    """Backup: count a visit with `value` for seat 0; below a proved node only its result counts."""
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
def descend(rules: Any, settings: PuctSettings, tree: PuctTree) -> int:
    """Descend to an unvisited or proved node; return the path's number of nodes, or 0 if there was no room."""
    node, ply = 0, 0
    tree.path[0] = 0
    while ply < LONGEST_PATH and tree.nodes[node, RESULT] == NOBODY_YET and tree.nodes[node, VISITS] > 0:
        edge = select(settings, tree, node)
        step(rules, tree, ply, edge)
        ply += 1
        below = tree.children[edge]
        node = open_edge(rules, tree, node, edge, ply) if below == NONE else below
        if node == NONE:
            return 0
        tree.path[ply] = node
    return ply + 1


@kernel
def add_leaf(rules: Any, tree: PuctTree, batch: Batch, slot: int, length: int) -> None:
    """Add the last node of the path to a batch."""
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
def known_value(tree: PuctTree, node: int) -> float:
    """The best estimate of an evaluated node's value for seat 0."""
    result, visits = tree.nodes[node, RESULT], tree.nodes[node, VISITS]
    if result == DRAW:
        return 0.0
    if result != NOBODY_YET:
        return value_for(result, 1.0)
    return tree.sums[node] / visits if visits > 0 else tree.values[node]


@kernel
def copy_evaluation(tree: PuctTree, leaf: int, length: int) -> bool:
    """Give a leaf the priors and the value of a node with the same position, if there is one.

    Proofs are not copied, since a draw by repetition depends on the path: a proved result is an estimate here.
    """
    key = key_at(tree.history, length - 1)
    known = find_node(tree.keys, tree.slots, key)
    if known == NONE:
        return False
    first, source = tree.nodes[leaf, FIRST], tree.nodes[known, FIRST]
    for i in range(tree.nodes[leaf, COUNT]):
        tree.moves[first + i], tree.priors[first + i] = tree.moves[source + i], tree.priors[source + i]
    bring_likeliest(tree, leaf)
    tree.keys[leaf], tree.values[leaf] = key, known_value(tree, known)
    return True


@kernel
def has_work(tree: PuctTree) -> bool:
    """True if anything is left to visit; the root is always evaluated."""
    root, counters = tree.nodes[0], tree.counters
    if root[RESULT] != NOBODY_YET:
        return False
    return root[VISITS] + root[PENDING] == 0 or (counters[STOP] == 0 and counters[NODES] < counters[NODE_LIMIT])


@kernel
def gather_leaves(rules: Any, settings: PuctSettings, tree: PuctTree, batch: Batch, wanted: int) -> int:
    """Gather up to `wanted` different leaves into a batch; return their number."""
    count = 0
    if tree.used[USED_NODES] == 0 and expand(rules, tree, 0) == NONE:
        return 0
    for _ in range(MOST_TRIES):
        if count == wanted or not has_work(tree):
            return count
        length = descend(rules, settings, tree)
        if length == 0:
            return count
        leaf = tree.path[length - 1]
        row = tree.nodes[leaf]
        if row[RESULT] == NOBODY_YET and row[VISITS] == 0:
            if row[PENDING] > 0:
                return count
            if not (settings.transpositions and copy_evaluation(tree, leaf, length)):
                add_leaf(rules, tree, batch, count, length)
                count += 1
                continue
        if row[RESULT] != NOBODY_YET:
            back_up_result(tree, tree.path, length)
        if row[RESULT] == NOBODY_YET or row[RESULT] == DRAW:
            tree.counters[NODES] += 1
            back_up_value(tree, tree.path, length, tree.values[leaf])
    return count


@kernel
def set_priors(rules: Any, tree: PuctTree, node: int, state: Words, policy: Fractions) -> None:
    """Set the priors of a node's moves: the softmax of the policy over the legal moves."""
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
def back_up_batch(rules: Any, tree: PuctTree, batch: Batch, count: int, policies: Fractions, values: Fractions) -> None:
    """Set the priors and values of the leaves of a batch, and back them up."""
    for slot in range(count):
        path, length = batch.paths[slot], batch.lengths[slot]
        leaf = path[length - 1]
        set_priors(rules, tree, leaf, batch.states[slot], policies[slot])
        value = min(1.0, max(-1.0, values[slot]))
        tree.values[leaf] = value_for(tree.nodes[leaf, SEAT], value)
        tree.keys[leaf] = fingerprint(rules, batch.states[slot])
        remember(tree.keys, tree.slots, leaf)
        for at in range(length):
            tree.nodes[path[at], PENDING] -= 1
        back_up_value(tree, path, length, tree.values[leaf])


@kernel
def exchange(
    rules: Any,
    settings: PuctSettings,
    tree: PuctTree,
    batch: Batch,
    count: int,
    policies: Fractions,
    values: Fractions,
    wanted: int,
) -> int:
    """Back up the answers for the `count` leaves of a batch, and gather new ones; return their number."""
    back_up_batch(rules, tree, batch, count, policies, values)
    return gather_leaves(rules, settings, tree, batch, wanted)


@kernel
def expand_root(rules: Any, tree: PuctTree) -> None:
    """Open every move of the root, so that no move is played that allows a win in one."""
    root = tree.nodes[0]
    tree.path[0] = 0
    while root[RESULT] == NOBODY_YET and root[OPENED] < root[COUNT]:
        edge = root[FIRST] + root[OPENED]
        step(rules, tree, 0, edge)
        tree.path[1] = open_edge(rules, tree, 0, edge, 1)
        if tree.path[1] == NONE:
            return
        if tree.nodes[tree.path[1], RESULT] != NOBODY_YET:
            back_up_result(tree, tree.path, 2)
