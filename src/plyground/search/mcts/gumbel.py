"""Gumbel tree search for many games at once: each simulation of all trees ends in one network batch.

Danihelka et al., "Policy improvement by planning with Gumbel" (ICLR 2022). At the root a few moves are sampled by
their logits and reduced by sequential halving according to their search values. Below the root, the search picks the
move with too few visits relative to the improved policy. The final policy improves on the network's even after few
simulations, so a network can learn from it.

Each function works on one tree of a forest, given by number, for two players. None allocates or raises, so the same
source compiles for the CPU, where a loop runs over the trees, and for a GPU, with one thread per tree.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from plyground.core.contract import (
    Planes,
    Words,
    fingerprint,
    irreversible,
    mover,
    moves,
    planes,
    play,
    policy_index,
    winner,
)
from plyground.core.jit import kernel
from plyground.core.outcome import NOBODY_YET
from plyground.core.position import OCCURRENCES_TO_DRAW
from plyground.search.mcts.gumbel_games import Flags, Floats, Games, GumbelSettings, Integers, copy_state, times_before
from plyground.search.mcts.policy import logit_of

Real = Any
"""A 32-bit number in compiled code, whatever its Python type."""

ROOT = 0
UNLIKELY: Real = np.float32(-1e30)
NOTHING: Real = np.float32(0.0)


class Forest(NamedTuple):
    """One tree per game. Nodes and moves are numbered in order of creation; the root is node 0."""

    states: Words
    keys: Words
    quiet: Integers
    first: Integers
    """By node: index of its first move; `width` is the number of moves."""
    width: Integers
    values: Floats
    """By node: its value for the mover, from the network or, at the end of the game, from the rules."""
    ended: Flags
    moves: Words
    logits: Floats
    """By move: the logarithm of its probability."""
    visits: Integers
    totals: Floats
    """By move: the sum of its visits' values for the mover."""
    child: Integers
    used: Integers
    """Number of nodes and of moves in use."""
    path: Integers
    """Indices of the moves from the root to the leaf."""
    route: Integers
    """Nodes on that path."""
    depth: Integers
    noise: Floats
    """A Gumbel variable for each move of the root."""
    candidate: Flags
    """1 for the root moves sampled as candidates."""
    buffer: Words


def halving_schedule(candidates: int, simulations: int) -> Integers:
    """Sequential halving: row `c` is for `c` candidates; see `GumbelSettings.schedule`."""
    return np.array([_halving(each, simulations) for each in range(candidates + 1)], np.int32)


