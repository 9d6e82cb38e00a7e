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
from plyground.play.store.store import Store

RUN_GAMES = "games*.txt"
"""The files of a lab run that hold its games."""
MOST_GAMES = 100_000


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

    def add(self, move: str, result: str, seat: int) -> None:
        """Count a move of a game."""
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


def explore(position: Position, records: Iterable[Record]) -> Explored:
    """Count the moves from a position in games of the same game and options; transpositions count."""
    found = Explored()
    for record in records:
        if record.game != position.game:
            continue
        played = {
            (move, before.mover)
            for before, move in zip(record.positions(), record.moves, strict=False)
            if before.key == position.key
        }
        found.games += bool(played)
        for move, seat in sorted(played):
            found.add(move, record.result, seat)
    return found


def saved_records(store: Store) -> Iterator[Record]:
    """The saved games as records; damaged ones are skipped."""
    for game in store.list(limit=MOST_GAMES):
        try:
            yield store.export(game.id)
        except PlygroundError:
            continue


def run_records(folder: Path) -> Iterator[Record]:
    """The games of a lab run."""
    files = sorted(folder.glob(RUN_GAMES))
    if not files:
        raise ExplorerError(Message("explorer.no_games", folder=str(folder)))
    for file in files:
        yield from read_records(file.read_text(encoding="utf-8"))
