"""Values computed once more, each from those of its successors, with the rules and nothing else of the solver's.

Positions get the solver's numbers here in another way: all sets that are the lowest of their images are written down in
rising order and looked up by halving, the other's sets are counted cell by cell, and of a pair of sets the lowest that
the symmetries make of it stands for all, found by trying all of them. A pair is one key, the mover's set above the
other's. All of it compiles for a GPU as well.
"""

from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from plyground.core.bits import ONE, ZERO, bit, count, has, lowest, signed, without_lowest
from plyground.core.contract import Words, mover, moves, play, winner
from plyground.core.jit import kernel
from plyground.core.outcome import DRAW, NOBODY_YET
from plyground.core.sectors import Sector

_HALF = np.uint64(32)
_LOWER = np.uint64((1 << 32) - 1)
NO_POSITION, WON, LOST, EVEN = -32768, 1, -1, 0
MISSING = -32767
FINE = -1
MOST_MEN = 32


class Kept(NamedTuple):
    """The values to be checked, and what finds the one of a pair of sets."""

    symmetries: npt.NDArray[np.int64]
    choose: npt.NDArray[np.int64]
    """Number of sets of k among n cells: by n and k."""
    firsts: Words
    """The sets that are the lowest of their images, fewer men first, then in rising order."""
    first_starts: npt.NDArray[np.int64]
    """By men: where their sets begin."""
    values: npt.NDArray[np.int16]
    starts: npt.NDArray[np.int64]
    """By men of the mover, men of the other and the rest of the state: where the values begin, or -1."""


class Place(NamedTuple):
    """A sector: its men, the rest of its states with the first seat to move, and where its values begin."""

    own_men: int
    other_men: int
    rest: np.uint64
    start: int


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
    while men != ZERO:
        found |= bit(symmetries[way, lowest(men)])
        men = without_lowest(men)
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
def write_firsts(symmetries: Any, men: int, out: Words) -> int:
    """Write the sets that are the lowest of their images, in rising order; how many there are."""
    total = 0
    own = bit(men) - ONE
    for _ in range(out.size):
        if lowest_key(symmetries, own, ZERO) == own << _HALF:
            out[total] = own
            total += 1
        own = next_set(own) if men > 0 else own
    return total


@kernel
def rank_beside(table: Kept, own: np.uint64, other: np.uint64) -> int:
    """Number of sets of as many cells outside `own` that are lower than `other`."""
    cells, left, total = table.symmetries.shape[1], count(other), 0
    free = cells - count(own)
    for i in range(cells):
        cell = cells - 1 - i
        if has(own, cell):
            continue
        free -= 1
        if has(other, cell):
            total += table.choose[free, left]
            left -= 1
    return total


@kernel
def set_beside(table: Kept, own: np.uint64, men: int, number: int) -> np.uint64:
    """The set outside `own` that has `number` lower ones of as many men."""
    cells, found = table.symmetries.shape[1], ZERO
    free = cells - count(own)
    for i in range(cells):
        cell = cells - 1 - i
        if has(own, cell):
            continue
        free -= 1
        if men > 0 and number >= table.choose[free, men]:
            number -= table.choose[free, men]
            found |= bit(cell)
            men -= 1
    return found


@kernel
def find(table: Kept, key: np.uint64, rest: np.uint64) -> int:
    """Where the value of a pair that is the lowest of its images is, or -1."""
    own, other = key >> _HALF, key & _LOWER
    own_men, other_men = count(own), count(other)
    if rest >= np.uint64(table.starts.shape[2]):
        return -1
    start = table.starts[own_men, other_men, np.int64(rest)]
    if start < 0:
        return -1
    low, high = table.first_starts[own_men], table.first_starts[own_men + 1]
    while low < high:
        middle = (low + high) // 2
        if table.firsts[middle] < own:
            low = middle + 1
        else:
            high = middle
    number = low - table.first_starts[own_men]
    cells = table.symmetries.shape[1]
    return start + number * table.choose[cells - own_men, other_men] + rank_beside(table, own, other)


