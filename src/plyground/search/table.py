"""The transposition table: what was found out about a position, shared by threads without locks.

An entry is two words: the position's key xored with the data, and the data. A reader that meets half an entry of
another thread sees a key that does not fit and looks away. Entries come in pairs: the first is kept for deep results,
the second for the latest.

The data: the value plus an offset in bits 0 to 23, the depth in 24 to 31, the kind of bound in 32 and 33, whether
estimates are in it in bit 34, the best move's index in the game's order in 35 to 47 (all ones for none).
"""

import numpy as np

from plyground.core.bits import ZERO, field
from plyground.core.errors import PlygroundError
from plyground.core.jit import kernel
from plyground.core.kernel import Words
from plyground.search.score import PROVED

LOWER, UPPER, EXACT = 1, 2, 3
NO_MOVE = (1 << 13) - 1
_OFFSET = 1 << 22
_BYTES = 16
MOST_MEGABYTES = 65_536


def new_table(megabytes: int) -> Words:
    """An empty table in at most so many megabytes; its number of entries is a power of two."""
    if not 1 <= megabytes <= MOST_MEGABYTES:
        raise PlygroundError(f"A table has 1 to {MOST_MEGABYTES} megabytes, not {megabytes}.")
    entries = 1 << ((megabytes * 2**20 // _BYTES).bit_length() - 1)
    return np.zeros(2 * entries, np.uint64)


@kernel
def packed(value: int, depth: int, bound: int, estimated: int, index: int) -> np.uint64:
    """The data of an entry."""
    return np.uint64((value + _OFFSET) | (depth << 24) | (bound << 32) | (estimated << 34) | (index << 35))


@kernel
def value_in(data: np.uint64, ply: int) -> int:
    """The value of an entry, its plies counted from the root again."""
    value = field(data, 0, 24) - _OFFSET
    if value >= PROVED:
        return value - ply
    return value + ply if value <= -PROVED else value


@kernel
def depth_in(data: np.uint64) -> int:
    """How deep the entry's search went."""
    return field(data, 24, 8)


@kernel
def bound_in(data: np.uint64) -> int:
    """`LOWER`, `UPPER` or `EXACT`."""
    return field(data, 32, 2)


@kernel
def estimated_in(data: np.uint64) -> int:
    """1 if estimates went into the value."""
    return field(data, 34, 1)


@kernel
def index_in(data: np.uint64) -> int:
    """The best move's index, or `NO_MOVE`."""
    return field(data, 35, 13)


@kernel
def find(table: Words, key: np.uint64) -> np.uint64:
    """The data of the position with that key, or zero."""
    pair = np.int64(key & np.uint64(table.size // 4 - 1)) * 4
    for place in range(pair, pair + 4, 2):
        data = table[place + 1]
        if table[place] ^ data == key and data != ZERO:
            return data
    return ZERO


@kernel
def store(
    table: Words, key: np.uint64, ply: int, value: int, depth: int, bound: int, estimated: int, index: int
) -> None:
    """Keep what was found out; wins and losses are counted from the position, not from the root."""
    if value >= PROVED:
        value += ply
    elif value <= -PROVED:
        value -= ply
    data = packed(value, depth, bound, estimated, min(index, NO_MOVE))
    place = np.int64(key & np.uint64(table.size // 4 - 1)) * 4
    deep = table[place + 1]
    if table[place] ^ deep != key and depth_in(deep) > depth:
        place += 2
    table[place] = key ^ data
    table[place + 1] = data
