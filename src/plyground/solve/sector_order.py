"""The order in which sectors are solved, and where their values are kept."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from plyground.core.sectors import Sector, SectorSet

BYTES_A_VALUE = 2
BYTES_A_MARK = 1


@dataclass(frozen=True)
class Layout:
    """The sectors of a set one after the other in one array."""

    sector_set: SectorSet

    @cached_property
    def offsets(self) -> npt.NDArray[np.int64]:
        """By sector: where its values begin."""
        sizes = [sector.size for sector in self.sector_set.sectors]
        return np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)]).astype(np.int64)

    @property
    def size(self) -> int:
        """How many numbers all sectors have."""
        return int(self.offsets[-1])

    def part(self, sector: int) -> slice:
        """Where the values of a sector are."""
        return slice(int(self.offsets[sector]), int(self.offsets[sector + 1]))

    @property
    def memory(self) -> int:
        """How many bytes solving takes, besides the program itself: the values, the marks, and the counting."""
        largest = max(sector.size for sector in self.sector_set.sectors)
        return self.size * (BYTES_A_VALUE + BYTES_A_MARK) + 2 * BYTES_A_VALUE * largest

    @property
    def disk(self) -> int:
        """How many bytes the tables may take, if nothing could be compressed."""
        return self.size * BYTES_A_VALUE


def circles(sectors: Sequence[Sector]) -> list[tuple[int, ...]]:
    """The sectors grouped by which lead to each other in a circle; each group after all those that it leads to.

    Tarjan's algorithm: a sector is given a number when it is first seen, and learns the lowest number that it reaches.
    """
    seen: dict[int, int] = {}
    low: dict[int, int] = {}
    waiting: list[int] = []
    found: list[tuple[int, ...]] = []

    def visit(sector: int) -> None:
        seen[sector] = low[sector] = len(seen)
        waiting.append(sector)
        for after in sectors[sector].successors:
            if after not in seen:
                visit(after)
            if after in waiting:
                low[sector] = min(low[sector], low[after])
        if low[sector] == seen[sector]:
            at = waiting.index(sector)
            found.append(tuple(sorted(waiting[at:])))
            del waiting[at:]

    for sector in range(len(sectors)):
        if sector not in seen:
            visit(sector)
    return found
