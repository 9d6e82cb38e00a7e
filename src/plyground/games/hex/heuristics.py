"""Estimates of a Hex position, for the mover: the number of stones the players still need to join their sides.

A flood from a player's side counts the stones: own stones cost nothing, empty cells one.
"""

from typing import NamedTuple

from plyground.core.bitset import Wide, common, is_empty, meet, minus, size_of, union
from plyground.core.contract import Words
from plyground.core.heuristic import heuristic
from plyground.core.jit import kernel
from plyground.games.hex.cells import (
    BridgePairs,
    around,
    bridged,
    empty_pairs,
    second_row,
    side,
    stones,
    third_row,
)
from plyground.games.hex.rules import Hex, seat_to_move

FARTHEST, FARTHEST_ON_LARGE = 15, 31
"""The maximum of four bits and of five: the greatest distance that `strong` distinguishes on small and large boards."""
SMALL = 2
"""A board of at most this many words (11 x 11) is small. The number is a compile-time constant."""


class Distance(NamedTuple):
    """Stones the opponent still needs to connect, minus twice those I need."""

    mine: int = 2
    theirs: int = 1


class Bridges(NamedTuple):
    """Like `distance`, but stones a bridge apart count as connected."""

    mine: int = 2
    theirs: int = 1


class Strong(NamedTuple):
    """Stones needed if every bridge and edge template holds, and the number of cells on the shortest paths."""

    stone: int = 100
    """For each stone that the opponent needs more than I."""
    best: int = 3
    """For each empty cell on one of my shortest ways."""
    next_best: int = 1
    """For each empty cell on a way that takes one stone more."""
    finish: int = 1
    """For each stone that makes a chain out of bridges that hold anyway."""
    tempo: int = 50
    """For having the move."""


class Steps(NamedTuple):
    """A number for each cell, from 0 to `farthest`, as one set of cells per bit."""

    ones: Wide
    twos: Wide
    fours: Wide
    eights: Wide
    sixteens: Wide
    """Empty on a small board, where it costs no time."""


@kernel
def stones_needed(rules: Hex, seat: int, own: Wide, empty: Wide) -> int:
    """Minimum number of stones to complete a chain over own and empty cells; the number of cells if impossible."""
    start, finish = side(rules, seat), side(rules, seat ^ 2)
    reached = minus(empty, empty)
    needed = 0
    while not meet(reached, finish):
        near = minus(union(start, around(rules, reached)), reached)
        fresh = common(near, own)
        if is_empty(fresh):
            fresh = common(near, empty)
            needed += 1
            if is_empty(fresh):
                return rules.size * rules.size
        reached = union(reached, fresh)
    return needed


@heuristic(Distance, game="hex")
def distance(h: Distance, rules: Hex, state: Words) -> int:
    """The published estimate, doubled and turned round so that higher is better."""
    me = seat_to_move(rules, state)
    own, other = stones(rules, state, me), stones(rules, state, 1 - me)
    empty = minus(rules.cells, union(own, other))
    mine = stones_needed(rules, me, own, empty)
    theirs = stones_needed(rules, 1 - me, other, empty)
    return h.theirs * theirs - h.mine * mine


@kernel
def stones_needed_with_bridges(rules: Hex, seat: int, own: Wide, empty: Wide, pairs: BridgePairs) -> int:
    """The same, counting own stones a bridge apart as joined, and those a bridge from their side as joined to it."""
    start = union(side(rules, seat), common(own, second_row(rules, empty, seat)))
    finish = union(side(rules, seat ^ 2), common(own, second_row(rules, empty, seat ^ 2)))
    reached = minus(empty, empty)
    needed = 0
    while not meet(reached, finish):
        near = minus(union(start, around(rules, reached)), reached)
        fresh = common(near, own)
        if is_empty(fresh):
            fresh = minus(common(own, bridged(rules, pairs, common(reached, own))), reached)
        if is_empty(fresh):
            fresh = common(near, empty)
            needed += 1
            if is_empty(fresh):
                return rules.size * rules.size
        reached = union(reached, fresh)
    return needed


@heuristic(Bridges, game="hex")
def bridges(h: Bridges, rules: Hex, state: Words) -> int:
    """The estimate that the report wished for."""
    me = seat_to_move(rules, state)
    own, other = stones(rules, state, me), stones(rules, state, 1 - me)
    empty = minus(rules.cells, union(own, other))
    pairs = empty_pairs(rules, empty)
    mine = stones_needed_with_bridges(rules, me, own, empty, pairs)
    theirs = stones_needed_with_bridges(rules, 1 - me, other, empty, pairs)
    return h.theirs * theirs - h.mine * mine


@kernel
def is_small(cells: Wide) -> bool:
    """True if a board with such sets of cells is small."""
    return len(cells) <= SMALL


@kernel
def farthest(cells: Wide) -> int:
    """The greatest number for a cell of a board with such sets of cells; longer distances are capped to it."""
    return FARTHEST if is_small(cells) else FARTHEST_ON_LARGE


