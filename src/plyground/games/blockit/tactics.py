"""Which moves can wait: a lone barrier, which touches nothing and stands away from the pawns."""

import numpy as np

from plyground.core.bitset import meet, single, union
from plyground.core.contract import Words, rule, waits
from plyground.core.jit import kernel
from plyground.games.blockit.rules import kind_of, pawn, placed_barriers, places_barrier, square_of
from plyground.games.blockit.walls import and_beside, points
from plyground.games.blockit.ways import HORIZONTAL, BlockIt


@kernel
def touches_something(rules: BlockIt, state: Words, kind: int, square: int) -> bool:
    """True if a barrier would touch another one, or the border."""
    middle = single(rules.corners, square)
    by = 1 if kind == HORIZONTAL else rules.columns
    low, high = rules.lower_corners, rules.upper_corners
    if kind == HORIZONTAL:
        low, high = rules.left_corners, rules.right_corners
    return meet(middle, union(low, high)) or meet(and_beside(middle, by), points(rules, placed_barriers(rules, state)))


@kernel
def is_near(rules: BlockIt, corner: int, square: int) -> bool:
    """True if at most one square separates the corner at the upper right of `corner` from `square`."""
    across = square % rules.columns - corner % rules.columns
    along = square // rules.columns - corner // rules.columns
    return -1 <= across <= 2 and -1 <= along <= 2


@rule(waits)
def is_lone_barrier(rules: BlockIt, state: Words, move: np.uint64) -> bool:
    """True for a barrier that touches nothing and is near no pawn: it can be walked around, now as well as later."""
    if not places_barrier(rules, state, move):
        return False
    square = square_of(move)
    for seat in range(rules.seats):
        if is_near(rules, square, pawn(rules, state, seat)):
            return False
    return not touches_something(rules, state, kind_of(move), square)
