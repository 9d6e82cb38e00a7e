"""Passes through all numbers of a component of sectors: the interface a device implements, and the CPU version."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event
from typing import Protocol

import numpy as np

from plyground.core.game import Game
from plyground.core.sectors import SectorSet
from plyground.solve.retrograde import Component, Scratch, add_up, begin_sector, go_back, knows_parents, settle, sweep

SMALLEST_PIECE = 1 << 14
PIECES_A_THREAD = 8
"""A pass is split into pieces, so that threads finish together and an interruption is noticed soon."""
MOST_PLIES = 1 << 10
"""Maximum length of a win or loss."""

Tally = tuple[dict[int, int], dict[int, int]]
"""Number of orbits, and of positions, by value; a draw is 0."""


class StoppedError(Exception):
    """Solving was interrupted."""


class Passes(Protocol):
    """Works through the numbers of a component, wherever its values are stored."""

    def begin(self, leaves: bool) -> int:
        """Write the values known before the first ply; return the farthest."""

    def go_back(self, wanted: int) -> None:
        """Go back from the positions with the value `wanted`."""

    def settle(self, level: int, marked: bool) -> int:
        """Check the candidates for a loss; return the farthest value written."""

    def sweep(self, level: int) -> int:
        """Check all open positions, for games without `parents`; return the farthest value written."""

    def count(self, one: int, other: int) -> tuple[int, int]:
        """Number of positions with each of two values."""

    def knows_parents(self) -> bool:
        """True if the game has the rule `parents`."""


def threads_available() -> int:
    """Number of threads that can run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def scratch_for(game: Game, sector_set: SectorSet) -> Scratch:
    """Scratch memory for one thread."""
    words = game.words
    before = np.zeros((sector_set.most_parents, words), np.uint64)
    out = np.zeros(game.usual_moves, np.uint64)
    return Scratch(np.zeros(words, np.uint64), np.zeros(words, np.uint64), out, before)


def tally_of(rows: np.ndarray) -> Tally:
    """Counts by value from two rows, orbits and positions, with draws in the middle."""
    orbits, positions = ({int(at) - MOST_PLIES: int(row[at]) for at in np.flatnonzero(row)} for row in rows)
    return orbits, positions


@dataclass
class CpuPasses:
    """Passes by threads."""

    component: Component
    sizes: dict[int, int]
    """Sectors of the component, with the number of positions numbered in each."""
    scratch: Callable[[], Scratch]
    pool: ThreadPoolExecutor
    threads: int
    stopped: Event

    def begin(self, leaves: bool) -> int:
        """A pass of `begin_sector`."""
        return self._pass(begin_sector, leaves)

    def go_back(self, wanted: int) -> None:
        """A pass of `go_back`."""
        self._pass(go_back, wanted)

    def settle(self, level: int, marked: bool) -> int:
        """A pass of `settle`."""
        return self._pass(settle, level, marked)

    def sweep(self, level: int) -> int:
        """A pass of `sweep`."""
        return self._pass(sweep, level)

    def count(self, one: int, other: int) -> tuple[int, int]:
        """By comparing whole arrays."""
        return self._count(one), self._count(other)

    def knows_parents(self) -> bool:
        """Checked on the first position of the first sector."""
        return bool(knows_parents(self.component, min(self.sizes), self.scratch()))

    def _count(self, wanted: int) -> int:
        starts = {int(self.component.offsets[sector]): size for sector, size in self.sizes.items()}
        parts = (self.component.values[start : start + size] for start, size in starts.items())
        return sum(int(np.count_nonzero(part == wanted)) for part in parts)

    def _pass(self, kernel: Callable[..., int], *arguments: int) -> int:
        """Run a kernel over the component's numbers in all threads; return its greatest result."""
        pieces = [piece for sector in self.sizes for piece in self._pieces(sector)]
        left = iter(pieces)

        def run(_: int) -> int:
            scratch, greatest = self.scratch(), 0
            for sector, begin, end in left:
                if self.stopped.is_set():
                    return greatest
                greatest = max(greatest, int(kernel(self.component, sector, *arguments, begin, end, scratch)))
            return greatest

        threads = min(self.threads, len(pieces))
        greatest = max(self.pool.map(run, range(threads)))
        if self.stopped.is_set():
            raise StoppedError
        return greatest

    def _pieces(self, sector: int) -> list[tuple[int, int, int]]:
        size = self.sizes[sector]
        length = max(SMALLEST_PIECE, -(-size // (PIECES_A_THREAD * self.threads)))
        return [(sector, begin, min(begin + length, size)) for begin in range(0, size, length)]


def tally_by_threads(component: Component, sector: int, size: int, threads: int) -> Tally:
    """Count the values of a sector."""
    length = -(-size // threads)
    found = np.zeros((threads, 2, 2 * MOST_PLIES + 1), np.int64)

    def count(thread: int) -> None:
        add_up(component, sector, found[thread, 0], found[thread, 1], thread * length, min((thread + 1) * length, size))

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(count, range(threads)))
    return tally_of(found.sum(0))


def sizes_of(sector_set: SectorSet, numbers: Sequence[int]) -> dict[int, int]:
    """Size of each of these sectors."""
    return {number: sector_set.sectors[number].size for number in numbers}
