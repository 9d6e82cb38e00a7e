"""Features of two-player Block It for a small network, on the usual board of 9×9.

Pawns, barriers, barriers in hand and steps to the goal; and the barriers around each pawn as seen from it, so that what
was learned about a barrier in front of a pawn holds wherever the pawn stands.
"""

import numpy as np

from plyground.core.bits import ZERO, bit
from plyground.core.contract import Words, rule
from plyground.core.jit import kernel
from plyground.core.nnue import Bits, FeatureSet, feature_bits, feature_set
from plyground.core.text import Grid
from plyground.games.blockit.heuristics import outlook
from plyground.games.blockit.rules import barriers_left, open_ways, pawn
from plyground.games.blockit.ways import BlockIt

LYING, STANDING, OWN, ENEMY, NUMBERS, STEPS, AROUND_OWN, AROUND_ENEMY, WORDS = 0, 2, 4, 6, 8, 9, 10, 12, 14
"""Words: sets of squares take two each, and so do the lying and the standing barriers around a pawn."""
COLUMNS, WINDOW = 9, 8
"""Width of the board, and of the square of corners around a pawn."""
ROW = np.uint64((1 << COLUMNS) - 1)
WINDOW_ROW = np.uint64((1 << WINDOW) - 1)
ENEMY_HALF = 32
"""Where the enemy's numbers begin in a word of numbers."""
GATES_AT = 16
"""Where the numbers of goal squares about as near begin, behind the barriers in hand."""


@kernel
def clear(out: Bits) -> None:
    """No features."""
    for seat in range(2):
        for word in range(WORDS):
            out[seat, word] = ZERO


@kernel
def board_row(state: Words, at: int, row: int) -> np.uint64:
    """A row of a set of squares that begins at word `at`; it may lie in two words."""
    first = row * COLUMNS
    low = state[at + first // 64] >> np.uint64(first % 64)
    if first % 64 > 64 - COLUMNS:
        low |= state[at + first // 64 + 1] << np.uint64(64 - first % 64)
    return low & ROW


@kernel
def around(state: Words, at: int, square: int) -> np.uint64:
    """The barriers whose middle is less than four squares from the middle of a square, row by row.

    A barrier's middle is a corner of squares, so the window reaches as far in every direction.
    """
    column, window = np.uint64(square % COLUMNS), ZERO
    for row in range(WINDOW):
        from_below = square // COLUMNS + row - WINDOW // 2
        if 0 <= from_below < COLUMNS:
            shifted = (board_row(state, at, from_below) << np.uint64(WINDOW // 2)) >> column
            window |= (shifted & WINDOW_ROW) << np.uint64(WINDOW * row)
    return window


@rule(feature_bits)
def write_features(rules: BlockIt, state: Words, out: Bits) -> None:
    """The board is seen as it is; numbers are one bit each, the enemy's in the upper half."""
    clear(out)
    ways = open_ways(rules, state)
    for seat in range(2):
        square = pawn(rules, state, seat)
        found = outlook(rules, state, ways, seat)
        left, gates = min(barriers_left(rules, state, seat), 15), min(found.gates, 15)
        numbers = bit(left) | bit(GATES_AT + gates)
        steps = bit(min(found.steps, ENEMY_HALF - 1))
        out[seat, OWN + square // 64] = out[1 - seat, ENEMY + square // 64] = bit(square % 64)
        out[seat, NUMBERS] |= numbers
        out[1 - seat, NUMBERS] |= numbers << bit(5)
        out[seat, STEPS] |= steps
        out[1 - seat, STEPS] |= steps << bit(5)
        for word in range(2):
            out[seat, LYING + word] = state[word]
            out[seat, STANDING + word] = state[2 + word]
            out[seat, AROUND_OWN + word] = out[1 - seat, AROUND_ENEMY + word] = around(state, 2 * word, square)


def features(grid: Grid) -> FeatureSet:
    """For seat 1 the board is turned by half."""

    def turned(word: int, place: int) -> tuple[int, int]:
        if word >= AROUND_OWN:
            return word, 63 - place
        if word >= NUMBERS:
            return word, place
        last = len(grid.names) - 1 if word >= OWN else len(grid.names) - grid.columns - 2
        square = last - (64 * (word % 2) + place)
        return (word - word % 2 + square // 64, square % 64) if square >= 0 else (word, place)

    return feature_set(WORDS, turned)
