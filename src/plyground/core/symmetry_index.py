"""Index of two sets of men on one board, folded by the board's symmetries.

The mover's set is mapped to its lowest image under the symmetries, its first set; first sets are numbered in ascending
order. The enemy's set is mapped the same way, and ranked among the sets of that size on the remaining cells, also in
ascending order. If some symmetries fix the mover's set, the lowest of their images of the enemy's set counts, and the
indices of the others stand for no position. So an index takes a few look-ups, and almost all indices are used.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from plyground.core.bits import ONE, ZERO, bit, count, lowest, signed, without_lowest
from plyground.core.contract import Words
from plyground.core.jit import kernel

CHUNK = 8
"""Number of cells mapped at a time."""
_CHUNK = np.uint64(CHUNK)
_CHUNK_OF = np.uint64((1 << CHUNK) - 1)

Numbers = npt.NDArray[np.int64]


class SymmetryIndex(NamedTuple):
    """The tables of a board with its symmetries, for sets up to a maximum size."""

    cells: int
    images: Words
    """By symmetry, chunk and the chunk's bits: their image."""
    choose: Numbers
    """Binomial coefficients, by n and k."""
    starts: Numbers
    """By size: where the sets of that size begin in `classes`, `ways` and `sets`."""
    classes: npt.NDArray[np.int32]
    """By set index: the index of its first set among those of its size."""
    ways: npt.NDArray[np.uint8]
    """By set index: the symmetry that maps the set to its first set."""
    first_starts: Numbers
    """By size: where its first sets begin in `firsts` and `stabilisers`."""
    sets: Words
    """By set index: the set."""
    firsts: Words
    """The first sets."""
    stabilisers: Words
    """By first set: the symmetries that fix it, as a set."""


@kernel
def image(folding: SymmetryIndex, way: int, men: np.uint64) -> np.uint64:
    """The image of a set under a symmetry."""
    found = ZERO
    chunk = 0
    while men != ZERO:
        found |= folding.images[way, chunk, np.int64(men & _CHUNK_OF)]
        men >>= _CHUNK
        chunk += 1
    return found


@kernel
def rank(choose: Numbers, men: np.uint64) -> int:
    """The rank of a set among those of its size, in ascending order."""
    found, size = 0, 0
    while men != ZERO:
        size += 1
        found += choose[lowest(men), size]
        men = without_lowest(men)
    return found


@kernel
def following(men: np.uint64) -> np.uint64:
    """The next set of the same size, in ascending order; the set must not be empty."""
    low = men & (ZERO - men)
    ripple = men + low
    return ripple | ((men ^ ripple) >> np.uint64(2 + lowest(men)))


@kernel
def squeezed(men: np.uint64, own: np.uint64) -> np.uint64:
    """The set `men` on the board with the cells `own` removed."""
    found = ZERO
    while men != ZERO:
        cell = lowest(men)
        men = without_lowest(men)
        found |= bit(cell - count(own & (bit(cell) - ONE)))
    return found


@kernel
def stretched(men: np.uint64, own: np.uint64) -> np.uint64:
    """The inverse of `squeezed`."""
    while own != ZERO:
        below = (own & (ZERO - own)) - ONE
        men = (men & below) | ((men & ~below) << ONE)
        own = without_lowest(own)
    return men


@kernel
def lowest_image(folding: SymmetryIndex, symmetries: np.uint64, men: np.uint64) -> np.uint64:
    """The lowest image of `men` under these symmetries, which include the identity."""
    best = men
    symmetries = without_lowest(symmetries)
    while symmetries != ZERO:
        turned = image(folding, lowest(symmetries), men)
        if turned < best:
            best = turned
        symmetries = without_lowest(symmetries)
    return best


@kernel
def folded(folding: SymmetryIndex, own: np.uint64, enemy: np.uint64) -> int:
    """The index of two sets among all pairs of their sizes."""
    size, others = count(own), count(enemy)
    number = folding.starts[size] + rank(folding.choose, own)
    fold = np.int64(folding.classes[number])
    turned = image(folding, signed(folding.ways[number]), enemy)
    at = folding.first_starts[size] + fold
    if folding.stabilisers[at] != ONE:
        turned = lowest_image(folding, folding.stabilisers[at], turned)
    free = folding.choose[folding.cells - size, others]
    return fold * free + rank(folding.choose, squeezed(turned, folding.firsts[at]))


