"""Values recomputed from those of their successors, for games that number their positions in a second way.

As recompute.py, which derives the numbers of two sets of men on one board itself. Here the game says once more, by code
of its own, which position has which number (`second_numbering`).
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from plyground.core.bits import signed
from plyground.core.contract import Words, mover, moves, play, winner
from plyground.core.jit import kernel
from plyground.core.outcome import DRAW, NOBODY_YET
from plyground.core.sectors import index_in, sector_of, state_at

NO_POSITION, BY_RULES_DRAWN, NEITHER = -32768, 32767, 0
FINE = -1


class NumberedValues(NamedTuple):
    """The values to be checked."""

    numbering: Any
    values: npt.NDArray[np.int16]
    offsets: npt.NDArray[np.int64]
    """By sector: where its values begin, or -1 if they are not at hand."""
    open_is_draw: bool
    """False if moves may leave the sectors; what they lead to proves nothing."""


@kernel
def value_by_end(rules: Any, state: Words) -> int:
    """The value of a position where the game is over; `NO_POSITION` while it is not."""
    won_by = winner(rules, state)
    if won_by == NOBODY_YET:
        return NO_POSITION
    if won_by == DRAW:
        return BY_RULES_DRAWN
    return 1 if won_by == mover(rules, state) else -1


@kernel
def value_after(table: NumberedValues, rules: Any, state: Words) -> int:
    """The value of a position after a move; `NO_POSITION` if it is not at hand."""
    value = value_by_end(rules, state)
    if value != NO_POSITION:
        return value
    sector = sector_of(table.numbering, state)
    if sector < 0 or table.offsets[sector] < 0:
        return NO_POSITION if table.open_is_draw else NEITHER
    return signed(table.values[table.offsets[sector] + index_in(table.numbering, sector, state)])


@kernel
def expected(table: NumberedValues, rules: Any, sector: int, at: int, state: Words, child: Words, out: Words) -> int:
    """The correct value of a number."""
    if not state_at(table.numbering, sector, at, state):
        return NO_POSITION
    value = value_by_end(rules, state)
    if value != NO_POSITION:
        return value
    soonest, latest, all_lose = NO_POSITION, 0, True
    for i in range(moves(rules, state, out)):
        play(rules, state, out[i], child)
        value = value_after(table, rules, child)
        if value == NO_POSITION:
            return NO_POSITION
        if value < 0:
            soonest = max(soonest, value)
        all_lose = all_lose and 0 < value < BY_RULES_DRAWN
        latest = max(latest, value)
    if soonest != NO_POSITION:
        return 1 - soonest
    return -1 - latest if all_lose else NEITHER


@kernel
def first_wrong(
    table: NumberedValues, rules: Any, sector: int, begin: int, end: int, state: Words, child: Words, out: Words
) -> int:
    """The first number from `begin` whose value contradicts its successors, or `FINE`."""
    for at in range(begin, end):
        if table.values[table.offsets[sector] + at] != expected(table, rules, sector, at, state, child, out):
            return at
    return FINE
