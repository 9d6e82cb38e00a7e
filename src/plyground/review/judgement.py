"""What a review says: each move with what it lost, marks, and the accuracy of each side."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from plyground.core.record import Record

Mark = Literal["", "inaccuracy", "mistake", "blunder"]
MARKS: tuple[Mark, ...] = ("inaccuracy", "mistake", "blunder")
LEAST_LOST: dict[Mark, float] = {"blunder": 0.20, "mistake": 0.10, "inaccuracy": 0.05}
"""Chance of winning that a move with this mark lost at least, worst first."""
SIGNS: dict[Mark, str] = {"": "", "inaccuracy": "?!", "mistake": "?", "blunder": "??"}
"""The signs of annotated games."""


def mark_of(lost: float) -> Mark:
    """The mark of a move that lost so much chance of winning."""
    return next((mark for mark, least in LEAST_LOST.items() if lost >= least), "")


def accuracy_of(lost: float) -> float:
    """Accuracy of a move in percent: Lichess's formula, 100 for nothing lost, 41 for 20 percent of chance lost."""
    return min(100.0, max(0.0, 103.1668 * math.exp(-4.354 * lost) - 3.1669))


@dataclass(frozen=True)
class MoveReview:
    """A move, and what it lost in chance of winning for the player who made it."""

    ply: int
    """Counts from 1."""
    seat: int
    move: str
    before: float
    """The player's chance with the best move."""
    after: float
    """The player's chance after the move played."""
    lost: float
    """How much less that is; 0 for the best move."""
    mark: Mark
    better: tuple[str, ...]
    """The best line instead; it begins with the move itself where nothing was lost."""
    exact: bool
    """True if both chances are proved."""
    forced: bool
    """True if there was no other move."""
    score: str
    """The score of the best move for the player, as text."""

    def as_data(self) -> dict[str, Any]:
        """The move as plain data."""
        shares = {name: round(getattr(self, name), 4) for name in ("before", "after", "lost")}
        return asdict(self) | shares | {"better": list(self.better)}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> MoveReview:
        """The inverse of `as_data`."""
        return cls(**(data | {"better": tuple(data["better"])}))


@dataclass(frozen=True)
class SideReview:
    """One side's part of a review."""

    accuracy: float | None
    """Mean accuracy of its moves in percent; None without a free choice."""
    marks: dict[Mark, int]
    """Number of moves by mark."""

    def as_data(self) -> dict[str, Any]:
        """The side as plain data."""
        return {"accuracy": None if self.accuracy is None else round(self.accuracy, 1), "marks": dict(self.marks)}


@dataclass(frozen=True)
class Review:
    """The review of a game, or of its first moves."""

    key: str
    """Identifies the reviewed moves: a stored review of a game that has changed is out of date."""
    plies: int
    """Number of moves of the game."""
    moves: tuple[MoveReview, ...]
    agent: str
    """The agent that judged."""
    seats: int = 2
    """Number of players."""

    @property
    def complete(self) -> bool:
        """True if every move was judged."""
        return len(self.moves) == self.plies

    def side(self, seat: int) -> SideReview:
        """The part of one side."""
        own = [move for move in self.moves if move.seat == seat]
        free = [accuracy_of(move.lost) for move in own if not move.forced]
        marks = {mark: sum(move.mark == mark for move in own) for mark in MARKS}
        return SideReview(sum(free) / len(free) if free else None, marks)

    @property
    def mistakes(self) -> tuple[MoveReview, ...]:
        """The moves with a mark."""
        return tuple(move for move in self.moves if move.mark)

    def chances(self) -> list[float]:
        """The first seat's chance before the first move and after each move; for two players."""
        if not self.moves or self.seats != 2:
            return []
        first = self.moves[0]
        return [_for_first(first.seat, first.before), *(_for_first(move.seat, move.after) for move in self.moves)]

    def courses(self) -> list[list[tuple[int, float]]]:
        """The chance of each seat before and after each of its own moves, with the number of moves made by then.

        For more than two players, whose chances are known only when it is their turn.
        """
        return [] if self.seats == 2 else [self._course(seat) for seat in range(self.seats)]

    def _course(self, seat: int) -> list[tuple[int, float]]:
        own = [move for move in self.moves if move.seat == seat]
        return [point for move in own for point in ((move.ply - 1, move.before), (move.ply, move.after))]

    def as_data(self) -> dict[str, Any]:
        """The review as plain data."""
        return {
            "key": self.key,
            "plies": self.plies,
            "complete": self.complete,
            "agent": self.agent,
            "moves": [move.as_data() for move in self.moves],
            "chances": [round(chance, 4) for chance in self.chances()],
            "courses": [[[ply, round(chance, 4)] for ply, chance in course] for course in self.courses()],
            "sides": [self.side(seat).as_data() for seat in range(self.seats)],
        }

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Review:
        """The inverse of `as_data`."""
        moves = tuple(MoveReview.from_data(move) for move in data["moves"])
        return cls(str(data["key"]), int(data["plies"]), moves, str(data["agent"]), len(data["sides"]))


def stored_review(data: dict[str, Any] | None, record: Record) -> Review | None:
    """A stored review if it is whole, of these moves, and can be read; else None."""
    try:
        found = None if data is None else Review.from_data(data)
    except (KeyError, TypeError, ValueError):
        return None
    return found if found is not None and found.complete and found.key == key_of_moves(record) else None


def _for_first(seat: int, chance: float) -> float:
    return chance if seat == 0 else 1 - chance


def key_of_moves(record: Record) -> str:
    """The key of a game's moves: equal for the same game, options, start and moves."""
    return key_of(repr(record.game), str(record.start), record.moves)


def key_of(game: str, start: str, moves: Sequence[str]) -> str:
    """A short hash of a game's options, start and moves."""
    return hashlib.sha256("\n".join([game, start, *moves]).encode()).hexdigest()[:16]
