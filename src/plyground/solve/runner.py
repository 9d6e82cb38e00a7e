"""Running retrograde analysis: threads, progress, interruption."""

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Event

import numpy as np

from plyground.core.errors import PlygroundError
from plyground.core.game import Game
from plyground.core.sectors import SectorSet
from plyground.solve.retrograde import (
    OPEN,
    Circle,
    Scratch,
    Values,
    add_up,
    begin_sector,
    go_back,
    knows_parents,
    settle,
    sweep,
)
from plyground.solve.sector_order import Layout, circles

SMALLEST_PIECE = 1 << 14
PIECES_A_THREAD = 8
"""A pass is cut into pieces, so that threads end together and an interruption is heard soon."""


MOST_PLIES = 1 << 10
"""Of a win or a loss that can be counted."""
OPEN_A_WIN = 8
"""With fewer open positions for each that was just won, looking at all of them is cheaper than going back."""


class NotSolvableError(PlygroundError):
    """There is no numbering of the game's positions."""


class StoppedError(Exception):
    """Solving was interrupted."""


@dataclass(frozen=True)
class SolveProgress:
    """How far a run is."""

    sectors: tuple[str, ...]
    """The circle of sectors that is being solved."""
    ply: int
    """How many plies from the end."""
    done: int
    """How many numbers belong to solved sectors, out of `whole`."""
    whole: int


def threads_available() -> int:
    """How many threads can run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def sectors_of(game: Game, men: int | None = None) -> SectorSet:
    """The sectors of a game, or an error for one whose positions are not numbered."""
    found = game.sectors(men)
    if found is None:
        raise NotSolvableError(f"{game.title} has no numbering of its positions, so it cannot be solved outwards.")
    return found


@dataclass
class Solver:
    """Solves the sectors of a game, circle by circle."""

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
        """What one thread writes on."""
        words = self.game.words
        before = np.zeros((self.sector_set.most_parents, words), np.uint64)
        out = np.zeros(self.game.usual_moves, np.uint64)
        return Scratch(np.zeros(words, np.uint64), np.zeros(words, np.uint64), out, before)

    def circle(self, sectors: Iterable[int]) -> Circle:
        """The values of all sectors, to solve these."""
        inside = np.zeros(len(self.sector_set.sectors), np.uint8)
        inside[list(sectors)] = 1
        offsets = self.layout.offsets[:-1]
        return Circle(self.game.rules, self.sector_set.numbering, self.values, self._marks, offsets, inside)

    def stop(self) -> None:
        """End the run soon; solved sectors stay."""
        self.stopped.set()

    def part(self, sector: int) -> Values:
        """The values of a sector."""
        return self.values[self.layout.part(sector)]

    def take(self, sector: int, values: Values) -> None:
        """Take a sector as solved, with values from elsewhere."""
        self.part(sector)[:] = values
        self.solved.add(sector)

    def run(self, on_solved: Callable[[tuple[int, ...]], None] = lambda circle: None) -> None:
        """Solve what is not solved yet."""
        with ThreadPoolExecutor(self.threads) as pool:
            for circle in circles(self.sector_set.sectors):
                if not self.solved.issuperset(circle):
                    _CircleRun(self, pool, circle).solve()
                    self.solved.update(circle)  # before it is kept: a full disk does not make it wrong
                    on_solved(circle)

    def count(self, sector: int) -> tuple[dict[int, int], dict[int, int]]:
        """How many orbits, and how many positions, of a solved sector have each value; a draw is 0."""
        circle, length = self.circle([sector]), -(-self.sector_set.sectors[sector].size // self.threads)
        found = np.zeros((self.threads, 2, 2 * MOST_PLIES + 1), np.int64)

        def count(thread: int) -> None:
            end = min((thread + 1) * length, self.sector_set.sectors[sector].size)
            add_up(circle, sector, found[thread, 0], found[thread, 1], thread * length, end)

        with ThreadPoolExecutor(self.threads) as pool:
            list(pool.map(count, range(self.threads)))
        orbits, positions = ({int(at) - MOST_PLIES: int(row[at]) for at in np.flatnonzero(row)} for row in found.sum(0))
        return orbits, positions

    def done(self) -> int:
        """How many numbers belong to solved sectors."""
        return sum(self.sector_set.sectors[sector].size for sector in self.solved)


class _CircleRun:
    """The sectors that lead to each other, being solved."""

    def __init__(self, solver: Solver, pool: ThreadPoolExecutor, numbers: tuple[int, ...]) -> None:
        self.solver, self.pool, self.numbers = solver, pool, numbers
        self.circle = solver.circle(numbers)
        self.by_parents = solver.use_parents and bool(knows_parents(self.circle, numbers[0], solver.scratch()))

    def _leaves(self) -> bool:
        """Whether a move may lead out of the circle."""
        sector_set = self.solver.sector_set
        after = {number for sector in self.numbers for number in sector_set.sectors[sector].successors}
        return not sector_set.closed or not after <= set(self.numbers)

    def solve(self) -> None:
        """Ply by ply until nothing more is decided."""
        step = self._by_parents if self.by_parents else self._by_sweep
        level, farthest = 0, self._pass(begin_sector, self._leaves())
        while level < farthest:
            self._tell(level)
            farthest = max(farthest, step(level))
            level += 1

    def _by_parents(self, level: int) -> int:
        """Wins before what is lost in `level` plies, losses before what is won in as many; the farthest value."""
        lost, won = self._count(-level - 1), self._count(level + 1)
        if lost:
            self._pass(go_back, -level - 1)
        farthest = self._losses(level, won) if won else 0
        return max(farthest, level + 2) if lost else farthest

    def _losses(self, level: int, won: int) -> int:
        marked = self._count(OPEN) > OPEN_A_WIN * won
        if marked:
            self._pass(go_back, level + 1)
        return self._pass(settle, level, marked)

    def _by_sweep(self, level: int) -> int:
        return self._pass(sweep, level)

    def _count(self, wanted: int) -> int:
        """How many positions of the circle have that value."""
        return sum(int(np.count_nonzero(self.solver.part(sector) == wanted)) for sector in self.numbers)

    def _pass(self, kernel: Callable[..., int], *arguments: int) -> int:
        """Let all threads work through the circle's numbers with a kernel; the greatest of its answers."""
        pieces = [piece for sector in self.numbers for piece in self._pieces(sector)]
        left = iter(pieces)

        def run(_: int) -> int:
            scratch, greatest = self.solver.scratch(), 0
            for sector, begin, end in left:
                if self.solver.stopped.is_set():
                    return greatest
                greatest = max(greatest, int(kernel(self.circle, sector, *arguments, begin, end, scratch)))
            return greatest

        greatest = max(self.pool.map(run, range(min(self.solver.threads, len(pieces)))))
        if self.solver.stopped.is_set():
            raise StoppedError
        return greatest

    def _pieces(self, sector: int) -> list[tuple[int, int, int]]:
        size = self.solver.sector_set.sectors[sector].size
        length = max(SMALLEST_PIECE, -(-size // (PIECES_A_THREAD * self.solver.threads)))
        return [(sector, begin, min(begin + length, size)) for begin in range(0, size, length)]

    def _tell(self, ply: int) -> None:
        names = tuple(self.solver.sector_set.sectors[sector].name for sector in self.numbers)
        self.solver.on_progress(SolveProgress(names, ply, self.solver.done(), self.solver.layout.size))