def _halving(candidates: int, simulations: int) -> list[int]:
    """Visit all candidates equally often, then the better half, until the simulations are used up."""
    wanted: list[int] = []
    looks, left, rounds = 0, max(1, candidates), math.ceil(math.log2(max(2, candidates)))
    while len(wanted) < simulations:
        for _ in range(max(1, simulations // (rounds * left))):
            wanted += [looks] * left
            looks += 1
        left = max(2, left // 2) if candidates > 1 else 1
    return wanted[:simulations]


@kernel
def plant(rules: Any, games: Games, forest: Forest, tree: int, seen: Planes) -> None:
    """Reset a tree with the game's position as its root, and write the network input for it."""
    copy_state(games.states[tree], forest.states[tree, ROOT])
    forest.keys[tree, ROOT] = games.past[tree, games.ply[tree]]
    forest.quiet[tree, ROOT] = games.quiet[tree]
    forest.ended[tree, ROOT] = games.over[tree]
    forest.values[tree, ROOT] = 0.0
    forest.width[tree, ROOT] = 0
    forest.used[tree, 0], forest.used[tree, 1] = 1, 0
    forest.depth[tree], forest.route[tree, 0] = 0, ROOT
    planes(rules, forest.states[tree, ROOT], seen)


@kernel
def expand(rules: Any, forest: Forest, tree: int, node: int, answers: Floats) -> None:
    """Add the moves of a node with their log-probabilities; moves that do not fit are left out."""
    state, buffer, first = forest.states[tree, node], forest.buffer[tree], forest.used[tree, 1]
    count = min(moves(rules, state, buffer), buffer.size)
    count = min(count, forest.moves.shape[1] - first)
    top, total = UNLIKELY, NOTHING
    for i in range(count):
        logit = np.float32(logit_of(rules, state, buffer[i], answers))
        forest.moves[tree, first + i], forest.logits[tree, first + i] = buffer[i], logit
        forest.visits[tree, first + i], forest.totals[tree, first + i] = 0, 0.0
        forest.child[tree, first + i] = 0
        top = max(top, logit)
    for i in range(first, first + count):
        total += math.exp(forest.logits[tree, i] - top)
    shift = top + math.log(total) if count > 0 else NOTHING
    for i in range(first, first + count):
        forest.logits[tree, i] -= shift
    forest.first[tree, node], forest.width[tree, node] = first, count
    forest.used[tree, 1] = first + count


@kernel
def mixed_value(forest: Forest, tree: int, node: int) -> Real:
    """Value assumed for an unvisited move: a mix of the network's value and the values of visited moves."""
    first, visits = forest.first[tree, node], 0
    share, weighted = NOTHING, NOTHING
    for i in range(first, first + forest.width[tree, node]):
        if forest.visits[tree, i] > 0:
            probability = math.exp(forest.logits[tree, i])
            visits += forest.visits[tree, i]
            share += probability
            weighted += probability * forest.totals[tree, i] / forest.visits[tree, i]
    if visits == 0 or share <= 0.0:
        return forest.values[tree, node]
    return (forest.values[tree, node] + visits * weighted / share) / np.float32(1 + visits)


@kernel
def factor_of(search: GumbelSettings, forest: Forest, tree: int, node: int) -> Real:
    """Weight of a value relative to a logit."""
    first, most = forest.first[tree, node], 0
    for i in range(first, first + forest.width[tree, node]):
        most = max(most, forest.visits[tree, i])
    return np.float32(search.value_scale) * (np.float32(search.visit_offset) + most)


@kernel
def promise(forest: Forest, tree: int, place: int, factor: Real, unknown: Real) -> Real:
    """Logit of a move after the search: its prior logit plus its scaled value."""
    visits = forest.visits[tree, place]
    value = forest.totals[tree, place] / visits if visits > 0 else unknown
    return forest.logits[tree, place] + factor * value


@kernel
def choose_at_root(search: GumbelSettings, forest: Forest, tree: int, simulation: int) -> int:
    """The most promising of the candidates that are due."""
    count, drawn = forest.width[tree, ROOT], 0
    for i in range(count):
        drawn += forest.candidate[tree, i]
    due = search.schedule[drawn, simulation]
    unknown, factor = mixed_value(forest, tree, ROOT), factor_of(search, forest, tree, ROOT)
    best, best_promise = 0, UNLIKELY
    for i in range(count):
        if forest.candidate[tree, i] != 0 and forest.visits[tree, i] == due:
            value = forest.noise[tree, i] + promise(forest, tree, i, factor, unknown)
            if value > best_promise:
                best, best_promise = i, value
    return best


@kernel
def choose_below(search: GumbelSettings, forest: Forest, tree: int, node: int) -> Any:
    """The move with too few visits relative to the improved policy."""
    first, count = forest.first[tree, node], forest.width[tree, node]
    unknown, factor = mixed_value(forest, tree, node), factor_of(search, forest, tree, node)
    top, total, visits = UNLIKELY, NOTHING, 0
    for i in range(first, first + count):
        top = max(top, promise(forest, tree, i, factor, unknown))
        visits += forest.visits[tree, i]
    for i in range(first, first + count):
        total += math.exp(promise(forest, tree, i, factor, unknown) - top)
    best, best_lack = first, UNLIKELY
    for i in range(first, first + count):
        share = math.exp(promise(forest, tree, i, factor, unknown) - top) / total
        lack = share - forest.visits[tree, i] / np.float32(1 + visits)
        if lack > best_lack:
            best, best_lack = i, lack
    return best


@kernel
def draw_candidates(search: GumbelSettings, forest: Forest, tree: int) -> None:
    """Sample the root's candidates: those with the highest sum of logit and noise."""
    count = forest.width[tree, ROOT]
    for i in range(count):
        forest.candidate[tree, i] = 0
    for _ in range(min(count, search.schedule.shape[0] - 1)):
        best, best_sum = 0, UNLIKELY
        for i in range(count):
            each = forest.noise[tree, i] + forest.logits[tree, i]
            if forest.candidate[tree, i] == 0 and each > best_sum:
                best, best_sum = i, each
        forest.candidate[tree, best] = 1


@kernel
def add_node(
    rules: Any, search: GumbelSettings, games: Games, forest: Forest, tree: int, place: int, depth: int
) -> Any:
    """Create the node a move leads to; `depth` is its distance from the root."""
    parent, node = forest.route[tree, depth - 1], forest.used[tree, 0]
    state, child, move = forest.states[tree, parent], forest.states[tree, node], forest.moves[tree, place]
    forest.used[tree, 0] = node + 1
    forest.child[tree, place] = node
    play(rules, state, move, child)
    forest.keys[tree, node] = fingerprint(rules, child)
    forest.quiet[tree, node] = 0 if irreversible(rules, state, move) else forest.quiet[tree, parent] + 1
    forest.width[tree, node] = 0
    forest.ended[tree, node], forest.values[tree, node] = 0, 0.0
    won_by = winner(rules, child)
    if won_by >= 0:
        forest.values[tree, node] = 1.0 if won_by == mover(rules, child) else -1.0
    if won_by != NOBODY_YET or comes_again(search, games, forest, tree, node, depth):
        forest.ended[tree, node] = 1
    return node


@kernel
def comes_again(search: GumbelSettings, games: Games, forest: Forest, tree: int, node: int, depth: int) -> bool:
    """True if a node is drawn by quiet turns or by repetition: once on the path from the root, or twice in the game."""
    quiet, key = forest.quiet[tree, node], forest.keys[tree, node]
    if 0 < search.quiet_limit <= quiet:
        return True
    if not search.repetition:
        return False
    for back in range(2, min(quiet, depth) + 1, 2):
        if forest.keys[tree, forest.route[tree, depth - back]] == key:
            return True
    return times_before(games, tree, key, games.ply[tree] + depth, quiet) >= OCCURRENCES_TO_DRAW - 1


@kernel
def descend(
    rules: Any, search: GumbelSettings, games: Games, forest: Forest, tree: int, simulation: int, seen: Planes
) -> None:
    """Descend from the root to a new node or the end of a game, and write the network input for it."""
    node, depth = ROOT, 0
    while forest.ended[tree, node] == 0:
        place = (
            choose_at_root(search, forest, tree, simulation) if depth == 0 else choose_below(search, forest, tree, node)
        )
        forest.path[tree, depth] = place
        depth += 1
        known = forest.child[tree, place]
        node = known if known > 0 else add_node(rules, search, games, forest, tree, place, depth)
        forest.route[tree, depth] = node
        if known == 0:
            break
    forest.depth[tree] = depth
    planes(rules, forest.states[tree, node], seen)


@kernel
def back_up(rules: Any, forest: Forest, tree: int, answers: Floats, value: Real) -> None:
    """Set the leaf's value and priors from the network, unless the game ended there, and back it up to the root."""
    depth = forest.depth[tree]
    leaf = forest.route[tree, depth]
    if forest.ended[tree, leaf] == 0:
        forest.values[tree, leaf] = value
        expand(rules, forest, tree, leaf, answers)
    worth = forest.values[tree, leaf]
    for at in range(depth - 1, -1, -1):
        worth = -worth
        place = forest.path[tree, at]
        forest.visits[tree, place] += 1
        forest.totals[tree, place] += worth


@kernel
def decide(search: GumbelSettings, forest: Forest, tree: int, policy: Floats) -> Any:
    """Return the move to play, and write the improved policy in the order of the root's moves."""
    count = forest.width[tree, ROOT]
    unknown, factor = mixed_value(forest, tree, ROOT), factor_of(search, forest, tree, ROOT)
    top, total, most = UNLIKELY, NOTHING, 0
    for i in range(count):
        top = max(top, promise(forest, tree, i, factor, unknown))
        most = max(most, forest.visits[tree, i])
    for i in range(policy.size):
        policy[i] = math.exp(promise(forest, tree, i, factor, unknown) - top) if i < count else 0.0
        total += policy[i]
    best, best_promise = 0, UNLIKELY
    for i in range(count):
        if i < policy.size:
            policy[i] /= total
        value = forest.noise[tree, i] + promise(forest, tree, i, factor, unknown)
        if forest.visits[tree, i] == most and value > best_promise:
            best, best_promise = i, value
    return forest.moves[tree, best]


@kernel
def lay_out(rules: Any, state: Words, seen: Planes, parts: Integers, buffer: Words) -> int:
    """Write the network input of a state and the output index of each part of each move; return the number of moves.

    Missing parts and missing moves are -1.
    """
    planes(rules, state, seen)
    count = min(moves(rules, state, buffer), buffer.size)
    for i in range(parts.shape[0]):
        for part in range(parts.shape[1]):
            parts[i, part] = -1
        part = 0
        while i < count and part < parts.shape[1]:
            index = policy_index(rules, state, buffer[i], part)
            if index < 0:
                break
            parts[i, part] = index
            part += 1
    return count
