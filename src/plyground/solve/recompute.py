"""Values computed once more, each from those of its successors, with the rules and nothing else of the solver's.

Positions are numbered here in another way than the solver does it: all pairs of sets are written down in rising order,
and looked up by halving. A pair of sets is one key, the mover's set above the other's. The lowest pair that the
symmetries make of a pair stands for all of them; symmetries are applied cell by cell.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from plyground.core.bits import ONE, ZERO, bit, count, has, signed
from plyground.core.contract import Words, mover, moves, play, winner
from plyground.core.jit import kernel
from plyground.core.outcome import DRAW, NOBODY_YET

_HALF = np.uint64(32)
_LOWER = np.uint64((1 << 32) - 1)
NO_POSITION, WON, LOST, EVEN = -32768, 1, -1, 0
MISSING = -32767
FINE = -1
MOST_MEN = 32


class Keys(NamedTuple):
    """The pairs of sets of all sectors, and the values to be checked beside them."""

    symmetries: npt.NDArray[np.int64]
    keys: Words
    values: npt.NDArray[np.int16]
    starts: npt.NDArray[np.int64]
    """By men of the mover and of the other: where their pairs begin, or -1."""
    ends: npt.NDArray[np.int64]


@kernel
def next_set(men: np.uint64) -> np.uint64:
    """The next higher set of as many cells."""
    low = men & (ZERO - men)
    ripple = men + low
    return ripple | (((men ^ ripple) >> np.uint64(2)) // low)


@kernel
def turned(symmetries: Any, way: int, men: np.uint64) -> np.uint64:
    """What a symmetry makes of a set, cell by cell."""
    found = ZERO
    for cell in range(symmetries.shape[1]):
        if has(men, cell):
            found |= bit(symmetries[way, cell])
    return found


@kernel
def lowest_key(symmetries: Any, own: np.uint64, other: np.uint64) -> np.uint64:
    """The lowest pair that the symmetries make of a pair."""
    best = (own << _HALF) | other
    for way in range(len(symmetries)):
        key = (turned(symmetries, way, own) << _HALF) | turned(symmetries, way, other)
        if key < best:
            best = key
    return best


@kernel
def write_keys(symmetries: Any, own_men: int, other_men: int, out: Words) -> int:
    """Write the pairs whose own set is the lowest of its images, in rising order; how many there are."""
    cells, total = symmetries.shape[1], 0
    own = bit(own_men) - ONE
    while own < bit(cells):
        if lowest_key(symmetries, own, ZERO) == own << _HALF:
            other = bit(other_men) - ONE
            while other < bit(cells):
                if own & other == ZERO:
                    if total < out.size:
                        out[total] = (own << _HALF) | other
                    total += 1
                other = next_set(other)
        own = next_set(own)
    return total


@kernel
def find(table: Keys, key: np.uint64) -> int:
    """Where a key is, or -1."""
    own_men, other_men = count(key >> _HALF), count(key & _LOWER)
    low, high = table.starts[own_men, other_men], table.ends[own_men, other_men]
    if low < 0:
        return -1
    while low < high:
        middle = (low + high) // 2
        if table.keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def key_of(table: Keys, rules: Any, state: Words) -> np.uint64:
    """The key of a state: the men of the first seat are its lowest bits, those of the second come next."""
    cells = np.uint64(table.symmetries.shape[1])
    board = (ONE << cells) - ONE
    first, second = state[0] & board, (state[0] >> cells) & board
    if mover(rules, state) == 0:
        return lowest_key(table.symmetries, first, second)
    return lowest_key(table.symmetries, second, first)


@kernel
def decided(rules: Any, state: Words) -> int:
    """The value of a position by the rules alone; `MISSING` while the game goes on."""
    won_by = winner(rules, state)
    if won_by == NOBODY_YET:
        return MISSING
    if won_by == DRAW:
        return EVEN
    return WON if won_by == mover(rules, state) else LOST


@kernel
def value_from_successors(table: Keys, rules: Any, state: Words, child: Words, out: Words) -> int:
    """What the values after each move say of a position; `MISSING` if one of them is not there."""
    quickest, slowest, only_losing = MISSING, 0, True
    for i in range(moves(rules, state, out)):
        play(rules, state, out[i], child)
        place = find(table, key_of(table, rules, child))
        value = signed(table.values[place]) if place >= 0 else decided(rules, child)
        if value <= MISSING:  # also `NO_POSITION`
            return MISSING
        if value < 0:
            quickest = max(quickest, value)
        only_losing = only_losing and value > 0
        slowest = max(slowest, value)
    if quickest != MISSING:
        return 1 - quickest
    return -1 - slowest if only_losing else EVEN


@kernel
def expected(table: Keys, rules: Any, key: np.uint64, state: Words, child: Words, out: Words) -> int:
    """The value that a key should have. One that the mover has already won cannot come about."""
    own, other = key >> _HALF, key & _LOWER
    if lowest_key(table.symmetries, own, other) != key:
        return NO_POSITION
    state[0] = own | (other << np.uint64(table.symmetries.shape[1]))
    value = decided(rules, state)
    if value == MISSING:
        return value_from_successors(table, rules, state, child, out)
    return NO_POSITION if value == WON else value


@kernel
def first_wrong(table: Keys, rules: Any, begin: int, end: int, state: Words, child: Words, out: Words) -> int:
    """The first place from `begin` on whose value is not what its successors say, or `FINE`."""
    for at in range(begin, end):
        if table.values[at] != expected(table, rules, table.keys[at], state, child, out):
            return at
    return FINE
