"""Running retrograde analysis on a CPU: threads, progress, interruption."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Event

import numpy as np

from plyground.core.errors import PlygroundError
from plyground.core.game import Game
from plyground.core.sectors import SectorSet
from plyground.language import Message
from plyground.solve.component_solver import ComponentSolver
from plyground.solve.passes import (
    CpuPasses,
    StoppedError,
    Tally,
    scratch_for,
    sizes_of,
    tally_by_threads,
    threads_available,
)
from plyground.solve.retrograde import Component, Scratch, Values
from plyground.solve.sector_order import Layout, components

__all__ = ["NotSolvableError", "SolveProgress", "Solver", "StoppedError", "sectors_of", "threads_available"]


class NotSolvableError(PlygroundError):
    """The game's positions have no numbering."""


@dataclass(frozen=True)
class SolveProgress:
    """Progress of a run."""

    sectors: tuple[str, ...]
    """The component of sectors being solved."""
    ply: int
    """Plies from the end."""
    done: int
    """Number of positions in solved sectors, out of `whole`."""
    whole: int


def sectors_of(game: Game, men: int | None = None) -> SectorSet:
    """The sectors of a game; raises an error if its positions are not numbered."""
    found = game.sectors(men)
    if found is None:
        raise NotSolvableError(Message("solve.no_index", game=game.title))
    return found


@dataclass
class Solver:
    """Solves the sectors of a game, component by component."""

    game: Game
    sector_set: SectorSet
    threads: int = field(default_factory=threads_available)
    on_progress: Callable[[SolveProgress], None] = lambda progress: None
    use_parents: bool = True
    stopped: Event = field(default_factory=Event)

    def __post_init__(self) -> None:
        self.layout = Layout(self.sector_set)
        self.values: Values = np.zeros(self.layout.size, np.int16)
        self._marks = np.zeros(self.layout.size, np.uint8)
        self.solved: set[int] = set()

    def scratch(self) -> Scratch:
        """Scratch memory for one thread."""
        return scratch_for(self.game, self.sector_set)

    def component(self, sectors: Iterable[int]) -> Component:
        """The values of all sectors, set up to solve these."""
        inside = np.zeros(len(self.sector_set.sectors), np.uint8)
        inside[list(sectors)] = 1
        offsets = self.layout.offsets[:-1]
        return Component(self.game.rules, self.sector_set.numbering, self.values, self._marks, 0, offsets, inside)

    def stop(self) -> None:
        """Stop the run soon; solved sectors are kept."""
        self.stopped.set()

    def part(self, sector: int) -> Values:
        """The values of a sector."""
        return self.values[self.layout.part(sector)]

    def take(self, sector: int, values: Values) -> None:
        """Mark a sector as solved, with values from elsewhere."""
        self.part(sector)[:] = values
        self.solved.add(sector)

    def run(self, on_solved: Callable[[tuple[int, ...]], None] = lambda component: None) -> None:
        """Solve all remaining sectors."""
        with ThreadPoolExecutor(self.threads) as pool:
            for component in components(self.sector_set.sectors):
                if not self.solved.issuperset(component):
                    self._solve(component, pool)
                    self.solved.update(component)  # before saving: a full disk does not make it wrong
                    on_solved(component)

    def _solve(self, component: tuple[int, ...], pool: ThreadPoolExecutor) -> None:
        sizes = sizes_of(self.sector_set, component)
        passes = CpuPasses(self.component(component), sizes, self.scratch, pool, self.threads, self.stopped)
        names = tuple(self.sector_set.sectors[sector].name for sector in component)

        def tell(ply: int) -> None:
            self.on_progress(SolveProgress(names, ply, self.done(), self.layout.size))

        ComponentSolver(self.sector_set, component, passes, tell).solve(self.use_parents)

    def count(self, sector: int) -> Tally:
        """Number of orbits, and of positions, of a solved sector by value; a draw is 0."""
        return tally_by_threads(self.component([sector]), sector, self.sector_set.sectors[sector].size, self.threads)

    def done(self) -> int:
        """Number of positions in solved sectors."""
        return sum(self.sector_set.sectors[sector].size for sector in self.solved)
