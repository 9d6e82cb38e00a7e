"""The choice of moves in the search of the program that the report describes."""

from typing import NamedTuple

import numpy as np

from plyground.core.heuristic import move_choice
from plyground.core.jit import kernel
from plyground.core.kernel import Words
from plyground.games.blockit.rules import BlockIt, pawn, places_barrier, seat_to_move, square_of


@kernel
def crosses_corner_of(rules: BlockIt, barrier: int, square: int) -> bool:
    """Whether the middle of the barrier on `barrier`, that square's upper right corner, is a corner of `square`."""
    apart = square - barrier
    return apart == 0 or apart == 1 or apart == rules.size or apart == rules.size + 1


@kernel
def is_considered(rules: BlockIt, state: Words, move: np.uint64) -> bool:
    """Whether a move is no barrier, or one whose middle is diagonally next to an opponent's pawn."""
    if not places_barrier(rules, state, move):
        return True
    me = seat_to_move(rules, state)
    for seat in range(rules.seats):
        if seat != me and crosses_corner_of(rules, square_of(move), pawn(rules, state, seat)):
            return True
    return False


class Classic(NamedTuple):
    """Pawn moves, and barriers whose middle is diagonally next to an opponent's pawn."""


@move_choice(Classic, game="blockit", name="classic")
def classic_filter(choice: Classic, rules: BlockIt, state: Words, moves: Words, count: int) -> int:
    """Keep, of the first `count` legal moves, those that the published search considers, if any; return how many."""
    kept = 0
    for index in range(count):
        if is_considered(rules, state, moves[index]):
            moves[kept] = moves[index]
            kept += 1
    return kept if kept > 0 else count
