"""Walls: barriers that touch one another or the border, and the places where one more would close a room.

A barrier has three points: its two ends and its middle. Barriers that share a point are part of one wall, and so are
all barriers that touch the border. One more barrier divides the board, or a room in it, exactly if two of its points
touch the same wall; any other can be walked around. Points are corners, named as in ways.py.
"""

from typing import NamedTuple

from plyground.core.bitset import Wide, common, is_empty, lowered, minus, raised, size_of, union
from plyground.core.jit import kernel
from plyground.games.blockit.ways import BlockIt

FEWEST_IN_A_RING = 4
"""Barriers that close a room without the border: one on each side of it."""


class Barriers(NamedTuple):
    """Horizontal and vertical barriers on the board, or places for them."""

    horizontal: Wide
    vertical: Wide


@kernel
def without(barriers: Barriers, others: Barriers) -> Barriers:
    """The barriers in the first set that are not in the second."""
    return Barriers(minus(barriers.horizontal, others.horizontal), minus(barriers.vertical, others.vertical))


@kernel
def are_none(barriers: Barriers) -> bool:
    """True if there is no barrier in the set."""
    return is_empty(barriers.horizontal) and is_empty(barriers.vertical)


@kernel
def and_beside(squares: Wide, by: int) -> Wide:
    """The squares and those `by` places before and after."""
    return union(squares, union(raised(squares, by), lowered(squares, by)))


@kernel
def points(rules: BlockIt, barriers: Barriers) -> Wide:
    """The corners where a barrier ends or has its middle."""
    return union(and_beside(barriers.horizontal, 1), and_beside(barriers.vertical, rules.columns))


@kernel
def shared_points(rules: BlockIt, barriers: Barriers) -> Wide:
    """The points of two barriers: of two end to end, or of a horizontal and a vertical one."""
    lying, standing = barriers.horizontal, barriers.vertical
    in_line = common(raised(lying, 1), lowered(lying, 1))
    upright = common(raised(standing, rules.columns), lowered(standing, rules.columns))
    across = common(and_beside(lying, 1), and_beside(standing, rules.columns))
    return union(across, union(in_line, upright))


@kernel
def with_a_point_in(rules: BlockIt, barriers: Barriers, corners: Wide) -> Barriers:
    """Those of the barriers that have a point among `corners`."""
    lying = common(barriers.horizontal, and_beside(corners, 1))
    return Barriers(lying, common(barriers.vertical, and_beside(corners, rules.columns)))


@kernel
def joined_to_border(rules: BlockIt, barriers: Barriers) -> Barriers:
    """The barriers that touch the border, or one that does, and so on."""
    lying = common(barriers.horizontal, union(rules.left_corners, rules.right_corners))
    joined = Barriers(lying, common(barriers.vertical, union(rules.lower_corners, rules.upper_corners)))
    while True:
        more = with_a_point_in(rules, barriers, points(rules, joined))
        if are_none(without(more, joined)):
            return joined
        joined = more


@kernel
def two_of(a: Wide, b: Wide, c: Wide) -> Wide:
    """The squares in at least two of three sets."""
    return union(common(a, b), common(c, union(a, b)))


@kernel
def touching_twice(rules: BlockIt, corners: Wide) -> Barriers:
    """The places where a barrier would have two of its points among `corners`."""
    lying = two_of(raised(corners, 1), corners, lowered(corners, 1))
    return Barriers(lying, two_of(raised(corners, rules.columns), corners, lowered(corners, rules.columns)))


@kernel
def touching_twice_with_border(rules: BlockIt, corners: Wide) -> Barriers:
    """The places where a barrier would have two of its points among `corners` or on the border."""
    left, right = union(raised(corners, 1), rules.left_corners), union(lowered(corners, 1), rules.right_corners)
    below = union(raised(corners, rules.columns), rules.lower_corners)
    above = union(lowered(corners, rules.columns), rules.upper_corners)
    return Barriers(two_of(left, corners, right), two_of(below, corners, above))


@kernel
def room_closers(rules: BlockIt, barriers: Barriers) -> Barriers:
    """The places, free or not, where one more barrier may close a room; anywhere else it can be walked around.

    The border and all that is joined to it are one wall. The other walls are not told apart: a barrier between two of
    them is named as well, unless they are too few to close anything.
    """
    joined = joined_to_border(rules, barriers)
    closers = touching_twice_with_border(rules, points(rules, joined))
    inner = without(barriers, joined)
    linked = with_a_point_in(rules, inner, shared_points(rules, inner))
    if size_of(linked.horizontal) + size_of(linked.vertical) < FEWEST_IN_A_RING - 1:
        return closers
    inside = touching_twice(rules, points(rules, linked))
    return Barriers(union(closers.horizontal, inside.horizontal), union(closers.vertical, inside.vertical))
