"""Verifying a table file: every value against those of its successors, by code that shares only the rules."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np

from plyground.core.contract import Words
from plyground.core.errors import PlygroundError, quoted
from plyground.core.game import Game
from plyground.core.position import Position
from plyground.core.sectors import SectorSet
from plyground.games import game as make_game
from plyground.language import Message
from plyground.solve.recompute import (
    FINE,
    MOST_MEN,
    Kept,
    Place,
    expected,
    first_wrong,
    kept,
    place_of_sector,
    size_of,
)
from plyground.solve.recompute_numbered import NumberedValues
from plyground.solve.recompute_numbered import expected as expected_numbered
from plyground.solve.recompute_numbered import first_wrong as first_wrong_numbered
from plyground.solve.retrograde import Values
from plyground.solve.runner import StoppedError, threads_available
from plyground.solve.sector_order import components
from plyground.solve.tablebase_file import TablebaseFile, TableFileError
from plyground.solve.tablebase_folder import TablebaseFolder, check_header, component_of

PIECE = 1 << 14
MOST_CELLS = 32
"""The men of one side must fit into half of a key."""


class WrongValueError(PlygroundError):
    """A value in a table contradicts its successors."""


@dataclass(frozen=True)
class Checked:
    """Summary of a verification."""

    game: str
    sectors: tuple[str, ...]
    values: int


@dataclass
class Verifier:
    """Checks a table file; the files of the sectors its moves lead to must be in the same folder."""

    path: Path
    threads: int
    on_progress: Callable[[int, int], None] = lambda done, whole: None
    stopped: bool = False

    def stop(self) -> None:
        """Stop soon."""
        self.stopped = True

    def run(self) -> Checked:
        """Check everything; raises an error at the first wrong value."""
        with TablebaseFile(self.path) as table:
            game, sector_set = _game_of(table)
            component = component_of(sector_set, [name for name, _ in table.header.sectors])
            check_header(table, TablebaseFolder(self.path.parent, game, sector_set).header(component))
            parts = {number: table.values(sector_set.sectors[number].name) for number in component}
        needed = {after for number in component for after in sector_set.sectors[number].successors} - set(component)
        parts |= _neighbours(TablebaseFolder(self.path.parent, game, sector_set), needed)
        sizes = {number: len(parts[number]) for number in component}
        self._check(recomputation(game, sector_set, parts), sizes)
        return Checked(game.name, tuple(sector_set.sectors[number].name for number in component), sum(sizes.values()))

    def _check(self, values: "Recomputation", sizes: dict[int, int]) -> None:
        pieces = [
            (sector, begin, min(begin + PIECE, size))
            for sector, size in sizes.items()
            for begin in range(0, size, PIECE)
        ]
        done, whole = 0, sum(sizes.values())

        values.first_wrong(pieces[0][0], 0, 0)  # builds and compiles what all threads share

        def check(piece: tuple[int, int, int]) -> int:
            return FINE if self.stopped else values.first_wrong(*piece)

        with ThreadPoolExecutor(self.threads) as pool:
            for (sector, begin, end), wrong in zip(pieces, pool.map(check, pieces), strict=True):
                if wrong != FINE:
                    self.stop()
                    raise values.error(quoted(str(self.path)), sector, wrong)
                done += end - begin
                self.on_progress(done, whole)
        if self.stopped:
            raise StoppedError


@dataclass(frozen=True)
class Recomputation(ABC):
    """Values of sectors, each to be compared with those of its successors."""

    game: Game
    sector_set: SectorSet
    parts: dict[int, Values]

    @abstractmethod
    def first_wrong(self, sector: int, begin: int, end: int) -> int:
        """The first of these numbers whose value contradicts its successors, or `FINE`."""

    @abstractmethod
    def expected(self, sector: int, at: int, state: Words) -> int:
        """The correct value of a number; its position is written into `state`."""

    def error(self, file: str, sector: int, at: int) -> WrongValueError:
        """The error for a value that contradicts its successors."""
        state = self.game.empty_state()
        right, found = self.expected(sector, at, state), int(self.parts[sector][at])
        text = quoted(str(Position(self.game, state.tobytes())))
        return WrongValueError(Message("solve.file.wrong", file=file, value=found, position=text, right=right))

    def scratch(self) -> tuple[Words, Words, Words]:
        """Room for a state, the one after a move, and its moves."""
        return self.game.empty_state(), self.game.empty_state(), np.zeros(self.game.usual_moves, np.uint64)

    def offsets(self) -> dict[int, int]:
        """Where each sector begins in all values, one sector after another."""
        starts = np.cumsum([0, *map(len, self.parts.values())])
        return dict(zip(self.parts, map(int, starts), strict=False))


@dataclass(frozen=True)
class BySets(Recomputation):
    """For two sets of men on one board: recompute.py derives the numbers."""

    @cached_property
    def table(self) -> Kept:
        """The values with the tables that find them."""
        sectors = {number: self.sector_set.sectors[number] for number in self.parts}
        values = np.concatenate(list(self.parts.values()))
        found = kept(self.sector_set.symmetries, sectors, self.offsets(), values)
        for number, sector in sectors.items():
            if size_of(found, *sector.men) != len(self.parts[number]):
                raise WrongValueError(Message("solve.sector_size", sector=sector.name))
        return found

    def _place(self, sector: int) -> Place:
        return place_of_sector(self.sector_set.sectors[sector], self.offsets()[sector])

    def first_wrong(self, sector: int, begin: int, end: int) -> int:
        """The first wrong number, or `FINE`."""
        return int(first_wrong(self.table, self.game.rules, self._place(sector), begin, end, 1, *self.scratch()))

    def expected(self, sector: int, at: int, state: Words) -> int:
        """The correct value of a number."""
        _, child, out = self.scratch()
        return int(expected(self.table, self.game.rules, self._place(sector), at, state, child, out))


@dataclass(frozen=True)
class ByNumbering(Recomputation):
    """For a game that numbers its positions in a second way."""

    numbering: Any

    @cached_property
    def table(self) -> NumberedValues:
        """The values with the second numbering."""
        offsets = np.full(len(self.sector_set.sectors), -1, np.int64)
        for sector, start in self.offsets().items():
            offsets[sector] = start
        values = np.concatenate(list(self.parts.values()))
        return NumberedValues(self.numbering, values, offsets, self.sector_set.open_is_draw)

    def first_wrong(self, sector: int, begin: int, end: int) -> int:
        """The first wrong number, or `FINE`."""
        return int(first_wrong_numbered(self.table, self.game.rules, sector, begin, end, *self.scratch()))

    def expected(self, sector: int, at: int, state: Words) -> int:
        """The correct value of a number."""
        _, child, out = self.scratch()
        return int(expected_numbered(self.table, self.game.rules, sector, at, state, child, out))


def recomputation(game: Game, sector_set: SectorSet, parts: dict[int, Values]) -> Recomputation:
    """How the values of a game are recomputed; raises an error where no independent code can."""
    numbering = game.second_numbering(sector_set)
    if numbering is not None:
        return ByNumbering(game, sector_set, parts, numbering)
    check_verifiable(game, sector_set)
    return BySets(game, sector_set, parts)


def check_verifiable(game: Game, sector_set: SectorSet) -> None:
    """Raise an error for a game whose values cannot be recomputed by independent code."""
    men = any(sum(sector.men) > 0 for sector in sector_set.sectors)
    if len(sector_set.symmetries[0]) > MOST_CELLS or not sector_set.open_is_draw or not men:
        raise TableFileError(Message("solve.unverifiable", game=game.title))


def verify(path: Path, threads: int | None = None) -> Checked:
    """Verify a table file against its successors."""
    return Verifier(path, threads or threads_available()).run()


def _game_of(table: TablebaseFile) -> tuple[Game, SectorSet]:
    """The game of a table with its options, and a sector set that includes its sectors."""
    header = table.header
    game = make_game(header.game, **header.options)
    names = {name for name, _ in header.sectors}
    plans: list[Callable[[], SectorSet | None]] = [partial(game.sectors, most) for most in (None, *range(1, MOST_MEN))]
    for find in (*plans, game.all_sectors):
        with suppress(PlygroundError):
            found = find()
            if found is not None and _includes(found, names):
                return game, found
    raise TableFileError(Message("solve.file.sectors", file=quoted(str(table.path)), game=game.title))


def _includes(sector_set: SectorSet, names: set[str]) -> bool:
    """True if a set has these sectors; what is proved where moves leave the set depends on all of its sectors."""
    known = {sector.name for sector in sector_set.sectors}
    return names <= known if sector_set.open_is_draw else names == known


def _neighbours(folder: TablebaseFolder, needed: Iterable[int]) -> dict[int, Values]:
    """Values of sectors in other files."""
    found: dict[int, Values] = {}
    for component in components(folder.sector_set.sectors):
        if set(component) & set(needed):
            with folder.open(component) as table:
                found |= {number: table.values(folder.sector_set.sectors[number].name) for number in component}
    return found
