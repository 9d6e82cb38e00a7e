"""Which moves of Neutreeko are forcing: those that win at once."""

import numpy as np

from plyground.core.bits import ZERO, bit, lowest, without_lowest
from plyground.core.kernel import QUIET, SOME_FORCE, Words, forcing, rule, urgency
from plyground.games.neutreeko.rules import (
    DIRECTIONS,
    SIDE,
    SQUARES,
    Neutreeko,
    destination_of,
    has_three,
    origin_of,
    pieces,
    seat_to_move,
    slide,
)


def _close_together(first: int, second: int) -> bool:
    """Whether one more piece could make three in a row with these two."""
    columns, rows = abs(first % SIDE - second % SIDE), abs(first // SIDE - second // SIDE)
    return max(columns, rows) <= 2 and (columns == rows or 0 in (columns, rows))


_PARTNERS = np.array(
    [
        sum(1 << other for other in range(SQUARES) if other != square and _close_together(square, other))
        for square in range(SQUARES)
    ],
    np.uint64,
)


@rule(forcing)
def can_win(rules: Neutreeko, state: Words) -> int:
    """Whether a slide makes three in a row; most pairs are too far apart to look at."""
    own = pieces(state, seat_to_move(rules, state))
    occupied = pieces(state, 0) | pieces(state, 1)
    rest = own
    while rest != ZERO:
        origin = lowest(rest)
        rest = without_lowest(rest)
        others = own & ~bit(origin)
        if others & _PARTNERS[lowest(others)] == ZERO:
            continue
        for direction in range(DIRECTIONS):
            if has_three(others | bit(slide(rules, occupied, origin, direction))):
                return SOME_FORCE
    return QUIET


@rule(urgency)
def wins(rules: Neutreeko, state: Words, move: np.uint64) -> int:
    """Three in a row."""
    others = pieces(state, seat_to_move(rules, state)) & ~bit(origin_of(move))
    if others & _PARTNERS[lowest(others)] == ZERO:
        return 0
    return 100 if has_three(others | bit(destination_of(move))) else 0