@kernel
def own_at(folding: SymmetryIndex, size: int, others: int, number: int) -> int:
    """The index of a pair's own set among the first sets."""
    return folding.first_starts[size] + number // folding.choose[folding.cells - size, others]


@kernel
def enemy_at(folding: SymmetryIndex, size: int, others: int, number: int, own: np.uint64) -> np.uint64:
    """The enemy's set of a pair, given the mover's set."""
    squeezed_number = number % folding.choose[folding.cells - size, others]
    return stretched(folding.sets[folding.starts[others] + squeezed_number], own)


@kernel
def is_first(folding: SymmetryIndex, at: int, enemy: np.uint64) -> bool:
    """True if the enemy's set is the lowest beside the first set `at`; otherwise another index stands for the pair."""
    symmetries = folding.stabilisers[at]
    return symmetries == ONE or lowest_image(folding, symmetries, enemy) == enemy


@kernel
def orbit_of(folding: SymmetryIndex, at: int, enemy: np.uint64) -> int:
    """Number of images of a pair: the first set `at` with an enemy's set."""
    left, same = folding.stabilisers[at], 0
    while left != ZERO:
        same += 1 if image(folding, lowest(left), enemy) == enemy else 0
        left = without_lowest(left)
    return len(folding.images) // same


@kernel
def fill_classes(folding: SymmetryIndex, size: int, found: Words) -> int:
    """Write all sets of a size, their classes and ways; write first sets with their stabilisers into `found`."""
    start, total, men = folding.starts[size], 0, bit(size) - ONE
    for number in range(folding.choose[folding.cells, size]):
        if number > 0:
            men = following(men)
        folding.sets[start + number] = men
        best, best_way, same = men, 0, ZERO
        for way in range(len(folding.images)):
            turned = image(folding, way, men)
            if turned < best:
                best, best_way = turned, way
            if turned == men:
                same |= bit(way)
        folding.ways[start + number] = best_way
        if best == men:
            folding.classes[start + number] = total
            found[0, total], found[1, total] = men, same
            total += 1
        else:
            folding.classes[start + number] = folding.classes[start + rank(folding.choose, best)]
    return total


def folding(symmetries: Sequence[Sequence[int]], most: int) -> SymmetryIndex:
    """The tables for a board with these symmetries (the image of each cell, the identity first)."""
    cells = len(symmetries[0])
    choose = np.array([[comb(n, k) for k in range(most + 1)] for n in range(cells + 1)], np.int64)
    starts = np.concatenate([[0], np.cumsum(choose[cells])]).astype(np.int64)
    empty = SymmetryIndex(
        cells=cells,
        images=_images(symmetries, cells),
        choose=choose,
        starts=starts,
        classes=np.zeros(starts[-1], np.int32),
        ways=np.zeros(starts[-1], np.uint8),
        sets=np.zeros(starts[-1], np.uint64),
        first_starts=np.zeros(most + 2, np.int64),
        firsts=np.zeros(0, np.uint64),
        stabilisers=np.zeros(0, np.uint64),
    )
    return _with_first_sets(empty)


def _with_first_sets(tables: SymmetryIndex) -> SymmetryIndex:
    """The tables with their classes filled in."""
    found = []
    for size, (begin, end) in enumerate(pairwise(tables.starts)):
        room = np.zeros((2, end - begin), np.uint64)
        total = int(fill_classes(tables, size, room))
        tables.first_starts[size + 1] = tables.first_starts[size] + total
        found.append(room[:, :total])
    firsts, stabilisers = np.concatenate(found, axis=1)
    return tables._replace(firsts=firsts.copy(), stabilisers=stabilisers.copy())


def _images(symmetries: Sequence[Sequence[int]], cells: int) -> Words:
    chunks = -(-cells // CHUNK)
    flat = np.zeros((len(symmetries), chunks * CHUNK), np.uint64)
    flat[:, :cells] = np.left_shift(np.uint64(1), np.array(symmetries, np.uint64))
    targets = flat.reshape(len(symmetries), chunks, CHUNK)
    chosen = (np.arange(1 << CHUNK, dtype=np.uint64)[:, None] >> np.arange(CHUNK, dtype=np.uint64)) & np.uint64(1)
    return np.array(np.einsum("scb,vb->scv", targets, chosen), np.uint64, order="C")


def pairs(tables: SymmetryIndex, size: int, others: int) -> int:
    """Number of indices for pairs of these sizes."""
    first_sets = tables.first_starts[size + 1] - tables.first_starts[size]
    return int(first_sets * tables.choose[tables.cells - size, others])
