"""Summary of a game: winner and reason, and the time and nodes of each side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from plyground.core.game import Game
from plyground.core.outcome import Outcome
from plyground.core.record import Record, at_fault
from plyground.core.text import counted, duration


@dataclass(frozen=True)
class Side:
    """One seat's part of a game."""

    seat: str
    """Its colour."""
    player: str
    plays: int
    """Number of turns."""
    steps: int
    """Number of turns with the steps of a chain counted one by one, as in Eximo's report."""
    seconds: float
    nodes: int

    @property
    def mean(self) -> float:
        """Mean seconds per turn."""
        return self.seconds / self.plays if self.plays else 0.0

    def as_data(self) -> dict[str, Any]:
        """The side as plain data."""
        return {
            "seat": self.seat,
            "player": self.player,
            "plays": self.plays,
            "steps": self.steps,
            "seconds": round(self.seconds, 6),
            "seconds_a_play": round(self.mean, 6),
            "nodes": self.nodes,
        }

    def __str__(self) -> str:
        """The side as a record header shows it."""
        steps = [] if self.steps == self.plays else [counted(self.steps, "step")]
        times = [duration(self.seconds), f"{duration(self.mean)} a play"]
        return ", ".join([counted(self.plays, "play"), *steps, *times, counted(self.nodes, "node")])


@dataclass(frozen=True)
class Summary:
    """A game that is over or in progress."""

    outcome: Outcome | None
    sides: tuple[Side, ...]

    @property
    def has_steps(self) -> bool:
        """True if some turn had more than one step."""
        return any(side.steps != side.plays for side in self.sides)

    def as_data(self) -> dict[str, Any]:
        """The summary as plain data: seats by colour."""
        seats = [side.seat for side in self.sides]
        outcome = None
        if self.outcome is not None:
            fault, reason = at_fault(self.outcome, seats)
            winner = self.outcome.winner
            outcome = {
                "winner": None if winner is None else seats[winner],
                "fault": None if fault is None else seats[fault],
                "reason": reason,
            }
        return {
            "outcome": outcome,
            "plays": sum(side.plays for side in self.sides),
            "seconds": round(sum(side.seconds for side in self.sides), 6),
            "nodes": sum(side.nodes for side in self.sides),
            "sides": [side.as_data() for side in self.sides],
        }


@dataclass(frozen=True)
class Play:
    """A move of a seat, and its cost."""

    seat: int
    move: str
    seconds: float
    nodes: int


def summarise(plays: Sequence[Play], game: Game, players: Sequence[str], outcome: Outcome | None) -> Summary:
    """The summary of these plays, in order, of a game among these players."""
    sides = []
    for seat, (colour, player) in enumerate(zip(game.seats, players, strict=True)):
        own = [play for play in plays if play.seat == seat]
        steps, seconds = sum(game.step_count(play.move) for play in own), sum(play.seconds for play in own)
        sides.append(Side(colour, player, len(own), steps, seconds, sum(play.nodes for play in own)))
    return Summary(outcome, tuple(sides))


def sides_of(record: Record) -> tuple[Side, ...]:
    """Time and nodes of each side in a recorded game; empty if none are recorded."""
    if not record.seconds and not record.nodes:
        return ()
    none = (0,) * len(record.moves)
    movers = (position.mover for position in record.positions())
    spent = zip(movers, record.moves, record.seconds or none, record.nodes or none, strict=False)
    players = record.players or ("",) * len(record.game.seats)
    return summarise([Play(*each) for each in spent], record.game, players, None).sides
