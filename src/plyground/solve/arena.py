"""Which sectors have their values in a device's memory, and where: one array, filled from its beginning."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from plyground.core.errors import PlygroundError
from plyground.language import Message


class ArenaFullError(PlygroundError):
    """The sectors needed at once do not fit."""


@dataclass
class Arena:
    """Places for the values of sectors; when it is full, everything is dropped and what is needed is loaded again."""

    sizes: Sequence[int]
    """By sector: how many values it has."""
    capacity: int
    offsets: dict[int, int] = field(default_factory=dict)
    """The sectors that are here, and where their values begin."""
    used: int = 0

    def place(self, circle: Sequence[int], needed: Sequence[int]) -> list[int]:
        """Make places for a circle, one after the other, and for what its moves lead to; those of it to be loaded."""
        missing = [sector for sector in needed if sector not in self.offsets]
        if self.used + self._size([*missing, *circle]) > self.capacity:
            self.offsets, self.used, missing = {}, 0, list(needed)
        for sector in [*missing, *circle]:
            self.offsets[sector] = self.used
            self.used += self.sizes[sector]
        if self.used > self.capacity:
            raise ArenaFullError(Message("solve.room", needed=self.used, room=self.capacity))
        return missing

    def _size(self, sectors: Sequence[int]) -> int:
        return sum(self.sizes[sector] for sector in sectors)
