"""The explorer: which moves were played from a position in recorded games, how often, and with what result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from plyground.core.errors import PlygroundError
from plyground.core.position import Position
from plyground.core.record import DRAWN, GOING_ON, WINNERS, Record
from plyground.language import Message
from plyground.play.records.text_format import read_records

RUN_GAMES = "games*.txt"
"""The files of a lab run that hold its games."""


class ExplorerError(PlygroundError):
    """There are no games to explore."""


@dataclass
class MoveStatistics:
    """How often a move was played, and how the games ended for the player who made it."""

    move: str
    games: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    """Games without a result count only as games."""

    @property
    def score(self) -> float | None:
        """Share of the points; None without a finished game."""
        ended = self.won + self.drawn + self.lost
        return (self.won + 0.5 * self.drawn) / ended if ended else None

    def as_data(self) -> dict[str, Any]:
        """The statistics as plain data."""
        score = None if self.score is None else round(self.score, 4)
        counts = {"games": self.games, "won": self.won, "drawn": self.drawn, "lost": self.lost}
        return {"move": self.move} | counts | {"score": score}


@dataclass
class Explored:
    """The moves from a position, the most frequent first."""

    moves: dict[str, MoveStatistics] = field(default_factory=dict)
    games: int = 0
    """Number of games in which the position occurred."""

    def add_game(self, moves: set[str], result: str, seat: int) -> None:
        """Count the moves that a player made from the position in one game; none if it did not occur."""
        self.games += bool(moves)
        for move in sorted(moves):
            self._add(move, result, seat)

    def _add(self, move: str, result: str, seat: int) -> None:
        found = self.moves.setdefault(move, MoveStatistics(move))
        found.games += 1
        if result == DRAWN:
            found.drawn += 1
        elif result != GOING_ON:
            won = WINNERS.index(result) == seat
            found.won, found.lost = found.won + won, found.lost + (not won)

    def ranked(self) -> list[MoveStatistics]:
        """The moves, the most frequent first."""
        return sorted(self.moves.values(), key=lambda move: (-move.games, move.move))

    def as_data(self) -> dict[str, Any]:
        """The moves as plain data."""
        return {"games": self.games, "moves": [move.as_data() for move in self.ranked()]}


def explore(position: Position, records: Iterable[Record], found: Explored | None = None) -> Explored:
    """Count the moves from a position in games of the same game and options; transpositions count.

    With `found`, they are added to what was found elsewhere.
    """
    found = found or Explored()
    for record in records:
        if record.game != position.game:
            continue
        line = zip(record.positions(), record.moves, strict=False)
        found.add_game({move for before, move in line if before.key == position.key}, record.result, position.mover)
    return found


def run_records(folder: Path) -> Iterator[Record]:
    """The games of a lab run."""
    files = sorted(folder.glob(RUN_GAMES))
    if not files:
        raise ExplorerError(Message("explorer.no_games", folder=str(folder)))
    for file in files:
        yield from read_records(file.read_text(encoding="utf-8"))
