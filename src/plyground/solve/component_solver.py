"""Solving a strongly connected component of sectors ply by ply: the order of the passes, the same on every device."""

from collections.abc import Callable, Sequence

from plyground.core.errors import PlygroundError
from plyground.core.sectors import SectorSet
from plyground.language import Message
from plyground.solve.passes import MOST_PLIES, Passes
from plyground.solve.retrograde import OPEN

OPEN_A_WIN = 8
"""With fewer open positions than this per new win, checking all of them is cheaper than going back."""


class TooLongError(PlygroundError):
    """A win takes more plies than can be counted."""


class ComponentSolver:
    """Solves a component: sectors that lead to each other."""

    def __init__(
        self, sector_set: SectorSet, numbers: Sequence[int], passes: Passes, on_ply: Callable[[int], None]
    ) -> None:
        self.sector_set, self.numbers, self.passes, self.on_ply = sector_set, numbers, passes, on_ply
        self._after = {after for number in numbers for after in sector_set.sectors[number].successors}

    def solve(self, use_parents: bool = True) -> None:
        """Solve ply by ply until nothing more is decided; in one pass if no position can repeat."""
        level, farthest = 0, self.passes.begin(self._leaves())
        if self._after.isdisjoint(self.numbers):
            self.on_ply(level)
            return
        step = self._by_parents if use_parents and self.passes.knows_parents() else self.passes.sweep
        while level < farthest:
            self.on_ply(level)
            farthest = max(farthest, step(level))
            level += 1
            if farthest > MOST_PLIES:
                raise TooLongError(Message("solve.too_long", most=MOST_PLIES))

    def _leaves(self) -> bool:
        """True if a move may lead out of the component."""
        return not self.sector_set.closed or not self._after <= set(self.numbers)

    def _by_parents(self, level: int) -> int:
        """Find wins before losses in `level` plies, and losses before wins of that length; return the farthest."""
        lost, won = self.passes.count(-level - 1, level + 1)
        if lost:
            self.passes.go_back(-level - 1)
        farthest = self._losses(level, won) if won else 0
        return max(farthest, level + 2) if lost else farthest

    def _losses(self, level: int, won: int) -> int:
        still_open, _ = self.passes.count(OPEN, OPEN)
        marked = still_open > OPEN_A_WIN * won
        if marked:
            self.passes.go_back(level + 1)
        return self.passes.settle(level, marked)
