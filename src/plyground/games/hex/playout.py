"""Random games of Hex: fill the board and check once for the winner.

A chain is never broken, so filling the whole board does not change the winner, and the order of the stones does not
matter: the mover gets a random half of the empty cells.
"""

from typing import Any

from plyground.core.bits import bit, field
from plyground.core.contract import Words, below, finish, rule, slot
from plyground.games.hex.rules import (
    ANCHORED,
    Hex,
    columns_of,
    in_row,
    reaches_far_side,
    seat_to_move,
    spread,
    write_empty_cells,
)


@rule(finish)
def fill_board(
    rules: Hex, state: Words, scratch: Words, buffer: Words, dice: Words, marks: Any, game: int, longest: int
) -> int:
    """Deal out the empty cells at random; return the seat with a chain."""
    full = scratch[0]
    for row in range(rules.size):
        full[row] = state[row]
    seat = seat_to_move(rules, state)
    count = write_empty_cells(state, rules.size, buffer)
    half = (count + 1) // 2
    for i in range(count):
        if i < half:
            other = i + below(dice, count - i)
            buffer[i], buffer[other] = buffer[other], buffer[i]
        owner = seat if i < half else 1 - seat
        move = buffer[i]
        full[field(move, 5, 5)] |= in_row(bit(field(move, 0, 5)), owner)
        marks[owner, slot(move)] = game
    full[0] |= in_row(columns_of(full[0], 0), ANCHORED)
    spread(full, rules.size, 0)
    return 0 if reaches_far_side(full, rules.size, 0) else 1
