"""Building blocks for heuristics of one's own in Eximo: docs/first-heuristic.md shows how to use them.

A set of squares is one number with a bit for each square; `how_many` counts them. Every seat sees the board from its
own side: its first row is the lowest eight bits, and forward is up. Seats are 0 (White) and 1 (Black).
"""

import numpy as np

from plyground.core.bits import ZERO, reversed_rows
from plyground.core.bits import count as how_many
from plyground.core.contract import Words
from plyground.core.jit import kernel
from plyground.games.eximo.heuristics import rows_advanced as rows_of
from plyground.games.eximo.rules import DIRECTIONS, Eximo, before, hoppers, seat_to_move, steppers

__all__ = [
    "can_capture",
    "empty_squares",
    "farthest_row",
    "how_many",
    "in_danger",
    "me",
    "men",
    "men_that_can_step",
    "neighbours",
    "opponent",
    "opponents_men",
    "rows_advanced",
]


@kernel
def me(rules: Eximo, state: Words) -> int:
    """The seat to move, for whom a heuristic estimates."""
    return seat_to_move(rules, state)


@kernel
def opponent(rules: Eximo, state: Words) -> int:
    """The other seat."""
    return 1 - seat_to_move(rules, state)


@kernel
def men(rules: Eximo, state: Words, seat: int) -> np.uint64:
    """A seat's men, as it sees the board."""
    return state[0] if seat == 0 else reversed_rows(state[1])


@kernel
def opponents_men(rules: Eximo, state: Words, seat: int) -> np.uint64:
    """The men of a seat's opponent, as that seat sees the board."""
    return state[1] if seat == 0 else reversed_rows(state[0])


@kernel
def empty_squares(rules: Eximo, state: Words, seat: int) -> np.uint64:
    """The squares without a man, as a seat sees the board."""
    return ~(men(rules, state, seat) | opponents_men(rules, state, seat))


@kernel
def neighbours(squares: np.uint64) -> np.uint64:
    """The squares beside or diagonal to any of `squares`."""
    wide = squares | before(squares, 4) | before(squares, 5)
    return (wide | (wide << np.uint64(8)) | (wide >> np.uint64(8))) & ~squares


@kernel
def rows_advanced(rules: Eximo, state: Words, seat: int) -> int:
    """The rows that a seat's men have gone forward, added up."""
    return rows_of(men(rules, state, seat))


@kernel
def farthest_row(rules: Eximo, state: Words, seat: int) -> int:
    """The rows that a seat's most advanced man has gone forward: 0 to 7."""
    squares, row = men(rules, state, seat), 0
    for tried in range(8):
        if squares >> np.uint64(8 * tried) != ZERO:
            row = tried
    return row


@kernel
def men_that_can_step(rules: Eximo, state: Words, seat: int) -> int:
    """How many of a seat's men have an empty square ahead, straight or diagonally."""
    return how_many(steppers(men(rules, state, seat), empty_squares(rules, state, seat)))


@kernel
def can_capture(rules: Eximo, state: Words, seat: int) -> int:
    """How many of a seat's men could capture, if it were to move."""
    own, enemy = men(rules, state, seat), opponents_men(rules, state, seat)
    return how_many(hoppers(own, enemy, ~(own | enemy), DIRECTIONS))


@kernel
def in_danger(rules: Eximo, state: Words, seat: int) -> int:
    """How many men of the opponent could capture, if it were to move."""
    return can_capture(rules, state, 1 - seat)
