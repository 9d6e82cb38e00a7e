"""Building blocks for heuristics of one's own in Block It: docs/first-heuristic.md shows how to use them.

Squares are numbered row by row from a1. Seats are in the order of the colours; with two, they are 0 (Red) and 1.
"""

from plyground.core.bitset import Wide, minus, single
from plyground.core.bitset import size_of as how_many
from plyground.core.contract import Words
from plyground.core.jit import kernel
from plyground.games.blockit.heuristics import outlook, steps_to
from plyground.games.blockit.rules import barriers_left as left_to
from plyground.games.blockit.rules import (
    open_ways,
    pawn,
    seat_to_move,
)
from plyground.games.blockit.ways import (
    BlockIt,
    goal,
    grown,
    straight_distance,
)

__all__ = [
    "barriers_left",
    "how_many",
    "me",
    "neighbours",
    "opponent",
    "pawn_square",
    "steps_to_goal",
    "straight_steps_to_goal",
    "ways_to_goal",
]


@kernel
def me(rules: BlockIt, state: Words) -> int:
    """The seat to move, for whom a heuristic estimates."""
    return seat_to_move(rules, state)


@kernel
def opponent(rules: BlockIt, state: Words) -> int:
    """The seat that moves next; with two players, the other one."""
    return (seat_to_move(rules, state) + 1) % rules.seats


@kernel
def pawn_square(rules: BlockIt, state: Words, seat: int) -> int:
    """The number of the square of a seat's pawn: a1 is 0, b1 is 1."""
    return pawn(rules, state, seat)


@kernel
def neighbours(rules: BlockIt, state: Words, square: int) -> Wide:
    """The squares one step from a square where no barrier is between; `how_many` counts them."""
    here = single(rules.corners, square)
    return minus(grown(rules, open_ways(rules, state), here), here)


@kernel
def barriers_left(rules: BlockIt, state: Words, seat: int) -> int:
    """How many barriers a seat may still place."""
    return left_to(rules, state, seat)


@kernel
def straight_steps_to_goal(rules: BlockIt, state: Words, seat: int) -> int:
    """How many rows or columns a pawn is from its goal side, whatever stands between."""
    return straight_distance(rules, seat, pawn(rules, state, seat))


@kernel
def steps_to_goal(rules: BlockIt, state: Words, seat: int) -> int:
    """How many steps a pawn needs to its goal side, around the barriers."""
    return steps_to(rules, open_ways(rules, state), pawn(rules, state, seat), goal(rules, seat))


@kernel
def ways_to_goal(rules: BlockIt, state: Words, seat: int) -> int:
    """How many squares of the goal side a pawn reaches about as soon as the nearest: few are easily closed."""
    return outlook(rules, state, open_ways(rules, state), seat).gates
