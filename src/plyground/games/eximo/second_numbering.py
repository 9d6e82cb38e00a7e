"""The numbers of Eximo endings derived once more, for verification; nothing here is shared with sectors.py.

Sets that come before their mirror image are listed and found by binary search; the opponent's sets are counted square
by square.
"""

from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from plyground.core.bits import ZERO, bit, count, has
from plyground.core.contract import Words, rule
from plyground.core.jit import kernel
from plyground.core.sectors import index_in, sector_of, state_at

SQUARES = 64
ACROSS, ALONG = 7, 56
"""A square's number with its column mirrored, or its row, is the number xored with this."""


class ListedMen(NamedTuple):
    """The sets of one player's men."""

    sides: npt.NDArray[np.int64]
    """By sector: the number of men of the mover and the opponent."""
    firsts: Words
    """The sets that are not above their mirror images, by number of men, each in ascending order."""
    starts: tuple[int, ...]
    """Where the sets of each number of men begin in `firsts`."""
    choose: npt.NDArray[np.int64]
    """Binomial coefficients, by n and k."""


def listed(sides: list[tuple[int, int]]) -> ListedMen:
    """List the sets for these sectors."""
    most = max(max(pair) for pair in sides)
    sizes = [sorted(filter(_is_first, _sets(men))) for men in range(most + 1)]
    starts = np.cumsum([0, *map(len, sizes)])
    words = np.array([word for size in sizes for word in size], np.uint64)
    choose = np.array([[comb(n, k) for k in range(most + 1)] for n in range(SQUARES + 1)], np.int64)
    return ListedMen(np.array(sides, np.int64), words, tuple(map(int, starts)), choose)


def _sets(men: int) -> list[int]:
    return [sum(1 << square for square in squares) for squares in combinations(range(SQUARES), men)]


def _is_first(men: int) -> bool:
    return men <= sum(1 << (square ^ ACROSS) for square in range(SQUARES) if men >> square & 1)


@kernel
def flipped(men: np.uint64, change: int) -> np.uint64:
    """The mirror image of a set: `ACROSS` or `ALONG`."""
    found = ZERO
    for square in range(SQUARES):
        if has(men, square):
            found |= bit(square ^ change)
    return found


@kernel
def seen(state: Words, whose: int) -> np.uint64:
    """The men of the mover (0) or the opponent (1), with the mover at the lower edge."""
    if state[2] == ZERO:
        return state[whose]
    return flipped(state[1 - whose], ALONG)


@rule(sector_of)
def sector_by_men_on_board(numbering: ListedMen, state: Words) -> int:
    """The sector with these men, or -1."""
    own, other = count(seen(state, 0)), count(seen(state, 1))
    for sector in range(len(numbering.sides)):
        if numbering.sides[sector, 0] == own and numbering.sides[sector, 1] == other:
            return sector
    return -1


@rule(index_in)
def index_of(numbering: ListedMen, sector: int, state: Words) -> int:
    """The mover's set in the list, then the opponent's among those on the squares left."""
    own, other = seen(state, 0), seen(state, 1)
    own_image, other_image = flipped(own, ACROSS), flipped(other, ACROSS)
    if own_image < own or (own_image == own and other_image < other):
        own, other = own_image, other_image
    men, others = count(own), count(other)
    low, high = numbering.starts[men], numbering.starts[men + 1]
    while low < high:
        middle = (low + high) // 2
        if numbering.firsts[middle] < own:
            low = middle + 1
        else:
            high = middle
    beside = numbering.choose[SQUARES - men, others]
    return (low - numbering.starts[men]) * beside + lower_sets(numbering, own, other)


@kernel
def lower_sets(numbering: ListedMen, own: np.uint64, other: np.uint64) -> int:
    """Number of sets of the same size outside `own` that are lower than `other`."""
    free, total, found = 0, 0, 0
    for square in range(SQUARES):
        if has(other, square):
            found += 1
            total += numbering.choose[free, found]
        free += 0 if has(own, square) else 1
    return total


@rule(state_at)
def state_of(numbering: ListedMen, sector: int, at: int, state: Words) -> bool:
    """White is to move; no man stands on the row where it would be promoted (E6)."""
    men, others = numbering.sides[sector, 0], numbering.sides[sector, 1]
    beside = numbering.choose[SQUARES - men, others]
    own = numbering.firsts[numbering.starts[men] + at // beside]
    other = set_outside(numbering, own, others, at % beside)
    state[0], state[1], state[2] = own, other, ZERO
    for column in range(8):
        if has(own, SQUARES - 1 - column) or has(other, column):
            return False
    return bool(own != flipped(own, ACROSS) or other <= flipped(other, ACROSS))


@kernel
def set_outside(numbering: ListedMen, own: np.uint64, men: int, number: int) -> np.uint64:
    """The set of `men` squares outside `own` with this many lower ones of its size."""
    free, found = SQUARES - count(own), ZERO
    for step in range(SQUARES):
        square = SQUARES - 1 - step
        if has(own, square):
            continue
        free -= 1
        if men > 0 and numbering.choose[free, men] <= number:
            number -= numbering.choose[free, men]
            found |= bit(square)
            men -= 1
    return found
