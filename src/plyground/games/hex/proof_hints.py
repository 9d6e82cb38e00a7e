"""Hints for proofs of Hex positions: who has already won, and which moves are worth trying.

Inferior cells are filled in first (inferior.py), then virtual connections are searched on the rest (connections.py).
"""

import numpy as np

from plyground.core.bits import field, has
from plyground.core.bitset import minus, union
from plyground.core.contract import Words, rule
from plyground.core.jit import kernel
from plyground.core.proof_hints import FORESEEN_LOSS, FORESEEN_WIN, foresee
from plyground.games.hex.cells import stones
from plyground.games.hex.connections import FULL, LARGEST, NOT_JOINED, SEMI, joined, must_play
from plyground.games.hex.inferior import filled_in, has_joined
from plyground.games.hex.rules import Hex, may_swap, seat_to_move
from plyground.games.hex.symmetry import mirrored

TECHNIQUES = ("dead", "captured", "connections")
"""The techniques that can be enabled, one bit each; the first two are the kinds of inferior cells."""
INFERIOR, CONNECTIONS = 0b011, 0b100
OPEN = 0


@rule(foresee)
def foresee_the_end(rules: Hex, state: Words, out: Words, count: int, memory: Words, techniques: int) -> int:
    """Decided if a chain exists or is certain; otherwise the moves on cells that matter."""
    if rules.size > LARGEST or may_swap(rules, state):
        return count
    red, blue = filled_in(rules, stones(rules, state, 0), stones(rules, state, 1), techniques & INFERIOR)
    seat, empty = seat_to_move(rules, state), minus(rules.cells, union(red, blue))[0]
    if has_joined(rules, 0, red) or has_joined(rules, 1, blue):
        return FORESEEN_WIN if has_joined(rules, 0, red) == (seat == 0) else FORESEEN_LOSS
    if techniques & CONNECTIONS:
        own, enemy = (red[0], blue[0]) if seat == 0 else (blue[0], red[0])
        decided = by_connections(rules.size, seat, own, enemy, memory)
        if decided != OPEN:
            return decided
        empty &= seen_by(1 - seat, rules.size, must_play(rules.size, memory) & rules.cells[0])
    kept = keep_on(empty, rules.size, out, count)
    return kept if kept > 0 else FORESEEN_LOSS


@kernel
def by_connections(size: int, seat: int, own: np.uint64, enemy: np.uint64, memory: Words) -> int:
    """Won with a semi-connection, lost to a full one of the opponent, whose connections are then left in `memory`."""
    if joined(size, seen_by(seat, size, own), seen_by(seat, size, enemy), memory, SEMI) != NOT_JOINED:
        return FORESEEN_WIN
    if joined(size, seen_by(1 - seat, size, enemy), seen_by(1 - seat, size, own), memory, FULL) == FULL:
        return FORESEEN_LOSS
    return OPEN


@kernel
def seen_by(seat: int, size: int, cells: np.uint64) -> np.uint64:
    """Cells on the board transposed so that a seat joins top and bottom, and back."""
    return cells if seat == 0 else mirrored(cells, size)


@kernel
def keep_on(cells: np.uint64, size: int, out: Words, count: int) -> int:
    """Keep the moves on `cells`, in order; return their number."""
    kept = 0
    for i in range(count):
        if has(cells, field(out[i], 5, 5) * size + field(out[i], 0, 5)):
            out[kept] = out[i]
            kept += 1
    return kept
