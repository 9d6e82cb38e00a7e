"""A*, as used for the path lengths of the published report's `path`: one square at a time, the most promising first.

The priority of a square is the steps so far plus the straight distance left, as in the report. A step towards the goal
side leaves the priority unchanged, a sideways step adds one, a step back adds two. So the open list is three sets, one
for each priority, and needs no queue and no table of distances.
"""

from typing import NamedTuple

from plyground.core.bitset import Wide, is_empty, lowest_of, meet, minus, single, union
from plyground.core.jit import kernel
from plyground.games.blockit.ways import (
    EAST,
    NORTH,
    SOUTH,
    BlockIt,
    OpenWays,
    goal,
    step,
    straight_distance,
)


class Waiting(NamedTuple):
    """The open list, by how much the priority exceeds the best."""

    best: Wide
    longer: Wide
    longest: Wide


@kernel
def beside(rules: BlockIt, square: int, direction: int) -> int:
    """The adjacent square in a direction."""
    length = rules.columns if direction in (NORTH, SOUTH) else 1
    return square + length if direction in (NORTH, EAST) else square - length


@kernel
def with_neighbours(rules: BlockIt, ways: OpenWays, seat: int, square: int, waiting: Waiting, seen: Wide) -> Waiting:
    """The open list after expanding `square`."""
    best, longer, longest = waiting.best, waiting.longer, waiting.longest
    here, left = single(rules.corners, square), straight_distance(rules, seat, square)
    for direction in range(4):
        near = minus(step(rules, ways, here, direction), seen)
        if not is_empty(near):
            more = 1 + straight_distance(rules, seat, beside(rules, square, direction)) - left
            if more == 0:
                best = union(best, near)
            elif more == 1:
                longer = union(longer, near)
            else:
                longest = union(longest, near)
    return Waiting(best, longer, longest)


@kernel
def astar_length(rules: BlockIt, ways: OpenWays, seat: int, square: int) -> int:
    """Length of a shortest way from a square to a seat's goal side; the number of squares if there is none."""
    target, start = goal(rules, seat), single(rules.corners, square)
    nothing = minus(start, start)
    waiting, seen = Waiting(start, nothing, nothing), nothing
    promise = straight_distance(rules, seat, square)
    while promise < rules.columns * rules.rows:
        if is_empty(waiting.best):
            waiting = Waiting(minus(waiting.longer, seen), minus(waiting.longest, seen), nothing)
            promise += 1
        else:
            square = lowest_of(waiting.best)
            here = single(rules.corners, square)
            if meet(here, target):
                return promise
            seen = union(seen, here)
            waiting = Waiting(minus(waiting.best, here), waiting.longer, waiting.longest)
            waiting = with_neighbours(rules, ways, seat, square, waiting, seen)
    return rules.columns * rules.rows
