"""Network encoding of Hex: the mover always joins top and bottom, so Blue sees the board mirrored."""

import numpy as np

from plyground.core.bits import ZERO, field, has, lowest
from plyground.core.contract import Planes, Words, planes, policy_index, rule
from plyground.core.encoding import Encoding, Place, Plane, symmetry
from plyground.core.jit import kernel
from plyground.games.hex.rules import SWAP, Hex, columns_of, may_swap, seat_to_move

OWN, ENEMY, BOARD, SWAP_AHEAD = range(4)
STONE, SWAPPED = range(2)
"""The answers: where to place a stone; the stone to swap."""


@rule(planes)
def write_planes(rules: Hex, state: Words, out: Planes) -> None:
    """The stones, the board itself, and whether a swap is still possible: for the mover, or after the first stone."""
    seat = seat_to_move(rules, state)
    swap = may_swap(rules, state) or (rules.swap and state[rules.size] == ZERO)
    for row in range(rules.size):
        own, enemy = columns_of(state[row], seat), columns_of(state[row], 1 - seat)
        for column in range(rules.size):
            seen_row, seen_column = (row, column) if seat == 0 else (column, row)
            out[OWN, seen_row, seen_column] = has(own, column)
            out[ENEMY, seen_row, seen_column] = has(enemy, column)
            out[BOARD, seen_row, seen_column] = 1
            out[SWAP_AHEAD, seen_row, seen_column] = swap


@kernel
def answer(rules: Hex, seat: int, kind: int, row: int, column: int) -> int:
    """The index of an answer for a cell, mirrored for Blue."""
    seen_row, seen_column = (row, column) if seat == 0 else (column, row)
    return (kind * rules.size + seen_row) * rules.size + seen_column


@rule(policy_index)
def number_of_move(rules: Hex, state: Words, move: np.uint64, part: int) -> int:
    """The cell of the stone placed or swapped."""
    if part > 0:
        return -1
    seat = seat_to_move(rules, state)
    if move != SWAP:
        return answer(rules, seat, STONE, field(move, 5, 5), field(move, 0, 5))
    row = 0
    while columns_of(state[row], 0) == ZERO:
        row += 1
    return answer(rules, seat, SWAPPED, row, lowest(columns_of(state[row], 0)))


def encoding(size: int) -> Encoding:
    """Rows and columns as the mover sees them; a half turn is a symmetry (H1, H2)."""

    def half_turn(plane: int, row: int, column: int) -> Place:
        return plane, size - 1 - row, size - 1 - column

    def nothing(plane: int, row: int, column: int) -> Place:
        return plane, row, column

    names = (Plane("own stones"), Plane("enemy stones"), Plane("board"), Plane("swap ahead"))
    answers = ("stone", "swap")
    shape = (len(names), size, size)
    symmetries = tuple(symmetry(shape, len(answers), turn, turn) for turn in (nothing, half_turn))
    return Encoding(size, size, names, answers, symmetries)
