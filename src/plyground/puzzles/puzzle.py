"""A puzzle, the stored puzzles of a game, and the puzzle of the day."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from plyground.core.errors import PlygroundError, quoted
from plyground.core.files import read_text
from plyground.core.game import Game
from plyground.core.position import Position
from plyground.games import game as make_game
from plyground.games import game_class
from plyground.language import Message

FILE = "puzzles.json"
LEVELS = ("easy", "medium", "hard")
"""The levels that try each puzzle when it is made."""
STEP = 61
"""From one day to the next the number grows by this; prime, so that all puzzles come up in turn."""


class PuzzleError(PlygroundError):
    """There is no such puzzle, or its file is wrong."""


@dataclass(frozen=True)
class Puzzle:
    """A position in which exactly one move wins."""

    game: str
    number: int
    """Counts from 1 in the game's list, easiest first."""
    options: tuple[tuple[str, str], ...]
    text: str
    """The position."""
    solution: str
    plies: int
    """Plies to the win against the best defence."""
    alike: int
    """Number of other moves that look at least as good to a search of two plies."""
    solved_by: str
    """The weakest level that finds the solution; empty if none of `LEVELS` does."""

    @property
    def rating(self) -> int:
        """How hard it is: from about 900, for one that the weakest level solves, upwards."""
        failed = LEVELS.index(self.solved_by) if self.solved_by else len(LEVELS)
        return 600 + 100 * self.plies + 20 * min(self.alike, 25) + 200 * failed

    @property
    def name(self) -> str:
        """The game and the number, as in `hex-17`."""
        return f"{self.game}-{self.number}"

    def make_game(self) -> Game:
        """The game with the puzzle's options."""
        return make_game(self.game, **dict(self.options))

    def position(self) -> Position:
        """The position to solve."""
        return self.make_game().position(self.text)

    def row(self) -> list[Any]:
        """The puzzle as a row of its file."""
        options = ",".join(f"{name}={value}" for name, value in self.options)
        return [options, self.text, self.solution, self.plies, self.alike, self.solved_by]


def from_row(game: str, number: int, row: list[Any]) -> Puzzle:
    """The puzzle of a row; the inverse of `Puzzle.row`."""
    options, text, solution, plies, alike, solved_by = row
    pairs = [part.partition("=") for part in options.split(",") if part]
    chosen = tuple((name, value) for name, _, value in pairs)
    return Puzzle(game, number, chosen, text, solution, int(plies), int(alike), solved_by)


def write_puzzles(game: str, puzzles: Iterable[Puzzle]) -> str:
    """The text of a file: a row per puzzle, easiest first."""
    ranked = sorted(puzzles, key=lambda puzzle: (puzzle.rating, puzzle.text))
    rows = ",\n".join(json.dumps(puzzle.row()) for puzzle in ranked)
    return f'{{"game": {json.dumps(game)}, "puzzles": [\n{rows}\n]}}\n'


def read_puzzles(text: str, name: str) -> tuple[Puzzle, ...]:
    """The puzzles of a file's text; `name` is the file's, for errors."""
    try:
        data = json.loads(text)
        return tuple(from_row(data["game"], number, row) for number, row in enumerate(data["puzzles"], start=1))
    except (ValueError, KeyError, TypeError, AttributeError):
        raise PuzzleError(Message("puzzle.no_file", file=quoted(name))) from None


@lru_cache(maxsize=16)
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """The stored puzzles of a game, easiest first."""
    kind = game_class(game)
    try:
        text = files(kind.__module__).joinpath(FILE).read_text(encoding="utf-8")
    except (OSError, TypeError, ModuleNotFoundError):
        raise PuzzleError(Message("puzzle.none", game=quoted(game))) from None
    return read_puzzles(text, FILE)


def puzzles_in(path: Path) -> tuple[Puzzle, ...]:
    """The puzzles of a user's file."""
    return read_puzzles(read_text(path), str(path))


def find_puzzle(puzzles: tuple[Puzzle, ...], number: int) -> Puzzle:
    """The puzzle with that number."""
    if not 1 <= number <= len(puzzles):
        raise PuzzleError(Message("puzzle.no_number", number=number, last=len(puzzles)))
    return puzzles[number - 1]


def daily_puzzle(puzzles: tuple[Puzzle, ...], day: date) -> Puzzle:
    """The puzzle of a day: the same for everybody, and none twice before all have come up."""
    count = len(puzzles)
    step = next(step for step in range(STEP, STEP + count + 1) if _coprime(step, count))
    return puzzles[day.toordinal() * step % count]


def _coprime(one: int, other: int) -> bool:
    while other:
        one, other = other, one % other
    return one == 1
