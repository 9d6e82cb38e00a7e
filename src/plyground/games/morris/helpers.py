"""Building blocks for heuristics of one's own in Nine Men's Morris: docs/first-heuristic.md shows how to use them.

A set of points is one number with a bit for each point; `how_many` counts them. Seats are 0 (White) and 1 (Black).
"""

import numpy as np

from plyground.core.bits import ZERO, lowest, without_lowest
from plyground.core.bits import count as how_many
from plyground.core.contract import Words
from plyground.core.jit import kernel
from plyground.games.morris.rules import BOARD, Morris, hand, seat_to_move
from plyground.games.morris.rules import men as men_of

__all__ = [
    "blocked_men",
    "empty_points",
    "free_steps",
    "how_many",
    "in_hand",
    "lines_with",
    "me",
    "men",
    "mills",
    "neighbours",
    "open_twos",
    "opponent",
]


@kernel
def me(rules: Morris, state: Words) -> int:
    """The seat to move, for whom a heuristic estimates."""
    return seat_to_move(rules, state)


@kernel
def opponent(rules: Morris, state: Words) -> int:
    """The other seat."""
    return 1 - seat_to_move(rules, state)


@kernel
def men(rules: Morris, state: Words, seat: int) -> np.uint64:
    """The points where a seat has men."""
    return men_of(state, seat)


@kernel
def in_hand(rules: Morris, state: Words, seat: int) -> int:
    """How many men a seat has yet to place."""
    return hand(state, seat)


@kernel
def empty_points(rules: Morris, state: Words) -> np.uint64:
    """The points without a man."""
    return BOARD & ~(men_of(state, 0) | men_of(state, 1))


@kernel
def neighbours(rules: Morris, points: np.uint64) -> np.uint64:
    """The points one step from any of `points`."""
    found, rest = ZERO, points
    while rest != ZERO:
        found |= rules.neighbours[lowest(rest)]
        rest = without_lowest(rest)
    return found & ~points


@kernel
def lines_with(rules: Morris, state: Words, seat: int, own: int, empty: int) -> int:
    """How many of the 16 lines have this many men of a seat and this many empty points."""
    mine, free, found = men_of(state, seat), empty_points(rules, state), 0
    for line in rules.lines:
        found += how_many(line & mine) == own and how_many(line & free) == empty
    return found


@kernel
def mills(rules: Morris, state: Words, seat: int) -> int:
    """How many lines a seat has filled."""
    return lines_with(rules, state, seat, 3, 0)


@kernel
def open_twos(rules: Morris, state: Words, seat: int) -> int:
    """How many lines have two men of a seat and an empty point: the beginnings of mills."""
    return lines_with(rules, state, seat, 2, 1)


@kernel
def free_steps(rules: Morris, state: Words, seat: int) -> int:
    """How many steps a seat's men have to empty points."""
    rest, free, total = men_of(state, seat), empty_points(rules, state), 0
    while rest != ZERO:
        total += how_many(rules.neighbours[lowest(rest)] & free)
        rest = without_lowest(rest)
    return total


@kernel
def blocked_men(rules: Morris, state: Words, seat: int) -> int:
    """How many of a seat's men have no empty point beside them."""
    rest, free, total = men_of(state, seat), empty_points(rules, state), 0
    while rest != ZERO:
        total += rules.neighbours[lowest(rest)] & free == ZERO
        rest = without_lowest(rest)
    return total
