"""Verifying a table file: every value against those of its successors, by code that shares only the rules."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

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
            check_verifiable(game, sector_set)
            component = component_of(sector_set, [name for name, _ in table.header.sectors])
            check_header(table, TablebaseFolder(self.path.parent, game, sector_set).header(component))
            parts = {number: table.values(sector_set.sectors[number].name) for number in component}
        needed = {after for number in component for after in sector_set.sectors[number].successors} - set(component)
        parts |= _neighbours(TablebaseFolder(self.path.parent, game, sector_set), needed)
        values = _kept(sector_set, parts)
        starts = np.cumsum([0, *map(len, parts.values())])
        places = [
            (place_of_sector(sector_set.sectors[at], int(start)), len(parts[at]))
            for at, start in zip(component, starts, strict=False)
        ]
        checked = sum(size for _, size in places)
        self._check(game, values, places)
        return Checked(game.name, tuple(sector_set.sectors[number].name for number in component), checked)

    def _check(self, game: Game, table: Kept, places: list[tuple[Place, int]]) -> None:
        pieces = [(place, begin, min(begin + PIECE, size)) for place, size in places for begin in range(0, size, PIECE)]
        done, whole = 0, sum(size for _, size in places)

        def check(piece: tuple[Place, int, int]) -> int:
            if self.stopped:
                return FINE
            states = np.zeros((2, game.words), np.uint64)
            out = np.zeros(game.usual_moves, np.uint64)
            return int(first_wrong(table, game.rules, *piece, 1, states[0], states[1], out))

        with ThreadPoolExecutor(self.threads) as pool:
            for (place, begin, end), wrong in zip(pieces, pool.map(check, pieces), strict=True):
                if wrong != FINE:
                    self.stop()
                    raise wrong_value(str(self.path), game, table, place, wrong)
                done += end - begin
                self.on_progress(done, whole)
        if self.stopped:
            raise StoppedError


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
            if found is not None and names <= {sector.name for sector in found.sectors}:
                return game, found
    raise TableFileError(Message("solve.file.sectors", file=quoted(str(table.path)), game=game.title))


def _neighbours(folder: TablebaseFolder, needed: Iterable[int]) -> dict[int, Values]:
    """Values of sectors in other files."""
    found: dict[int, Values] = {}
    for component in components(folder.sector_set.sectors):
        if set(component) & set(needed):
            with folder.open(component) as table:
                found |= {number: table.values(folder.sector_set.sectors[number].name) for number in component}
    return found


def _kept(sector_set: SectorSet, parts: dict[int, Values]) -> Kept:
    """Tables for the values of these sectors, one after another."""
    sectors = {number: sector_set.sectors[number] for number in parts}
    starts = np.cumsum([0, *map(len, parts.values())])
    offsets = dict(zip(parts, map(int, starts), strict=False))
    found = kept(sector_set.symmetries, sectors, offsets, np.concatenate(list(parts.values())))
    for number, sector in sectors.items():
        if size_of(found, *sector.men) != len(parts[number]):
            raise WrongValueError(Message("solve.sector_size", sector=sector.name))
    return found


def wrong_value(name: str, game: Game, table: Kept, place: Place, at: int) -> WrongValueError:
    """The error for a value that contradicts its successors."""
    states, out = np.zeros((2, game.words), np.uint64), np.zeros(game.usual_moves, np.uint64)
    right = int(expected(table, game.rules, place, at, states[0], states[1], out))
    text, found = str(Position(game, states[0].tobytes())), int(table.values[place.start + at])
    return WrongValueError(
        Message("solve.file.wrong", file=quoted(name), value=found, position=quoted(text), right=right)
    )
