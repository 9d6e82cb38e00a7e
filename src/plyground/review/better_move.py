"""Find the better move: whether a move tried instead of a mistake is as good. The page and the terminal ask here."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Literal

from plyground.core.position import Position
from plyground.play.agents.agent import Agent
from plyground.review.chance import curve_of
from plyground.review.comparison import evaluate, of_several, of_two_players
from plyground.review.judgement import LEAST_LOST, MoveReview
from plyground.review.requests import Evaluation, SearchRequest
from plyground.search.result import Result
from plyground.search.score import Score

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

    def steps(self) -> Generator[SearchRequest, Result, None]:
        """Yield the searches that are needed, expect their results; the verdict is known at the end."""
        if self.tried == self.mistake.better:
            self.verdict = "right"
        elif self.tried == self.mistake.move:
            self.verdict = "played"
        else:
            lost = yield from self._lost()
            self.verdict = "right" if lost < NEARLY else "wrong"

    def _lost(self) -> Generator[SearchRequest, Result, float]:
        """How much less the chance is than with the better move."""
        curve = curve_of(self.before.game)
        following = yield from evaluate(self.before.play(self.tried))
        if curve.seats == 2:
            played = of_two_players(self.before, self.tried, following)
            return self.mistake.chance - curve.chance(played.score)
        better = Evaluation(Score("estimate", 0), (self.mistake.better,))
        found = yield from of_several(self.before, self.tried, better, following)
        return curve.chance(found.best.score) - curve.chance(found.played.score)


def try_move(trial: TriedMove, agent: Agent) -> Verdict:
    """Judge a move here, by the searches of an agent."""
    steps = trial.steps()
    asked = next(steps, None)
    while asked is not None:
        try:
            asked = steps.send(asked.agent(agent).think(asked.position, lines=asked.lines))
        except StopIteration:
            asked = None
    return trial.verdict
