"""Solving a game from the question to the tables: estimate, what is there already, the rest, files."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from plyground.core.game import Game
from plyground.core.sectors import SectorSet
from plyground.solve.estimate import Estimate, free_disk, free_memory
from plyground.solve.index import Layout, circles
from plyground.solve.probe import Prober
from plyground.solve.solver import Progress, Solver, sectors_of, threads_available
from plyground.solve.table_file import TableFile, TableFileError
from plyground.solve.tables import TableFolder


@dataclass(frozen=True)
class Plan:
    """What is to be solved, and where it is kept; without a folder nothing is kept."""

    game: Game
    men: int | None = None
    folder: Path | None = None
    threads: int = field(default_factory=threads_available)
    again: bool = False
    """Solve also what is kept already."""

    def sector_set(self) -> SectorSet:
        """The sectors."""
        return sectors_of(self.game, self.men)


def estimate(plan: Plan, sector_set: SectorSet) -> Estimate:
    """What a plan takes at most."""
    layout = Layout(sector_set)
    disk = layout.disk if plan.folder is not None else 0
    room = None if plan.folder is None else free_disk(plan.folder)
    return Estimate(layout.size, layout.memory, disk, free_memory(), room)


def prepare(
    plan: Plan, on_progress: Callable[[Progress], None] = lambda progress: None, made: SectorSet | None = None
) -> Solver:
    """A solver that knows what was solved before; an error if the rest does not fit. `made` are the plan's sectors."""
    sector_set = made or plan.sector_set()
    estimate(plan, sector_set).check()
    solver = Solver(plan.game, sector_set, plan.threads, on_progress)
    if plan.folder is not None and not plan.again:
        tables = TableFolder(plan.folder, plan.game, sector_set)
        for circle in circles(sector_set.sectors):
            if not tables.load(circle, solver):
                break
    return solver


def solve(plan: Plan, solver: Solver) -> None:
    """Solve the rest; each circle of sectors is kept as soon as it is solved."""
    if plan.folder is None:
        solver.run()
        return
    tables = TableFolder(plan.folder, plan.game, solver.sector_set)
    solver.run(lambda circle: tables.write(circle, solver))


def kept_prober(game: Game, folder: Path) -> Prober | None:
    """The values of a game that are kept in a folder, read as they are asked for; None where there are none."""
    sector_set = game.sectors()
    if sector_set is None:
        return None
    tables = TableFolder(folder, game, sector_set)
    opened: dict[int, TableFile] = {}
    for circle in circles(sector_set.sectors):
        try:
            table = tables.open(circle)
        except TableFileError:
            continue
        opened |= dict.fromkeys(circle, table)

    def lookup(sector: int, at: int) -> int | None:
        table = opened.get(sector)
        return None if table is None else table.value(sector_set.sectors[sector].name, at)

    return Prober(game, sector_set, lookup) if opened else None
