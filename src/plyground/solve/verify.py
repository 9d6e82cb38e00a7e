"""Checking a table file: every value against those of its successors, by code that shares only the rules."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from plyground.core.errors import PlygroundError, quoted
from plyground.core.game import Game
from plyground.core.position import Position
from plyground.core.sectors import SectorSet
from plyground.games import game as make_game
from plyground.solve.recompute import FINE, MOST_MEN, Keys, expected, first_wrong, write_keys
from plyground.solve.retrograde import Values
from plyground.solve.runner import StoppedError, threads_available
from plyground.solve.sector_order import circles
from plyground.solve.table_file import TableFile, TableFileError
from plyground.solve.table_folder import TableFolder, check_header, circle_of

PIECE = 1 << 14
MOST_CELLS = 32
"""Half of a key holds the men of one side."""


class WrongValueError(PlygroundError):
    """A value in a table is not what its successors say."""


@dataclass(frozen=True)
class Checked:
    """What was checked."""

    game: str
    sectors: tuple[str, ...]
    values: int


@dataclass
class Verifier:
    """Checks a file of a game; the files of the sectors that its moves lead to must stand beside it."""

    path: Path
    threads: int
    on_progress: Callable[[int, int], None] = lambda done, whole: None
    stopped: bool = False

    def stop(self) -> None:
        """End soon."""
        self.stopped = True

    def run(self) -> Checked:
        """Check everything, or raise an error for the first value that is wrong."""
        with TableFile(self.path) as table:
            game, sector_set = _game_of(table)
            men = all(sum(sector.men) > 0 for sector in sector_set.sectors)
            if len(sector_set.symmetries[0]) > MOST_CELLS or not sector_set.open_is_draw or not men:
                raise TableFileError(f"Tables of {game.title} cannot be verified yet: its board has too many cells.")
            circle = circle_of(sector_set, [name for name, _ in table.header.sectors])
            check_header(table, TableFolder(self.path.parent, game, sector_set).header(circle))
            parts = {number: table.values(sector_set.sectors[number].name) for number in circle}
        needed = {after for number in circle for after in sector_set.sectors[number].successors} - set(circle)
        parts |= _neighbours(TableFolder(self.path.parent, game, sector_set), needed)
        keys = _keys(sector_set, parts)
        checked = sum(len(parts[number]) for number in circle)
        self._check(game, keys, checked)
        return Checked(game.name, tuple(sector_set.sectors[number].name for number in circle), checked)

    def _check(self, game: Game, keys: Keys, whole: int) -> None:
        """The circle's own sectors come first among the keys."""
        pieces = [(begin, min(begin + PIECE, whole)) for begin in range(0, whole, PIECE)]

        def check(piece: tuple[int, int]) -> int:
            if self.stopped:
                return FINE
            states = np.zeros((2, game.words), np.uint64)
            out = np.zeros(game.usual_moves, np.uint64)
            return int(first_wrong(keys, game.rules, *piece, states[0], states[1], out))

        with ThreadPoolExecutor(self.threads) as pool:
            for (_, end), wrong in zip(pieces, pool.map(check, pieces), strict=True):
                if wrong != FINE:
                    self.stop()
                    raise _wrong_value(self.path, game, keys, wrong)
                self.on_progress(end, whole)
        if self.stopped:
            raise StoppedError


def verify(path: Path, threads: int | None = None) -> Checked:
    """Check a table file from its successors."""
    return Verifier(path, threads or threads_available()).run()


def _game_of(table: TableFile) -> tuple[Game, SectorSet]:
    """The game of a table with its options, and sectors enough for it."""
    header = table.header
    game = make_game(header.game, **header.options)
    names = {name for name, _ in header.sectors}
    for most in (None, *range(1, MOST_MEN)):
        with suppress(PlygroundError):
            found = game.sectors(most)
            if found is not None and names <= {sector.name for sector in found.sectors}:
                return game, found
    raise TableFileError(f"{quoted(str(table.path))} has sectors that {game.title} does not have.")


def _neighbours(folder: TableFolder, needed: Iterable[int]) -> dict[int, Values]:
    """The values of sectors in other files."""
    found: dict[int, Values] = {}
    for circle in circles(folder.sector_set.sectors):
        if set(circle) & set(needed):
            with folder.open(circle) as table:
                found |= {number: table.values(folder.sector_set.sectors[number].name) for number in circle}
    return found


def _keys(sector_set: SectorSet, parts: dict[int, Values]) -> Keys:
    symmetries = np.array(sector_set.symmetries, np.int64)
    starts = np.full((MOST_MEN, MOST_MEN), -1, np.int64)
    ends, keys, at = starts.copy(), [], 0
    for number, values in parts.items():
        men = sector_set.sectors[number].men
        own = np.zeros(len(values), np.uint64)
        if int(write_keys(symmetries, *men, own)) != len(values):
            raise WrongValueError(f"The sector {sector_set.sectors[number].name} has not as many positions as it says.")
        starts[men], ends[men] = at, at + len(values)
        at += len(values)
        keys.append(own)
    return Keys(symmetries, np.concatenate(keys), np.concatenate(list(parts.values())), starts, ends)


def _wrong_value(path: Path, game: Game, keys: Keys, at: int) -> WrongValueError:
    states, out = np.zeros((2, game.words), np.uint64), np.zeros(game.usual_moves, np.uint64)
    right = int(expected(keys, game.rules, keys.keys[at], states[0], states[1], out))
    key, cells = int(keys.keys[at]), keys.symmetries.shape[1]
    state = np.array([key >> 32 | (key & 0xFFFFFFFF) << cells], np.uint64)
    text = str(Position(game, state.tobytes()))
    return WrongValueError(
        f"{quoted(str(path))} is wrong: it has {int(keys.values[at])} for {quoted(text)}, its successors say {right}."
    )
