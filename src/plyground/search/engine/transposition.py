"""The transposition table: search results by position, shared by threads without locks.

An entry is two words: the position's key xored with the data, and the data. A half-written entry fails the key
comparison and is ignored. Entries come in pairs: the first is replaced by depth, the second always.

Layout of the data: value plus an offset in bits 0 to 23, depth in 24 to 31, kind of bound in 32 and 33, bit 34 set if
the value depends on estimates, index of the best move in generation order in 35 to 47 (all ones for none), number of
the search that wrote it in 48 to 63. Only entries of this search, or of its game in a session, are valid; all others
count as empty. A table can therefore be reused without clearing, and every game still starts as with an empty one.
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
"""The kind of bound; a `HINT` holds only a hash move."""
NO_MOVE = (1 << 13) - 1
_OFFSET = 1 << 22
_BYTES = 16
MOST_SEARCHES = (1 << 16) - 1
SEARCHES_A_GAME = 1 << 12
"""A table with fewer search numbers left is cleared before a game."""
LARGEST_KEPT = 64
"""Size in megabytes of the largest idle table to keep: the default size."""


@dataclass
class LentTable:
    """A table lent to one search, or to the successive searches of one game."""

    words: Words
    search: int
    """Number of the search now using the table."""
    oldest: int
    """Number of the oldest search whose entries are valid."""

    def next_search(self, *, keep: bool) -> None:
        """Prepare for the next search of the game; with `keep`, earlier entries stay valid."""
        if self.search == MOST_SEARCHES:
            self.words.fill(0)
            self.search, keep = 0, False
        self.search += 1
        if not keep:
            self.oldest = self.search


class TablePool:
    """Lends tables, each to one search or game at a time, and numbers the searches of each table.

    One idle table per size is kept, because allocating its pages takes longer than many searches. A table larger than
    `LARGEST_KEPT` is freed as soon as its search ends.
    """

    def __init__(self) -> None:
        self._free: dict[int, tuple[Words, int]] = {}
        self._lock = Lock()

    @property
    def idle_megabytes(self) -> float:
        """Total size of all idle tables."""
        with self._lock:
            return sum(table.nbytes for table, _ in self._free.values()) / 2**20

    def give_back(self) -> None:
        """Free every idle table."""
        with self._lock:
            self._free.clear()

    def take(self, megabytes: int) -> LentTable:
        """Return a table of at most `megabytes` without valid entries; the caller must put it back."""
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
"""The table pool of this process."""


@kernel
def packed(value: int, depth: int, bound: int, estimated: int, index: int, search: int) -> np.uint64:
    """Pack the data of an entry."""
    low = (value + _OFFSET) | (depth << 24) | (bound << 32) | (estimated << 34) | (index << 35)
    return np.uint64(low) | (np.uint64(search) << np.uint64(48))


@kernel
def value_in(data: np.uint64, ply: int) -> int:
    """Value of an entry, with plies to a win or loss counted from the root."""
    value = field(data, 0, 24) - _OFFSET
    if value >= PROVED:
        return value - ply
    return value + ply if value <= -PROVED else value


@kernel
def depth_in(data: np.uint64) -> int:
    """Search depth of the entry."""
    return field(data, 24, 8)


@kernel
def bound_in(data: np.uint64) -> int:
    """`HINT`, `LOWER`, `UPPER` or `EXACT`."""
    return field(data, 32, 2)


@kernel
def estimated_in(data: np.uint64) -> int:
    """1 if the value depends on estimates."""
    return field(data, 34, 1)


@kernel
def index_in(data: np.uint64) -> int:
    """Index of the best move, or `NO_MOVE`."""
    return field(data, 35, 13)


@kernel
def search_in(data: np.uint64) -> int:
    """Number of the search that wrote the entry."""
    return field(data, 48, 16)


@kernel
def pair_of(table: Words, key: np.uint64) -> int:
    """Index of the first of the two entries for this key."""
    return signed(key & np.uint64(table.size // 4 - 1)) * 4


@kernel
def prefetch(table: Words, key: np.uint64) -> None:
    """Prefetch the entries for this key into the cache."""
    send_for(table, pair_of(table, key))


@inlined
def find(table: Words, key: np.uint64, oldest: int) -> np.uint64:
    """The data stored for this key by a search numbered `oldest` or later, or zero."""
    pair = pair_of(table, key)
    for place in range(pair, pair + 4, 2):
        data = table[place + 1]
        if table[place] ^ data == key and search_in(data) >= oldest:
            return data
    return ZERO


@kernel
def is_proof(data: np.uint64) -> bool:
    """True if the entry proves a win or a loss, whatever its depth."""
    value, bound = field(data, 0, 24) - _OFFSET, bound_in(data)
    return (value >= PROVED and bound & LOWER != 0) or (value <= -PROVED and bound & UPPER != 0)


@kernel
def is_worth_more(kept: np.uint64, data: np.uint64) -> bool:
    """True if an entry should be kept in favour of a new one for the same position: it is a proof, or deeper."""
    if is_proof(kept) != is_proof(data):
        return is_proof(kept)
    return depth_in(kept) > depth_in(data) or bound_in(data) == HINT


@kernel
def place_for(table: Words, key: np.uint64, data: np.uint64, search: int, oldest: int) -> int:
    """Where to write an entry: over an older entry of the position, else by depth; -1 to keep what is there."""
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
    """Store an entry, with plies to a win or loss counted from the position."""
    if value >= PROVED:
        value += ply
    elif value <= -PROVED:
        value -= ply
    data = packed(value, depth, bound, estimated, min(index, NO_MOVE), search)
    place = place_for(table, key, data, search, oldest)
    if place >= 0:
        table[place] = key ^ data
        table[place + 1] = data
