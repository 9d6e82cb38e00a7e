"""Values recomputed from those of their successors, sharing only the rules with the solver.

The solver's numbers of positions are derived independently: all sets that are the lowest of their images are listed in
ascending order and found by binary search, the opponent's sets are ranked cell by cell, and a pair of sets is
represented by its lowest symmetric image, found by trying all symmetries. A pair is one key, with the mover's set above
the opponent's. All of it compiles for a GPU as well.
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
    """The values to be checked, and the tables that find the value of a pair of sets."""

    symmetries: npt.NDArray[np.int64]
    choose: npt.NDArray[np.int64]
    """Binomial coefficients: number of sets of k among n cells, by n and k."""
    firsts: Words
    """The sets that are the lowest of their images, by number of men, then ascending."""
    first_starts: npt.NDArray[np.int64]
    """Start of the sets in `firsts`, by number of men."""
    values: npt.NDArray[np.int16]
    starts: npt.NDArray[np.int64]
    """Start of the values, or -1, by men of the mover, men of the opponent and the rest of the state."""


class Place(NamedTuple):
    """A sector: its men, the rest of its states with the first seat to move, and the start of its values."""

    own_men: int
    other_men: int
    rest: np.uint64
    start: int


@kernel
def next_set(men: np.uint64) -> np.uint64:
    """The next higher set with the same number of cells."""
    low = men & (ZERO - men)
    ripple = men + low
    return ripple | (((men ^ ripple) >> np.uint64(2)) // low)


@kernel
def turned(symmetries: Any, way: int, men: np.uint64) -> np.uint64:
    """The image of a set under a symmetry, cell by cell."""
    found = ZERO
    while men != ZERO:
        found |= bit(symmetries[way, lowest(men)])
        men = without_lowest(men)
    return found


@kernel
def lowest_key(symmetries: Any, own: np.uint64, other: np.uint64) -> np.uint64:
    """The lowest symmetric image of a pair."""
    best = (own << _HALF) | other
    for way in range(len(symmetries)):
        key = (turned(symmetries, way, own) << _HALF) | turned(symmetries, way, other)
        if key < best:
            best = key
    return best


@kernel
def write_firsts(symmetries: Any, men: int, out: Words) -> int:
    """Write the sets that are the lowest of their images, in ascending order; return their number."""
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
    """Number of sets of the same size outside `own` that are lower than `other`."""
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
    """The set of `men` cells outside `own` with rank `number`."""
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
    """Index of the value of a pair that is the lowest of its images, or -1."""
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
    """Index of the value of a state, or -1. The first seat's men are the lowest bits, followed by the second's."""
    cells = np.uint64(table.symmetries.shape[1])
    board = (ONE << cells) - ONE
    first, second = state[0] & board, (state[0] >> cells) & board
    rest = state[0] >> (cells + cells)
    if mover(rules, state) == 0:
        return find(table, lowest_key(table.symmetries, first, second), rest)
    return find(table, lowest_key(table.symmetries, second, first), rest)


@kernel
def decided(rules: Any, state: Words) -> int:
    """The value of a position by the rules alone; `MISSING` while the game is in progress."""
    won_by = winner(rules, state)
    if won_by == NOBODY_YET:
        return MISSING
    if won_by == DRAW:
        return EVEN
    return WON if won_by == mover(rules, state) else LOST


@kernel
def value_from_successors(table: Kept, rules: Any, state: Words, child: Words, out: Words) -> int:
    """The value of a position from those after each move; `MISSING` if one of them is not available."""
    quickest, slowest, only_losing = MISSING, 0, True
    for i in range(moves(rules, state, out)):
        play(rules, state, out[i], child)
        place = place_after(table, rules, child)
        value = signed(table.values[place]) if place >= 0 else decided(rules, child)
        if value <= MISSING:  # includes `NO_POSITION`
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
    """Write the position of a number, the first seat to move; False if the number has no position."""
    cells = table.symmetries.shape[1]
    beside = table.choose[cells - place.own_men, place.other_men]
    own = table.firsts[table.first_starts[place.own_men] + at // beside]
    other = set_beside(table, own, place.other_men, at % beside)
    state[0] = own | (other << np.uint64(cells)) | (place.rest << np.uint64(2 * cells))
    return lowest_key(table.symmetries, own, other) == (own << _HALF) | other


@kernel
def expected(table: Kept, rules: Any, place: Place, at: int, state: Words, child: Words, out: Words) -> int:
    """The correct value of a number. A position the mover has already won cannot occur."""
    if not write_state(table, place, at, state):
        return NO_POSITION
    value = decided(rules, state)
    if value == MISSING:
        return value_from_successors(table, rules, state, child, out)
    return NO_POSITION if value == WON else value


@kernel
def is_right(table: Kept, rules: Any, place: Place, at: int, state: Words, child: Words, out: Words) -> bool:
    """True if a number has the correct value."""
    return table.values[place.start + at] == expected(table, rules, place, at, state, child, out)


@kernel
def first_wrong(
    table: Kept, rules: Any, place: Place, begin: int, end: int, step: int, state: Words, child: Words, out: Words
) -> int:
    """The first number from `begin`, in steps of `step`, whose value contradicts its successors, or `FINE`."""
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
    """Tables for the values of some sectors, each starting at an offset."""
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
    """Size of a sector."""
    firsts = table.first_starts[own_men + 1] - table.first_starts[own_men]
    return int(firsts * table.choose[table.symmetries.shape[1] - own_men, other_men])


def place_of_sector(sector: Sector, start: int) -> Place:
    """The `Place` of a sector whose values begin at `start`."""
    return Place(*sector.men, np.uint64(sector.rests[0]), start)
