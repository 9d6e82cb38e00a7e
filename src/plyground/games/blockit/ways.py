"""The board of Block It as compiled functions see it: its geometry, its open edges, and the ways through them.

Squares are numbered row by row from a1. A barrier lies around the corner between four squares and is named by the
lower left of these: `e3h` and `e3v` both cross the upper right corner of e3. So pawns, goals, horizontal and vertical
barriers are all sets of squares, as wide as the board needs (see core/bitset.py).
"""

from typing import NamedTuple

from plyground.core.bits import count
from plyground.core.bitset import Wide, common, is_empty, loaded, lowered, lowest_of, meet, minus, raised, single, union
from plyground.core.contract import Words
from plyground.core.jit import kernel

PAWN, HORIZONTAL, VERTICAL, PASS = 0, 1, 2, 3
NORTH, EAST, SOUTH, WEST = 0, 1, 2, 3


class BlockIt(NamedTuple):
    """The geometry and settings of a game; every set has as many words as the board needs."""

    columns: int
    rows: int
    seats: int
    goals_are_rows: int
    """One bit per seat: set for red and blue, who cross the board vertically (B1)."""
    jumping: bool
    """B8: True if a pawn may jump over a pawn."""
    corners: Wide
    """The squares that can hold a barrier: all except the last row and column (B4)."""
    all_but_last_row: Wide
    all_but_last_column: Wide
    left_corners: Wide
    """The corners in the first column: a horizontal barrier there touches the left border."""
    right_corners: Wide
    """The corners in the last column of corners."""
    lower_corners: Wide
    """The corners in the first row: a vertical barrier there touches the lower border."""
    upper_corners: Wide
    """The corners in the last row of corners."""
    goals: Words
    """The goal side of each seat, as consecutive sets (B1)."""
    straight_ways: Words
    """For each seat and square, the edges straight ahead to the goal side, as the squares south or west of them."""


class OpenWays(NamedTuple):
    """Open edges: the squares that can be left northwards, and those that can be left eastwards.

    South and west follow: the same edges seen from the other side.
    """

    north: Wide
    east: Wide


@kernel
def goal(rules: BlockIt, seat: int) -> Wide:
    """The goal side of a seat (B1)."""
    return loaded(rules.corners, rules.goals, seat * len(rules.corners))


@kernel
def step(rules: BlockIt, ways: OpenWays, squares: Wide, direction: int) -> Wide:
    """The squares one step from `squares` in a direction, through open edges."""
    if direction == NORTH:
        return raised(common(squares, ways.north), rules.columns)
    if direction == SOUTH:
        return common(lowered(squares, rules.columns), ways.north)
    if direction == EAST:
        return raised(common(squares, ways.east), 1)
    return common(lowered(squares, 1), ways.east)


@kernel
def grown(rules: BlockIt, ways: OpenWays, squares: Wide) -> Wide:
    """The squares and all their neighbours through open edges."""
    upright = union(step(rules, ways, squares, NORTH), step(rules, ways, squares, SOUTH))
    across = union(step(rules, ways, squares, EAST), step(rules, ways, squares, WEST))
    return union(squares, union(upright, across))


@kernel
def way_to_goal(rules: BlockIt, ways: OpenWays, square: int, target: Wide) -> bool:
    """True if there is a way from a square to the target, ignoring pawns (B5)."""
    reached = single(rules.corners, square)
    while not meet(reached, target):
        wider = grown(rules, ways, reached)
        if is_empty(minus(wider, reached)):
            return False
        reached = wider
    return True


@kernel
def straight_distance(rules: BlockIt, seat: int, square: int) -> int:
    """Number of steps from a square to a seat's goal side, ignoring barriers."""
    width = len(rules.corners)
    at = (seat * rules.columns * rules.rows + square) * width
    steps = 0
    for index in range(width):
        steps += count(rules.straight_ways[at + index])
    return steps


@kernel
def straight_edges(rules: BlockIt, seat: int, square: int) -> Wide:
    """The edges straight ahead from a square to a seat's goal side."""
    width = len(rules.corners)
    return loaded(rules.corners, rules.straight_ways, (seat * rules.columns * rules.rows + square) * width)


