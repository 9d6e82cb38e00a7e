"""Neutreeko as compiled functions, rule by rule (N1 to N3 and N5; N4 needs the history and belongs to Position).

A state is one word: Black's pieces in bits 0 to 24 (a1 is 0, b1 is 1, e5 is 24), White's in 25 to 49, the mover in
bit 50. A move is one word: the origin in bits 0 to 4, the destination in bits 5 to 9.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from plyground.core.bits import ONE, ZERO, bit, field, highest, lowest, mixed, without_lowest
from plyground.core.contract import Words, fingerprint, mover, moves, passed, play, rule, winner
from plyground.core.jit import kernel
from plyground.core.outcome import NOBODY_YET

SIDE = 5
SQUARES = SIDE * SIDE
DIRECTIONS = 8
_BOARD = np.uint64((1 << SQUARES) - 1)
_MOVER = np.uint64(2 * SQUARES)
_OUTSIDE = np.uint64(1 << 63)
"""A bit outside the board: with it, a set is never empty when searched for a bit."""
_COLUMNS_ABC = np.uint64(sum(0b00111 << (SIDE * row) for row in range(SIDE)))
_COLUMNS_CDE = np.uint64(sum(0b11100 << (SIDE * row) for row in range(SIDE)))


class Neutreeko(NamedTuple):
    """Slide tables, by origin and by direction in the chosen order of N5."""

    rays: Words
    """The squares on the way to the edge."""
    ends: npt.NDArray[np.int64]
    """The last of them, or the origin itself if it is at the edge."""
    steps: npt.NDArray[np.int64]
    """By direction alone: the distance between neighbouring squares, positive towards e5."""


@kernel
def packed(black: np.uint64, white: np.uint64, seat: int) -> np.uint64:
    """The state as a word."""
    return black | (white << np.uint64(SQUARES)) | (np.uint64(seat) << _MOVER)


@kernel
def pieces(state: Words, seat: int) -> np.uint64:
    """The squares where `seat` has a piece."""
    return (state[0] >> np.uint64(SQUARES * seat)) & _BOARD


@kernel
def seat_in(state: Words) -> int:
    """The seat to move, from the word alone."""
    return field(state[0], 2 * SQUARES, 1)


@rule(mover)
def seat_to_move(rules: Neutreeko, state: Words) -> int:
    """Black is seat 0 (N1)."""
    return seat_in(state)


@kernel
def slide(rules: Neutreeko, occupied: np.uint64, origin: int, direction: int) -> int:
    """Where a piece sliding from `origin` stops: before the next piece or at the edge (N2)."""
    index = DIRECTIONS * origin + direction
    in_the_way = occupied & rules.rays[index]
    end, step = rules.ends[index], rules.steps[direction]
    nearest = lowest(in_the_way | _OUTSIDE) if step > 0 else highest(in_the_way | ONE)
    return end if in_the_way == ZERO else nearest - step


@kernel
def origin_of(move: np.uint64) -> int:
    """The origin of a move."""
    return field(move, 0, 5)


@kernel
def destination_of(move: np.uint64) -> int:
    """The destination of a move."""
    return field(move, 5, 5)


@rule(moves)
def legal_moves(rules: Neutreeko, state: Words, out: Words) -> int:
    """All slides, by piece in board order, then by direction in the chosen order (N2, N5)."""
    own = pieces(state, seat_to_move(rules, state))
    occupied = pieces(state, 0) | pieces(state, 1)
    total = 0
    while own != ZERO:
        origin = lowest(own)
        own = without_lowest(own)
        for direction in range(DIRECTIONS):
            destination = slide(rules, occupied, origin, direction)
            out[total] = np.uint64(origin | (destination << 5))
            total += destination != origin  # N2: at least one square, otherwise the next move overwrites this one
    return total


@rule(play)
def play_turn(rules: Neutreeko, state: Words, move: np.uint64, child: Words) -> None:
    """Slide the piece."""
    shift = np.uint64(SQUARES * seat_to_move(rules, state))
    changed = bit(origin_of(move)) | bit(destination_of(move))
    child[0] = state[0] ^ (changed << shift) ^ (ONE << _MOVER)


@kernel
def starts_of_threes(own: np.uint64, step: int, columns: np.uint64) -> np.uint64:
    """The squares in `columns` that start three of `own` at distance `step`."""
    return own & (own >> np.uint64(step)) & (own >> np.uint64(2 * step)) & columns


@kernel
def has_three(own: np.uint64) -> bool:
    """True if three are adjacent in a row, column or diagonal (N3)."""
    row = starts_of_threes(own, 1, _COLUMNS_ABC)
    column = starts_of_threes(own, SIDE, _BOARD)
    rising = starts_of_threes(own, SIDE + 1, _COLUMNS_ABC)
    falling = starts_of_threes(own, SIDE - 1, _COLUMNS_CDE)
    return row | column | rising | falling != ZERO


@rule(passed)
def pass_turn(rules: Neutreeko, state: Words, child: Words) -> None:
    """The same board with the opponent to move."""
    child[0] = state[0] ^ (ONE << _MOVER)


@rule(winner)
def seat_that_won(rules: Neutreeko, state: Words) -> int:
    """The seat with three in a row, whichever side moved (N3)."""
    for seat in range(2):
        if has_three(pieces(state, seat)):
            return seat
    return NOBODY_YET


@rule(fingerprint)
def key(rules: Neutreeko, state: Words) -> np.uint64:
    """The state is one word, so keys are unique."""
    return mixed(state)
