"""The transposition table: what was found about a position, shared by threads without locks.

An entry is two words: the position's key xored with the data, and the data. A reader that meets a
half-written entry sees a key that does not fit, and ignores it. Entries come in pairs: the first is replaced by depth,
the second always.

The data: the value plus an offset in bits 0 to 23, the depth in 24 to 31, the kind of bound in 32 and 33, whether
estimates are in it in bit 34, the best move's index in the game's order in 35 to 47 (all ones for none), and the
search that wrote it in 48 to 63. Only entries of this search, or of its game in a session, count; others are as good as
empty. So a table is used again without being cleared, and yet every game begins as with a new one.
"""

from dataclasses import dataclass
from threading import Lock

import numpy as np

from plyground.core.bits import ZERO, field, signed
from plyground.core.contract import Words
from plyground.core.jit import inlined, kernel
from plyground.core.pointers import aligned, send_for
from plyground.search.score import PROVED

HINT, LOWER, UPPER, EXACT = range(4)
"""The kind of bound; a `HINT` has only a hash move."""
NO_MOVE = (1 << 13) - 1
_OFFSET = 1 << 22
_BYTES = 16
MOST_SEARCHES = (1 << 16) - 1
SEARCHES_A_GAME = 1 << 12
"""A table is cleared before a game if it has fewer search numbers left."""
LARGEST_KEPT = 64
"""The largest idle table that is kept, in megabytes: the default size."""


@dataclass
class LentTable:
    """A table that one search, or the searches of one game after another, may use."""

    words: Words
    search: int
    """The number of the search that uses it now."""
    oldest: int
    """The number of the oldest search whose entries count."""

    def next_search(self, *, keep: bool) -> None:
        """Prepare for the next search of the game, which may use the entries of those before it or not."""
        if self.search == MOST_SEARCHES:
            self.words.fill(0)
            self.search, keep = 0, False
        self.search += 1
        if not keep:
            self.oldest = self.search


class TablePool:
    """Lends tables, each to one search or game at a time, and numbers the searches of each table.

    One idle table of each usual size is kept, since allocating its pages would take longer than many searches. A larger
    one is freed as soon as its search is over.
    """

    def __init__(self) -> None:
        self._free: dict[int, tuple[Words, int]] = {}
        self._lock = Lock()

    @property
    def idle_megabytes(self) -> float:
        """The size of all idle tables."""
        with self._lock:
            return sum(table.nbytes for table, _ in self._free.values()) / 2**20

    def give_back(self) -> None:
        """Free every idle table."""
        with self._lock:
            self._free.clear()

    def take(self, megabytes: int) -> LentTable:
        """A table of at most `megabytes` in which no entry counts; it must be put back."""
        size = 2 << ((megabytes * 2**20 // _BYTES).bit_length() - 1)
        with self._lock:
            waiting = self._free.pop(size, None)
        words, searches = waiting or (aligned(size, np.uint64), 0)
        if searches > MOST_SEARCHES - SEARCHES_A_GAME:
            words.fill(0)
            searches = 0
        return LentTable(words, searches + 1, searches + 1)

    def put_back(self, table: LentTable) -> None:
        """Keep a table for the next search, unless it is too large."""
        if table.words.nbytes <= LARGEST_KEPT * 2**20:
            with self._lock:
                self._free[table.words.size] = table.words, table.search


TABLE_POOL = TablePool()
"""The tables of this process."""


@kernel
def packed(value: int, depth: int, bound: int, estimated: int, index: int, search: int) -> np.uint64:
    """The data of an entry."""
    low = (value + _OFFSET) | (depth << 24) | (bound << 32) | (estimated << 34) | (index << 35)
    return np.uint64(low) | (np.uint64(search) << np.uint64(48))


@kernel
def value_in(data: np.uint64, ply: int) -> int:
    """The value of an entry; plies to a win or loss are counted from the root again."""
    value = field(data, 0, 24) - _OFFSET
    if value >= PROVED:
        return value - ply
    return value + ply if value <= -PROVED else value


@kernel
def depth_in(data: np.uint64) -> int:
    """The depth of the entry's search."""
    return field(data, 24, 8)


@kernel
def bound_in(data: np.uint64) -> int:
    """`HINT`, `LOWER`, `UPPER` or `EXACT`."""
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
def search_in(data: np.uint64) -> int:
    """The number of the search that wrote the entry."""
    return field(data, 48, 16)


@kernel
def pair_of(table: Words, key: np.uint64) -> int:
    """Where the two entries for that key begin."""
    return signed(key & np.uint64(table.size // 4 - 1)) * 4


@kernel
def prefetch(table: Words, key: np.uint64) -> None:
    """Fetch the entries for that key into the cache, ahead of their use."""
    send_for(table, pair_of(table, key))


@inlined
def find(table: Words, key: np.uint64, oldest: int) -> np.uint64:
    """The data stored for that key by a search from number `oldest` on, or zero."""
    pair = pair_of(table, key)
    for place in range(pair, pair + 4, 2):
        data = table[place + 1]
        if table[place] ^ data == key and search_in(data) >= oldest:
            return data
    return ZERO


@kernel
def is_proof(data: np.uint64) -> bool:
    """Whether the entry proves a win or a loss, whatever its depth."""
    value, bound = field(data, 0, 24) - _OFFSET, bound_in(data)
    return (value >= PROVED and bound & LOWER != 0) or (value <= -PROVED and bound & UPPER != 0)


@kernel
def is_worth_more(kept: np.uint64, data: np.uint64) -> bool:
    """Whether an entry should stay rather than a new one of the same position: it is a proof, or deeper."""
    if is_proof(kept) != is_proof(data):
        return is_proof(kept)
    return depth_in(kept) > depth_in(data) or bound_in(data) == HINT


@kernel
def place_for(table: Words, key: np.uint64, data: np.uint64, search: int, oldest: int) -> int:
    """Where to write an entry: over an older one of its position, else by depth; -1 to keep what stands there."""
    first = pair_of(table, key)
    for place in range(first, first + 4, 2):
        kept = table[place + 1]
        if table[place] ^ kept == key and search_in(kept) >= oldest:
            return -1 if is_worth_more(kept, data) else place
    deep = table[first + 1]
    return first + 2 if search_in(deep) == search and depth_in(deep) > depth_in(data) else first


@inlined
def store(
    table: Words,
    key: np.uint64,
    ply: int,
    value: int,
    depth: int,
    bound: int,
    estimated: int,
    index: int,
    search: int,
    oldest: int,
) -> None:
    """Store an entry; plies to a win or loss are counted from the position, not from the root."""
    if value >= PROVED:
        value += ply
    elif value <= -PROVED:
        value -= ply
    data = packed(value, depth, bound, estimated, min(index, NO_MOVE), search)
    place = place_for(table, key, data, search, oldest)
    if place >= 0:
        table[place] = key ^ data
        table[place + 1] = data
