"""Which moves of Neutreeko are forcing: those that win at once. Tables of lines tell, for estimates as well."""

from functools import cache

import numpy as np

from plyground.core.bits import ZERO, bit, has, highest, lowest, without_lowest
from plyground.core.contract import QUIET, SOME_FORCE, Words, forcing, rule, urgency
from plyground.core.jit import kernel
from plyground.games.neutreeko.rules import (
    SIDE,
    SQUARES,
    Neutreeko,
    destination_of,
    origin_of,
    pieces,
    seat_to_move,
)

_BOARD = np.uint64((1 << SQUARES) - 1)


@cache
def _way(one: int, other: int) -> int:
    """The set of the squares strictly between two on a line; empty when they are on none."""
    columns, rows = other % SIDE - one % SIDE, other // SIDE - one // SIDE
    length = max(abs(columns), abs(rows))
    if length == 0 or {abs(columns), abs(rows)} - {0, length}:
        return 0
    return sum(1 << (one + step * (SIDE * rows + columns) // length) for step in range(1, length))


def _in_line(square: int) -> int:
    """The set of the other squares in the row, the column and the diagonals of `square`."""
    column, row = square % SIDE, square // SIDE
    return sum(
        1 << other
        for other in range(SQUARES)
        if other != square
        and (other % SIDE == column or other // SIDE == row or abs(other % SIDE - column) == abs(other // SIDE - row))
    )


def _behind(one: int, other: int) -> int:
    """The next square after `other` as one comes from `one`, or the whole board where there is none."""
    ends = [end for end in range(SQUARES) if _way(one, end) >> other & 1 and _way(other, end) == 0]
    return 1 << ends[0] if ends else (1 << SQUARES) - 1


def _thirds(one: int, other: int) -> int:
    """The set of the squares that make three next to each other of two, if any (N3)."""
    found = 0
    for third in range(SQUARES):
        low, middle, high = sorted((one, other, third))
        if _way(low, high) == 1 << middle and middle not in (low, high):
            found |= 1 << third
    return found


IN_LINE = np.array([_in_line(square) for square in range(SQUARES)], np.uint64)
BETWEEN = np.array([_way(one, other) for one in range(SQUARES) for other in range(SQUARES)], np.uint64)
BEYOND = np.array([_behind(one, other) for one in range(SQUARES) for other in range(SQUARES)], np.uint64)
THIRDS = np.array([_thirds(one, other) for one in range(SQUARES) for other in range(SQUARES)], np.uint64)


@kernel
def completing(others: np.uint64) -> np.uint64:
    """The squares on which a third piece makes three in a row with these two."""
    return THIRDS[SQUARES * lowest(others) + highest(others)]


@kernel
def threats_of(own: np.uint64, empty: np.uint64, piece: int) -> int:
    """How many slides of one piece complete three with the two others."""
    others = own & ~bit(piece)
    targets = completing(others) & IN_LINE[piece] & empty
    found = 0
    while targets != ZERO:
        way = SQUARES * piece + lowest(targets)
        targets = without_lowest(targets)
        if BETWEEN[way] & ~empty == ZERO and BEYOND[way] & ~empty != ZERO:
            found += 1
    return found


@kernel
def threats(own: np.uint64, empty: np.uint64) -> int:
    """How many slides would win at once."""
    first, last = lowest(own), highest(own)
    middle = lowest(without_lowest(own))
    return threats_of(own, empty, first) + threats_of(own, empty, middle) + threats_of(own, empty, last)


@rule(forcing)
def can_win(rules: Neutreeko, state: Words) -> int:
    """Whether a slide makes three in a row."""
    empty = _BOARD & ~(pieces(state, 0) | pieces(state, 1))
    return SOME_FORCE if threats(pieces(state, seat_to_move(rules, state)), empty) > 0 else QUIET


@rule(urgency)
def wins(rules: Neutreeko, state: Words, move: np.uint64) -> int:
    """Three in a row."""
    others = pieces(state, seat_to_move(rules, state)) & ~bit(origin_of(move))
    return 100 if has(completing(others), destination_of(move)) else 0
