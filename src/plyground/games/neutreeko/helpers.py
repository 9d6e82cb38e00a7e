"""Building blocks for heuristics of one's own in Neutreeko: docs/first-heuristic.md shows how to use them.

A set of squares is one number with a bit for each square, a1 first; `how_many` counts them. Seats are 0 (Black) and 1.
"""

import numpy as np

from plyground.core.bits import ZERO, bit, lowest, without_lowest
from plyground.core.bits import count as how_many
from plyground.core.contract import Words
from plyground.core.jit import kernel
from plyground.games.neutreeko.heuristics import distance_from_centre, gaps, pairs
from plyground.games.neutreeko.rules import DIRECTIONS, SIDE, SQUARES, Neutreeko, pieces, seat_to_move, slide
from plyground.games.neutreeko.tactics import threats

__all__ = [
    "empty_squares",
    "how_many",
    "me",
    "men",
    "neighbours",
    "open_pairs",
    "opponent",
    "possible_moves",
    "steps_from_centre",
    "touching_pairs",
    "winning_moves",
]

_BOARD = np.uint64((1 << SQUARES) - 1)
_AROUND = np.array(
    [
        sum(
            1 << other
            for other in range(SQUARES)
            if other != square and max(abs(other % SIDE - square % SIDE), abs(other // SIDE - square // SIDE)) == 1
        )
        for square in range(SQUARES)
    ],
    np.uint64,
)


@kernel
def me(rules: Neutreeko, state: Words) -> int:
    """The seat to move, for whom a heuristic estimates."""
    return seat_to_move(rules, state)


@kernel
def opponent(rules: Neutreeko, state: Words) -> int:
    """The other seat."""
    return 1 - seat_to_move(rules, state)


@kernel
def men(rules: Neutreeko, state: Words, seat: int) -> np.uint64:
    """The squares of a seat's three pieces."""
    return pieces(state, seat)


@kernel
def empty_squares(rules: Neutreeko, state: Words) -> np.uint64:
    """The squares without a piece."""
    return _BOARD & ~(pieces(state, 0) | pieces(state, 1))


@kernel
def neighbours(squares: np.uint64) -> np.uint64:
    """The squares beside or diagonal to any of `squares`."""
    found, rest = ZERO, squares
    while rest != ZERO:
        found |= _AROUND[lowest(rest)]
        rest = without_lowest(rest)
    return found & ~squares


@kernel
def touching_pairs(rules: Neutreeko, state: Words, seat: int) -> int:
    """How many pairs of a seat's pieces stand side by side or diagonally: 0 to 3."""
    return pairs(pieces(state, seat))


@kernel
def open_pairs(rules: Neutreeko, state: Words, seat: int) -> int:
    """How many pairs stand on one line with a single empty square between them."""
    return how_many(gaps(pieces(state, seat), empty_squares(rules, state)))


@kernel
def winning_moves(rules: Neutreeko, state: Words, seat: int) -> int:
    """How many ways a seat has to complete three in a row, if it were to move."""
    return threats(pieces(state, seat), empty_squares(rules, state))


@kernel
def steps_from_centre(rules: Neutreeko, state: Words, seat: int) -> int:
    """The steps of a seat's pieces from the centre, added up: 0 to 6."""
    return distance_from_centre(pieces(state, seat))


@kernel
def possible_moves(rules: Neutreeko, state: Words, seat: int) -> int:
    """How many moves a seat would have."""
    occupied, rest, total = pieces(state, 0) | pieces(state, 1), pieces(state, seat), 0
    while rest != ZERO:
        origin = lowest(rest)
        rest = without_lowest(rest)
        for direction in range(DIRECTIONS):
            total += slide(rules, occupied & ~bit(origin), origin, direction) != origin
    return total
