"""Allocation of sector values in a device's memory: one array, filled from its start."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from plyground.core.errors import PlygroundError
from plyground.language import Message


class ArenaFullError(PlygroundError):
    """The sectors needed at once do not fit."""


@dataclass
class Arena:
    """Offsets of sector values; when full, everything is dropped and the needed sectors are loaded again."""

    sizes: Sequence[int]
    """Number of values, by sector."""
    capacity: int
    offsets: dict[int, int] = field(default_factory=dict)
    """Offsets of the loaded sectors."""
    used: int = 0

    def place(self, component: Sequence[int], needed: Sequence[int]) -> list[int]:
        """Allocate a component, contiguously, and the sectors its moves lead to; return those that must be loaded."""
        missing = [sector for sector in needed if sector not in self.offsets]
        if self.used + self._size([*missing, *component]) > self.capacity:
            self.offsets, self.used, missing = {}, 0, list(needed)
        for sector in [*missing, *component]:
            self.offsets[sector] = self.used
            self.used += self.sizes[sector]
        if self.used > self.capacity:
            raise ArenaFullError(Message("solve.room", needed=self.used, room=self.capacity))
        return missing

    def _size(self, sectors: Sequence[int]) -> int:
        return sum(self.sizes[sector] for sector in sectors)