@kernel
def place_after(table: Kept, rules: Any, state: Words) -> int:
    """Where the value of a state is, or -1. The men of the first seat are its lowest bits, the second's come next."""
    cells = np.uint64(table.symmetries.shape[1])
    board = (ONE << cells) - ONE
    first, second = state[0] & board, (state[0] >> cells) & board
    rest = state[0] >> (cells + cells)
    if mover(rules, state) == 0:
        return find(table, lowest_key(table.symmetries, first, second), rest)
    return find(table, lowest_key(table.symmetries, second, first), rest)


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
def value_from_successors(table: Kept, rules: Any, state: Words, child: Words, out: Words) -> int:
    """What the values after each move say of a position; `MISSING` if one of them is not there."""
    quickest, slowest, only_losing = MISSING, 0, True
    for i in range(moves(rules, state, out)):
        play(rules, state, out[i], child)
        place = place_after(table, rules, child)
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
def write_state(table: Kept, place: Place, at: int, state: Words) -> bool:
    """Write the position with a number, the first seat to move; False where the number stands for none."""
    cells = table.symmetries.shape[1]
    beside = table.choose[cells - place.own_men, place.other_men]
    own = table.firsts[table.first_starts[place.own_men] + at // beside]
    other = set_beside(table, own, place.other_men, at % beside)
    state[0] = own | (other << np.uint64(cells)) | (place.rest << np.uint64(2 * cells))
    return lowest_key(table.symmetries, own, other) == (own << _HALF) | other


@kernel
def expected(table: Kept, rules: Any, place: Place, at: int, state: Words, child: Words, out: Words) -> int:
    """The value that a number should have. A position that the mover has already won cannot come about."""
    if not write_state(table, place, at, state):
        return NO_POSITION
    value = decided(rules, state)
    if value == MISSING:
        return value_from_successors(table, rules, state, child, out)
    return NO_POSITION if value == WON else value


@kernel
def is_right(table: Kept, rules: Any, place: Place, at: int, state: Words, child: Words, out: Words) -> bool:
    """Whether a number has the value that it should have."""
    return table.values[place.start + at] == expected(table, rules, place, at, state, child, out)


@kernel
def first_wrong(
    table: Kept, rules: Any, place: Place, begin: int, end: int, step: int, state: Words, child: Words, out: Words
) -> int:
    """The first number from `begin` on, `step` by `step`, whose value is not what its successors say, or `FINE`."""
    for at in range(begin, end, step):
        if not is_right(table, rules, place, at, state, child, out):
            return at
    return FINE


def kept(
    symmetries: tuple[tuple[int, ...], ...],
    sectors: dict[int, Sector],
    offsets: dict[int, int],
    values: npt.NDArray[np.int16],
) -> Kept:
    """The values of some sectors, each of which begins at an offset."""
    ways = np.array(symmetries, np.int64)
    cells, most = ways.shape[1], max(max(sector.men) for sector in sectors.values())
    choose = np.array([[comb(n, k) for k in range(most + 1)] for n in range(cells + 1)], np.int64)
    firsts, first_starts = [], [0]
    for men in range(most + 1):
        room = np.zeros(comb(cells, men), np.uint64)
        firsts.append(room[: int(write_firsts(ways, men, room))].copy())
        first_starts.append(first_starts[-1] + len(firsts[-1]))
    rests = 1 + max(max(sector.rests) for sector in sectors.values())
    starts = np.full((MOST_MEN, MOST_MEN, rests), -1, np.int64)
    for number, sector in sectors.items():
        for rest in sector.rests:
            starts[(*sector.men, rest)] = offsets[number]
    return Kept(ways, choose, np.concatenate(firsts), np.array(first_starts, np.int64), values, starts)


def size_of(table: Kept, own_men: int, other_men: int) -> int:
    """How many numbers a sector has."""
    firsts = table.first_starts[own_men + 1] - table.first_starts[own_men]
    return int(firsts * table.choose[table.symmetries.shape[1] - own_men, other_men])


def place_of_sector(sector: Sector, start: int) -> Place:
    """A sector whose values begin at `start`."""
    return Place(*sector.men, np.uint64(sector.rests[0]), start)
