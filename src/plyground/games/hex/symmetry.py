"""Symmetries of Hex positions, for proofs: half a turn, and exchange of colours.

A position is seen from the mover's side, whose sides are top and bottom: with Blue to move the board is mirrored in
its long diagonal and the colours exchanged. On boards of up to 64 cells two positions share a key only by chance.
"""

import numpy as np

from plyground.core.bits import ZERO, bit, lowest, without_lowest
from plyground.core.contract import Words, rule
from plyground.core.jit import kernel
from plyground.core.proof_hints import shared_key
from plyground.games.hex.rules import SWAP, Hex, columns_of, may_swap, seat_to_move

_FIRST = np.uint64(0x9E3779B97F4A7C15)
_SECOND = np.uint64(0xC2B2AE3D27D4EB4F)
_HALF = np.uint64(32)


@kernel
def upright(state: Words, size: int, seat: int) -> np.uint64:
    """The stones of a seat as a set of cells, row by row."""
    found = ZERO
    for row in range(size):
        found |= columns_of(state[row], seat) << np.uint64(row * size)
    return found


@kernel
def mirrored(cells: np.uint64, size: int) -> np.uint64:
    """A set of cells with columns and rows exchanged."""
    found = ZERO
    while cells != ZERO:
        cell = lowest(cells)
        cells = without_lowest(cells)
        found |= bit(cell % size * size + cell // size)
    return found


@kernel
def turned(cells: np.uint64, last: int) -> np.uint64:
    """A set of cells after half a turn; `last` is the number of the last cell."""
    found = ZERO
    while cells != ZERO:
        found |= bit(last - lowest(cells))
        cells = without_lowest(cells)
    return found


@kernel
def pair_key(own: np.uint64, enemy: np.uint64) -> np.uint64:
    """A key of two sets."""
    word = (own + _SECOND) * _FIRST
    word ^= word >> _HALF
    word = (word + enemy) * _SECOND
    word ^= word >> _HALF
    word *= _FIRST
    return word ^ (word >> _HALF)


@rule(shared_key)
def folded_key(rules: Hex, state: Words) -> np.uint64:
    """The lesser key of both orientations, seen by the mover; a different key if the mover may still swap."""
    size, seat = rules.size, seat_to_move(rules, state)
    own, enemy = upright(state, size, seat), upright(state, size, 1 - seat)
    if seat == 1:
        own, enemy = mirrored(own, size), mirrored(enemy, size)
    other_own, other_enemy = turned(own, size * size - 1), turned(enemy, size * size - 1)
    if other_own < own or (other_own == own and other_enemy < enemy):
        own, enemy = other_own, other_enemy
    key = pair_key(own, enemy)
    return key ^ SWAP if may_swap(rules, state) else key
