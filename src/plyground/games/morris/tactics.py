"""Forcing moves of Nine Men's Morris: those that take a man."""

import numpy as np

from plyground.core.bits import ZERO, bit, count, lowest, without_lowest
from plyground.core.contract import QUIET, SOME_FORCE, Words, forcing, rule, urgency
from plyground.core.jit import kernel
from plyground.games.morris.rules import NOWHERE, POINTS, Morris, closes_mill, hand, men, removed_by, seat_to_move

_BOARD = np.uint64((1 << POINTS) - 1)


@kernel
def mill_among(rules: Morris, own: np.uint64, targets: np.uint64) -> bool:
    """True if a man arriving on one of `targets` closes a mill with the men `own`."""
    while targets != ZERO:
        if closes_mill(rules, own, lowest(targets)):
            return True
        targets = without_lowest(targets)
    return False


@rule(forcing)
def can_close_mill(rules: Morris, state: Words) -> int:
    """`SOME_FORCE` if the mover can close a mill."""
    seat = seat_to_move(rules, state)
    own = men(state, seat)
    empty = _BOARD & ~(own | men(state, 1 - seat))
    if hand(state, seat) > 0:
        return SOME_FORCE if mill_among(rules, own, empty) else QUIET
    flies = rules.flying and count(own) == 3
    rest = own
    while rest != ZERO:
        origin = lowest(rest)
        rest = without_lowest(rest)
        targets = empty if flies else empty & rules.neighbours[origin]
        if mill_among(rules, own & ~bit(origin), targets):
            return SOME_FORCE
    return QUIET


@rule(urgency)
def takes_a_man(rules: Morris, state: Words, move: np.uint64) -> int:
    """50 for a removal, otherwise 0."""
    return 50 if removed_by(move) != NOWHERE else 0
