"""Solving a game from the plan to the tables: estimate, load existing tables, solve the rest, write files."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from plyground.core.errors import PlygroundError
from plyground.core.game import Game
from plyground.core.position import Position
from plyground.core.sectors import SectorSet, sector_of
from plyground.core.tablebase_progress import announce_tablebase
from plyground.solve.probe import Prober
from plyground.solve.resources import ResourceEstimate, free_disk, free_memory
from plyground.solve.retrograde import Values
from plyground.solve.runner import SolveProgress, Solver, sectors_of, threads_available
from plyground.solve.sector_order import Layout, components
from plyground.solve.statistics import prober_of
from plyground.solve.tablebase_file import TablebaseFile, TableFileError
from plyground.solve.tablebase_folder import SUFFIX, TablebaseFolder
from plyground.solve.value_forms import WORDS


@dataclass(frozen=True)
class SolvePlan:
    """What to solve, and the folder for the tables; without a folder nothing is saved."""

    game: Game
    men: int | None = None
    folder: Path | None = None
    threads: int = field(default_factory=threads_available)
    again: bool = False
    """Also solve again what is already saved."""
    form: str = WORDS
    """How tables are written."""

    def sector_set(self) -> SectorSet:
        """The sectors."""
        return sectors_of(self.game, self.men)


def estimate(plan: SolvePlan, sector_set: SectorSet) -> ResourceEstimate:
    """Resources a plan takes at most."""
    layout = Layout(sector_set)
    disk = layout.disk if plan.folder is not None else 0
    room = None if plan.folder is None else free_disk(plan.folder)
    return ResourceEstimate(layout.size, layout.memory, disk, free_memory(), room)


def prepare(
    plan: SolvePlan, on_progress: Callable[[SolveProgress], None] = lambda progress: None, made: SectorSet | None = None
) -> Solver:
    """A solver with existing tables loaded; raises an error if the game does not fit. `made`: the plan's sectors."""
    sector_set = made or plan.sector_set()
    estimate(plan, sector_set).check()
    solver = Solver(plan.game, sector_set, plan.threads, on_progress)
    if plan.folder is not None and not plan.again:
        tables = TablebaseFolder(plan.folder, plan.game, sector_set)
        for component in components(sector_set.sectors):
            if not tables.load(component, solver):
                break
    return solver


def solve(plan: SolvePlan, solver: Solver) -> None:
    """Solve the rest; each component of sectors is saved as soon as it is solved."""
    if plan.folder is None:
        solver.run()
        return
    tables = TablebaseFolder(plan.folder, plan.game, solver.sector_set, plan.form)
    solver.run(lambda component: tables.write(component, solver.part))


def kept_prober(game: Game, folder: Path, men: int | None = None, whole: bool = False) -> Prober | None:
    """The values of a game saved in a folder, read on demand; None if there are none.

    `whole` covers the entire game, where it can be solved, which takes longer to prepare.
    """
    sector_set = (game.all_sectors() if whole else None) or game.sectors(men)
    if sector_set is None:
        return None
    tables, names = TablebaseFolder(folder, game, sector_set), [sector.name for sector in sector_set.sectors]
    opened: dict[int, TablebaseFile] = {}
    for component in components(sector_set.sectors):
        with suppress(TableFileError):
            opened |= dict.fromkeys(component, tables.open(component))

    def lookup(sector: int, at: int) -> int | None:
        return opened[sector].value(names[sector], at) if sector in opened else None

    def part(sector: int) -> Values | None:
        exact = sector in opened and opened[sector].is_exact  # searches need distances
        return opened[sector].values(names[sector]) if exact else None

    return Prober(game, sector_set, lookup, part) if opened else None


def men_for(position: Position) -> int | None:
    """Number of men a plan needs to include a position; None if the usual plan has it, or none does."""
    usual = position.game.sectors()
    if usual is None or int(sector_of(usual.numbering, position.state)) >= 0:
        return None
    scene = position.game.scene(position.state)
    with suppress(PlygroundError):
        larger = position.game.sectors(len(scene.pieces))
        if larger is not None and int(sector_of(larger.numbering, position.state)) >= 0:
            return len(scene.pieces)
    return None


def _keeps_more(game: Game, folder: Path, usual: SectorSet) -> bool:
    """True if the folder has tables of sectors outside the usual set."""
    tables = TablebaseFolder(folder, game, usual)
    names = {tables.path(component).name for component in components(usual.sectors)}
    return any(path.name not in names for path in folder.glob(f"{game.name}_*{SUFFIX}"))


def ready_prober(game: Game, folder: Path) -> Prober | None:
    """Exact values of a whole game, solved and saved now if needed; for a game too large, saved tables or None."""
    sector_set = game.sectors()
    if sector_set is None:
        return None
    if not sector_set.closed:
        return kept_prober(game, folder, whole=_keeps_more(game, folder, sector_set))
    plan = SolvePlan(game, folder=folder)
    solver = prepare(plan, made=sector_set)
    if len(solver.solved) < len(sector_set.sectors):
        announce_tablebase(game)
    with suppress(TableFileError):  # cannot be saved: the values are available all the same
        solve(plan, solver)
    return prober_of(solver)
