"""The order in which sectors are solved, and the layout of their values."""

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
    """The sectors of a set, one after another in one array."""

    sector_set: SectorSet

    @cached_property
    def offsets(self) -> npt.NDArray[np.int64]:
        """Start of each sector's values."""
        sizes = [sector.size for sector in self.sector_set.sectors]
        return np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)]).astype(np.int64)

    @property
    def size(self) -> int:
        """Number of values in all sectors."""
        return int(self.offsets[-1])

    def part(self, sector: int) -> slice:
        """The slice of a sector's values."""
        return slice(int(self.offsets[sector]), int(self.offsets[sector + 1]))

    @property
    def memory(self) -> int:
        """Bytes of memory for solving, besides the program itself: values, marks and counts."""
        largest = max(sector.size for sector in self.sector_set.sectors)
        return self.size * (BYTES_A_VALUE + BYTES_A_MARK) + 2 * BYTES_A_VALUE * largest

    @property
    def disk(self) -> int:
        """Bytes on disk for the tables at most, if nothing could be compressed."""
        return self.size * BYTES_A_VALUE


def components(sectors: Sequence[Sector]) -> list[tuple[int, ...]]:
    """Strongly connected components of the sectors, each after all those it leads to.

    Tarjan's algorithm: a sector is numbered when first visited, and learns the lowest number it reaches.
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