@kernel
def straight_way_open(rules: BlockIt, ways: OpenWays, seat: int, square: int) -> bool:
    """True if no barrier lies straight ahead of a pawn: no search is needed then."""
    upright = rules.goals_are_rows >> seat & 1
    return is_empty(minus(straight_edges(rules, seat, square), ways.north if upright else ways.east))


@kernel
def straight_way(rules: BlockIt, seat: int, square: int) -> OpenWays:
    """The edges straight ahead, as a way."""
    ahead = straight_edges(rules, seat, square)
    none = minus(ahead, ahead)
    return OpenWays(ahead, none) if rules.goals_are_rows >> seat & 1 else OpenWays(none, ahead)


@kernel
def clear_ahead(rules: BlockIt, ways: OpenWays, seat: int) -> Wide:
    """The squares from where the way straight ahead to a seat's goal side is open."""
    found, upright = goal(rules, seat), rules.goals_are_rows >> seat & 1
    by, edges = (rules.columns, ways.north) if upright else (1, ways.east)
    is_last_side = not meet(found, rules.corners)
    for _ in range((rules.rows if upright else rules.columns) - 1):
        found = union(found, common(lowered(found, by), edges) if is_last_side else raised(common(found, edges), by))
    return found


@kernel
def some_way(rules: BlockIt, ways: OpenWays, seat: int, square: int) -> OpenWays:
    """The edges of one way from a square to a seat's goal side; none if there is no way.

    It leads straight ahead, or to the nearest square from where it does: that is soon found.
    """
    if straight_way_open(rules, ways, seat, square):
        return straight_way(rules, seat, square)
    way = shortest_way(rules, ways, single(rules.corners, square), clear_ahead(rules, ways, seat))
    if is_empty(way.end):
        return OpenWays(way.north, way.east)
    ahead = straight_way(rules, seat, lowest_of(way.end))
    return OpenWays(union(way.north, ahead.north), union(way.east, ahead.east))


class Way(NamedTuple):
    """The edges of a way as in `OpenWays`, and the square where it ends."""

    north: Wide
    east: Wide
    end: Wide


@kernel
def shortest_way(rules: BlockIt, ways: OpenWays, start: Wide, target: Wide) -> Way:
    """A shortest way from a square to a set of squares; no edges and no end if there is no way.

    Squares are marked by their distance from the target modulo three, which needs only three sets: among the
    neighbours of a square, those marked one less are the nearer ones.
    """
    none = minus(start, start)
    reached, here, nearer, farther = target, target, none, none
    while not meet(here, start):
        wider = grown(rules, ways, reached)
        ring = minus(wider, reached)
        if is_empty(ring):
            return Way(none, none, none)
        reached, here, nearer, farther = wider, union(farther, ring), here, nearer
    return descent(rules, ways, start, target, (here, nearer, farther))


@kernel
def descent(rules: BlockIt, ways: OpenWays, at: Wide, target: Wide, marks: tuple[Wide, Wide, Wide]) -> Way:
    """The way from a square to the target, each step to a nearer square; `marks` as in `shortest_way`."""
    here, nearer, farther = marks
    north = east = minus(at, at)
    while not meet(at, target):
        up, down = common(step(rules, ways, at, NORTH), nearer), common(step(rules, ways, at, SOUTH), nearer)
        right = common(step(rules, ways, at, EAST), nearer)
        if not is_empty(up):
            north, at = union(north, at), up
        elif not is_empty(down):
            north, at = union(north, down), down
        elif not is_empty(right):
            east, at = union(east, at), right
        else:
            at = common(step(rules, ways, at, WEST), nearer)
            east = union(east, at)
        here, nearer, farther = nearer, farther, here
    return Way(north, east, at)


@kernel
def with_barrier(rules: BlockIt, ways: OpenWays, kind: int, square: int) -> OpenWays:
    """The edges still open after placing one more barrier (B4)."""
    end = single(rules.corners, square)
    if kind == HORIZONTAL:
        return OpenWays(minus(ways.north, union(end, raised(end, 1))), ways.east)
    return OpenWays(ways.north, minus(ways.east, union(end, raised(end, rules.columns))))


@kernel
def cutting(rules: BlockIt, way: OpenWays, kind: int) -> Wide:
    """The places where a barrier of that kind would cut a way."""
    if kind == HORIZONTAL:
        return union(way.north, lowered(way.north, 1))
    return union(way.east, lowered(way.east, rules.columns))
