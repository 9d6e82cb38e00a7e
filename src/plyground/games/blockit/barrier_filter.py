"""The barriers that the published program considers. The report itself speaks of all moves.

The source is the program published with the report (Block It in Java, by the report's authors): its search expands
pawn moves and at most eight barriers, those with their middle diagonally next to the opponent's pawn. The report does
not mention this; its times make sense only with it.
"""

from typing import NamedTuple

import numpy as np

from plyground.core.contract import Words
from plyground.core.heuristic import move_choice
from plyground.core.jit import kernel
from plyground.games.blockit.rules import (
    pawn,
    places_barrier,
    seat_to_move,
    square_of,
)
from plyground.games.blockit.ways import BlockIt


@kernel
def crosses_corner_of(rules: BlockIt, barrier: int, square: int) -> bool:
    """True if the middle of the barrier on `barrier`, that square's upper right corner, is a corner of `square`."""
    apart = square - barrier
    return apart == 0 or apart == 1 or apart == rules.columns or apart == rules.columns + 1


@kernel
def is_considered(rules: BlockIt, state: Words, move: np.uint64) -> bool:
    """True if a move is not a barrier, or its middle is diagonally next to an opponent's pawn."""
    if not places_barrier(rules, state, move):
        return True
    me = seat_to_move(rules, state)
    for seat in range(rules.seats):
        if seat != me and crosses_corner_of(rules, square_of(move), pawn(rules, state, seat)):
            return True
    return False


class Classic(NamedTuple):
    """The published program's choice: pawn moves, and barriers with the middle diagonally beside an opponent's pawn."""


@move_choice(Classic, game="blockit", name="classic")
def classic_filter(choice: Classic, rules: BlockIt, state: Words, moves: Words, count: int) -> int:
    """Keep those of the first `count` legal moves that the published program considers, if any; return their number."""
    kept = 0
    for index in range(count):
        if is_considered(rules, state, moves[index]):
            moves[kept] = moves[index]
            kept += 1
    return kept if kept > 0 else count
