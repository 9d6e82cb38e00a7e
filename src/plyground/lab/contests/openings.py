"""Openings: different starts of games, so that deterministic agents do not repeat one game.

By default a game begins with a few random moves; openings that a quick search proves decided are skipped. The openings
of a run are different (replacements of decided ones almost surely) and depend on its seed alone. Or they come from a
file.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, count
from pathlib import Path

from plyground.core.errors import PlygroundError, quoted
from plyground.core.files import read_text
from plyground.core.game import Game
from plyground.core.heuristic import heuristics_of
from plyground.core.position import Position
from plyground.lab.runs.jobs import Data
from plyground.language import Message
from plyground.play.agents.watchdog import search
from plyground.play.records.text_format import Record, read_records

MOST_PLIES = 40
PROBE = 200_000
"""Nodes of the search that tests whether an opening is decided."""
TRIES = 4
"""Number of candidate openings of a game pair."""
MORE_TRIES, MORE_PLIES = 100, 2
"""Where all of them are decided: how many others are drawn, and how many moves longer, so that duplicates are rare."""
PATIENCE = 30
"""After this many draws without a new opening, openings get one move longer."""


class OpeningError(PlygroundError):
    """There are no such openings."""


@dataclass(frozen=True)
class Opening:
    """How a game begins: some moves, from the usual start or from a position."""

    moves: tuple[str, ...] = ()
    start: str = ""

    def as_data(self) -> Data:
        """The opening as plain data."""
        return {"start": self.start, "moves": list(self.moves)}

    @classmethod
    def from_data(cls, data: Data) -> "Opening":
        """The opening that was written as plain data."""
        return cls(tuple(data["moves"]), data["start"])

    def begin(self, game: Game) -> Position:
        """Where the moves begin."""
        return game.position(self.start) if self.start else game.start()

    def position(self, game: Game) -> Position:
        """Where the players take over."""
        position = self.begin(game)
        for move in self.moves:
            position = position.play(move)
        return position


@lru_cache(8)
def random_openings(game: Game, plies: int, wanted: int, seed: int) -> tuple[Opening, ...]:
    """Draw `wanted` different openings of `plies` random moves, or of a few more where there are not enough."""
    if plies == 0:
        return (Opening(),)
    dice = random.Random(f"openings {seed}")  # noqa: S311 (dice for games)
    found: dict[bytes, Opening] = {}
    for length in count(plies):
        misses = 0
        while misses < PATIENCE and len(found) < wanted:
            end, opening = drawn_opening(game, length, dice)
            misses = 0 if end is not None and end.key not in found else misses + 1
            if end is not None:
                found.setdefault(end.key, opening)
        if len(found) >= wanted or length >= MOST_PLIES:
            return tuple(found.values())
    raise AssertionError(plies)


def drawn_opening(game: Game, plies: int, dice: random.Random) -> tuple[Position | None, Opening]:
    """A random opening and where it leads; nowhere if the game is over by then."""
    position, moves = game.start(), []
    for _ in range(plies):
        if position.outcome is not None:
            return None, Opening()
        moves.append(str(dice.choice(position.moves)))
        position = position.play(moves[-1])
    return (None if position.outcome is not None else position), Opening(tuple(moves))


def shared_out(openings: tuple[Opening, ...], pairs: int) -> Iterator[tuple[Opening, ...]]:
    """What each pair of games may choose from; as long as there are enough, no two pairs choose the same."""
    for pair in range(pairs):
        places = [(pair + turn * pairs) % len(openings) for turn in range(TRIES)]
        yield tuple(openings[place] for place in dict.fromkeys(places))


def choose(game: Game, openings: tuple[Opening, ...], probe: int) -> Opening:
    """The first opening, of these or new ones, that a search of `probe` nodes does not prove decided; or the last."""
    for opening in chain(openings, _more(game, openings[-1])):
        if not _decided(game, opening, probe):
            return opening
    return openings[-1]


def _more(game: Game, last: Opening) -> Iterator[Opening]:
    """Other openings, which follow from the last one; none where the game begins with no random move."""
    dice = random.Random(f"more openings {last}")  # noqa: S311 (dice for games)
    for _ in range(MORE_TRIES if last.moves else 0):
        end, opening = drawn_opening(game, len(last.moves) + MORE_PLIES, dice)
        if end is not None:
            yield opening


@lru_cache(4096)
def _decided(game: Game, opening: Opening, probe: int) -> bool:
    """Whether a quick search sees the end of the game."""
    if probe == 0 or not heuristics_of(game):
        return False
    return search(opening.position(game), nodes=probe).score.kind != "estimate"


def read_openings(path: Path, game: Game) -> tuple[Opening, ...]:
    """The openings of a file: records, each an opening up to its last move; or positions, one a line."""
    text = read_text(path)
    if text.lstrip().startswith("["):
        openings = [_of_record(record, game, path) for record in read_records(text)]
    else:
        lines = [line.strip() for line in text.splitlines()]
        openings = [Opening(start=line) for line in lines if line and not line.startswith("#")]
    for opening in openings:
        if opening.position(game).outcome is not None:
            raise OpeningError(Message("lab.opening.over", file=quoted(str(path)), position=opening.position(game)))
    if not openings:
        raise OpeningError(Message("lab.opening.none", file=quoted(str(path))))
    return tuple(dict.fromkeys(openings))


def _of_record(record: Record, game: Game, path: Path) -> Opening:
    if record.game != game:
        raise OpeningError(
            Message("lab.opening.game", file=quoted(str(path)), found=repr(record.game), wanted=repr(game))
        )
    start = "" if record.start == game.start() else str(record.start)
    return Opening(record.moves, start)
