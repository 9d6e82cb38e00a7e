"""Forcing moves of Neutreeko: those that win at once. The line tables also serve the heuristics."""

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
    """The squares strictly between two on a line, as a set; empty if they are not on one."""
    columns, rows = other % SIDE - one % SIDE, other // SIDE - one // SIDE
    length = max(abs(columns), abs(rows))
    if length == 0 or {abs(columns), abs(rows)} - {0, length}:
        return 0
    return sum(1 << (one + step * (SIDE * rows + columns) // length) for step in range(1, length))


def _in_line(square: int) -> int:
    """The other squares in the row, column and diagonals of `square`, as a set."""
    column, row = square % SIDE, square // SIDE
    return sum(
        1 << other
        for other in range(SQUARES)
        if other != square
        and (other % SIDE == column or other // SIDE == row or abs(other % SIDE - column) == abs(other // SIDE - row))
    )


def _behind(one: int, other: int) -> int:
    """The next square beyond `other`, coming from `one`, or the whole board if there is none."""
    ends = [end for end in range(SQUARES) if _way(one, end) >> other & 1 and _way(other, end) == 0]
    return 1 << ends[0] if ends else (1 << SQUARES) - 1


def _thirds(one: int, other: int) -> int:
    """The squares that complete three adjacent in line with two squares, as a set (N3)."""
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
    """The squares where a third piece makes three in a row with these two."""
    return THIRDS[SQUARES * lowest(others) + highest(others)]


@kernel
def threats_of(own: np.uint64, empty: np.uint64, piece: int) -> int:
    """Number of slides of one piece that complete three with the other two."""
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
    """Number of slides that win at once."""
    first, last = lowest(own), highest(own)
    middle = lowest(without_lowest(own))
    return threats_of(own, empty, first) + threats_of(own, empty, middle) + threats_of(own, empty, last)


@rule(forcing)
def can_win(rules: Neutreeko, state: Words) -> int:
    """`SOME_FORCE` if a slide makes three in a row."""
    empty = _BOARD & ~(pieces(state, 0) | pieces(state, 1))
    return SOME_FORCE if threats(pieces(state, seat_to_move(rules, state)), empty) > 0 else QUIET


@rule(urgency)
def wins(rules: Neutreeko, state: Words, move: np.uint64) -> int:
    """100 for a slide that makes three in a row, otherwise 0."""
    others = pieces(state, seat_to_move(rules, state)) & ~bit(origin_of(move))
    return 100 if has(completing(others), destination_of(move)) else 0
