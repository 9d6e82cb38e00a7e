"""A puzzle, the stored puzzles of a game, and the puzzle of the day."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from importlib.resources import files
from math import log2
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
TRIES = 5
"""How often each solver tries a puzzle: weak ones choose by chance."""
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
    """Number of other moves that look as good to a shallow search."""
    hits: tuple[int, ...] = ()
    """Of `TRIES` tries, how many each solver solved, weakest first; empty if none has tried."""
    identity: str = ""
    """What it is called in diaries, whatever its place in the list: a mark, or the number that it had at first."""

    @property
    def moves(self) -> int:
        """Moves of the player until the win, without the replies."""
        return (self.plies + 1) // 2

    @property
    def misses(self) -> int:
        """Number of tries that failed, of all solvers."""
        return sum(TRIES - hits for hits in self.hits)

    @property
    def rating(self) -> int:
        """How hard it is: from 780, for a win in three plies that every solver finds at once, upwards."""
        return round(600 + 60 * self.plies + 60 * log2(1 + self.alike) + 20 * self.misses)

    @property
    def name(self) -> str:
        """The game and what does not change with the order, as in `hex-17`."""
        return f"{self.game}-{self.identity or self.number}"

    def make_game(self) -> Game:
        """The game with the puzzle's options."""
        return make_game(self.game, **dict(self.options))

    def position(self) -> Position:
        """The position to solve."""
        return self.make_game().position(self.text)

    def row(self) -> list[Any]:
        """The puzzle as a row of its file."""
        options = ",".join(f"{name}={value}" for name, value in self.options)
        hits = "".join(map(str, self.hits))
        return [options, self.text, self.solution, self.plies, self.alike, hits, self.identity or str(self.number)]


def mark_of(text: str, options: Iterable[tuple[str, str]]) -> str:
    """A short mark of a position with its options, different from that of any other."""
    return hashlib.sha256(repr((tuple(options), text)).encode()).hexdigest()[:10]


def from_row(game: str, number: int, row: list[Any]) -> Puzzle:
    """The puzzle of a row; the inverse of `Puzzle.row`. Rows of former versions have no tries, and no identity."""
    options, text, solution, plies, alike, tried, *identity = row
    pairs = [part.partition("=") for part in options.split(",") if part]
    chosen = tuple((name, value) for name, _, value in pairs)
    hits = tuple(map(int, tried)) if identity else ()
    return Puzzle(game, number, chosen, text, solution, int(plies), int(alike), hits, *(identity or [str(number)]))


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
