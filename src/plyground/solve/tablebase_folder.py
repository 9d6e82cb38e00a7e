"""The folder of a user's tables: which file holds which sectors, and whether it may be used."""

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from plyground.core import symmetry_index
from plyground.core.errors import quoted
from plyground.core.game import Game
from plyground.core.sectors import SectorSet
from plyground.language import Message
from plyground.solve.retrograde import Values
from plyground.solve.runner import Solver
from plyground.solve.tablebase_file import Header, TablebaseFile, TableFileError, hash_of, write_table
from plyground.solve.value_forms import WORDS

SUFFIX = ".plytable"
NUMBERED_BY = ("rules.py", "board.py", "sectors.py")
"""Files of a game on which its values and their numbers depend."""


def rules_hash(game: Game, options: dict[str, str]) -> str:
    """Hash of everything a value and its number depend on: rules, numbering and options."""
    folder = Path(inspect.getfile(type(game))).parent
    files = [path.read_bytes() for name in NUMBERED_BY if (path := folder / name).is_file()]
    return hash_of(Path(symmetry_index.__file__).read_bytes(), *files, repr(sorted(options.items())).encode())


@dataclass(frozen=True)
class TablebaseFolder:
    """Tables of a game with its options, one file for each component of sectors."""

    folder: Path
    game: Game
    sector_set: SectorSet
    form: str = WORDS
    """How new tables are written; any form is read."""

    def path(self, component: Sequence[int]) -> Path:
        """The file of a component of sectors."""
        usual = type(self.game)().option_texts()
        chosen = [f"{name}={value}" for name, value in self.sector_set.options.items() if usual.get(name) != value]
        names = [self.sector_set.sectors[sector].name for sector in component]
        return self.folder / f"{'_'.join([self.game.name, *chosen, *names])}{SUFFIX}"

    def header(self, component: Sequence[int]) -> Header:
        """The header of a component's file."""
        sectors = tuple((self.sector_set.sectors[at].name, self.sector_set.sectors[at].size) for at in component)
        options = self.sector_set.options
        return Header(self.game.name, options, rules_hash(self.game, options), sectors, form=self.form)

    def write(self, component: Sequence[int], part: Callable[[int], Values]) -> None:
        """Save the solved values of each sector."""
        by_name = {self.sector_set.sectors[sector].name: sector for sector in component}

        def values(name: str) -> Values:
            return part(by_name[name])

        write_table(self.path(component), self.header(component), values)

    def open(self, component: Sequence[int]) -> TablebaseFile:
        """Open the file of a component; raises an error that says why it may not be used."""
        table = TablebaseFile(self.path(component))
        check_header(table, self.header(component))
        return table

    def has(self, component: Sequence[int]) -> bool:
        """True if the component has a file to solve from; an unusable one counts as none."""
        try:
            with self.open(component) as table:
                return table.is_exact
        except TableFileError:
            return False

    def load(self, component: Sequence[int], solver: Solver) -> bool:
        """Load the values of a component solved before; False unless all of them can be read."""
        try:
            with self.open(component) as table:
                found = {sector: table.values(self.sector_set.sectors[sector].name) for sector in component}
        except TableFileError:
            return False
        for sector, values in found.items():
            solver.take(sector, values)
        return True


def check_header(table: TablebaseFile, wanted: Header) -> None:
    """Raise an error for a table of another game, other options, other rules or another numbering."""
    header, name = table.header, quoted(str(table.path))
    if replace(header, form=wanted.form) == wanted:
        return
    table.close()
    if header.game != wanted.game or header.options != wanted.options:
        raise TableFileError(
            Message("solve.file.other_game", file=name, found=described(header), wanted=described(wanted))
        )
    raise TableFileError(Message("solve.file.other_rules", file=name))


def described(header: Header) -> str:
    """A game with its options, as in `morris (mills=strict)`."""
    options = ", ".join(f"{name}={value}" for name, value in header.options.items())
    return f"{header.game} ({options})" if options else header.game


def component_of(sector_set: SectorSet, names: Sequence[str]) -> tuple[int, ...]:
    """The numbers of the sectors with these names."""
    by_name = {sector.name: number for number, sector in enumerate(sector_set.sectors)}
    return tuple(by_name[name] for name in names)
