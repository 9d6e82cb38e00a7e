"""Find the better move: whether a move tried instead of a mistake is as good. The page and the terminal ask here."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Literal

from plyground.core.position import Position
from plyground.play.agents.agent import Agent
from plyground.review.chance import curve_of
from plyground.review.judgement import LEAST_LOST, MoveReview
from plyground.review.reviewer import evaluate, reversed_score
from plyground.search.result import Result

NEARLY = LEAST_LOST["inaccuracy"]
"""Chance of winning that a move loses less of and still counts as found."""
Verdict = Literal["right", "played", "wrong"]
"""`played`: it is the mistake itself."""


@dataclass(frozen=True)
class MissedMove:
    """A move of a game, and what was better."""

    move: str
    better: str
    chance: float
    """The player's chance with the better move."""

    @classmethod
    def of(cls, move: MoveReview) -> MissedMove:
        """A move of a review."""
        return cls(move.move, move.better[0], move.before)


@dataclass
class TriedMove:
    """A move tried in the position before a mistake."""

    before: Position
    mistake: MissedMove
    tried: str
    verdict: Verdict = "wrong"

    def steps(self) -> Generator[Position, Result, None]:
        """Yield the positions to search, expect their results; the verdict is known at the end."""
        if self.tried == self.mistake.better:
            self.verdict = "right"
        elif self.tried == self.mistake.move:
            self.verdict = "played"
        else:
            found = yield from evaluate(self.before.play(self.tried))
            chance = curve_of(self.before.game).chance(reversed_score(found.score))
            self.verdict = "right" if self.mistake.chance - chance < NEARLY else "wrong"


def try_move(trial: TriedMove, agent: Agent) -> Verdict:
    """Judge a move here, by the searches of an agent."""
    steps = trial.steps()
    position = next(steps, None)
    while position is not None:
        try:
            position = steps.send(agent.think(position))
        except StopIteration:
            position = None
    return trial.verdict