@kernel
def noted(steps: Steps, cells: Wide, number: int) -> Steps:
    """The numbers with `number` set for `cells`, which had none yet."""
    return Steps(
        union(steps.ones, cells) if number & 1 else steps.ones,
        union(steps.twos, cells) if number & 2 else steps.twos,
        union(steps.fours, cells) if number & 4 else steps.fours,
        union(steps.eights, cells) if number & 8 else steps.eights,
        union(steps.sixteens, cells) if number & 16 and not is_small(cells) else steps.sixteens,
    )


@kernel
def steps_from(rules: Hex, which: int, own: Wide, empty: Wide, pairs: BridgePairs) -> Steps:
    """For each cell, the stones needed to join it to a side, itself included, if every bridge and safe shape holds."""
    safe = union(second_row(rules, empty, which), third_row(rules, empty, which))
    start = union(side(rules, which), safe)
    reached = minus(empty, empty)
    steps = Steps(reached, reached, reached, reached, reached)
    needed = 0
    while True:
        near = union(start, union(around(rules, reached), bridged(rules, pairs, reached)))
        fresh = minus(common(near, own), reached)
        if is_empty(fresh):
            fresh = minus(common(near, empty), reached)
            needed = min(needed + 1, farthest(empty))
        if is_empty(fresh):
            return noted(steps, minus(rules.cells, reached), farthest(empty))
        steps = noted(steps, fresh, needed)
        reached = union(reached, fresh)


@kernel
def in_one_only(a: Wide, b: Wide) -> Wide:
    """The cells in exactly one of two sets."""
    found: Wide = minus(union(a, b), common(a, b))
    return found


@kernel
def added(a: Steps, b: Steps) -> Steps:
    """The sums of two numbers per cell, capped at `farthest`: binary addition of all cells at once."""
    carry = common(a.ones, b.ones)
    ones = in_one_only(a.ones, b.ones)
    twos = in_one_only(in_one_only(a.twos, b.twos), carry)
    carry = union(common(a.twos, b.twos), common(carry, union(a.twos, b.twos)))
    fours = in_one_only(in_one_only(a.fours, b.fours), carry)
    carry = union(common(a.fours, b.fours), common(carry, union(a.fours, b.fours)))
    eights = in_one_only(in_one_only(a.eights, b.eights), carry)
    carry = union(common(a.eights, b.eights), common(carry, union(a.eights, b.eights)))
    if is_small(carry):
        return Steps(union(ones, carry), union(twos, carry), union(fours, carry), union(eights, carry), a.sixteens)
    sixteens = in_one_only(in_one_only(a.sixteens, b.sixteens), carry)
    over = union(common(a.sixteens, b.sixteens), common(carry, union(a.sixteens, b.sixteens)))
    return Steps(union(ones, over), union(twos, over), union(fours, over), union(eights, over), union(sixteens, over))


@kernel
def cells_at(steps: Steps, cells: Wide, number: int) -> Wide:
    """Those of the cells with this number."""
    some = common(cells, steps.ones) if number & 1 else minus(cells, steps.ones)
    fewer = common(some, steps.twos) if number & 2 else minus(some, steps.twos)
    few = common(fewer, steps.fours) if number & 4 else minus(fewer, steps.fours)
    fewest = common(few, steps.eights) if number & 8 else minus(few, steps.eights)
    if is_small(cells):
        return fewest
    found: Wide = common(fewest, steps.sixteens) if number & 16 else minus(fewest, steps.sixteens)
    return found


@kernel
def prospects(h: Strong, rules: Hex, seat: int, own: Wide, empty: Wide, pairs: BridgePairs) -> int:
    """How close a player is to a chain."""
    there = steps_from(rules, seat, own, empty, pairs)
    ways = added(there, steps_from(rules, seat ^ 2, own, empty, pairs))
    if not is_empty(cells_at(ways, own, 0)):
        return -h.finish * stones_needed(rules, seat, own, empty)
    total = 2  # an empty cell on a way is counted from both sides
    best = cells_at(ways, empty, total)
    while is_empty(best) and total < farthest(empty):
        total += 1
        best = cells_at(ways, empty, total)
    next_best = cells_at(ways, empty, min(total + 1, farthest(empty)))
    return h.best * size_of(best) + h.next_best * size_of(next_best) - h.stone * (total - 1)


@heuristic(Strong, game="hex")
def strong(h: Strong, rules: Hex, state: Words) -> int:
    """How much nearer the mover is than the opponent."""
    me = seat_to_move(rules, state)
    own, other = stones(rules, state, me), stones(rules, state, 1 - me)
    empty = minus(rules.cells, union(own, other))
    pairs = empty_pairs(rules, empty)
    mine = prospects(h, rules, me, own, empty, pairs)
    theirs = prospects(h, rules, 1 - me, other, empty, pairs)
    return mine - theirs + h.tempo
