"""Judge every move of a game. One search per position; a move that seems to lose is compared once more with the best.

The searches are requested, not run: `Reviewer.steps` yields requests and is sent results, so that a server can run
them in its own queue. `review` runs them here.
"""

from __future__ import annotations

from collections.abc import Callable, Generator

from plyground.core.errors import PlygroundError
from plyground.core.game import Game
from plyground.core.position import Position
from plyground.core.record import Record
from plyground.language import Message
from plyground.play.agents.agent import read_search
from plyground.play.agents.analyst import analyst, judging_search
from plyground.play.agents.spec import AgentSpec
from plyground.play.match import Match
from plyground.review.chance import curve_of
from plyground.review.chance_curve import beaten_by_all
from plyground.review.comparison import Comparing, MoveComparison, after_best, evaluate, of_several, of_two_players
from plyground.review.judgement import LEAST_LOST, MoveReview, Review, key_of_moves, mark_of
from plyground.review.requests import Evaluation, SearchRequest
from plyground.search.budget import Cancel
from plyground.search.result import Result
from plyground.search.score import Score

USUAL_NODES = {"puct": 400, "paranoid": 200_000}
"""Nodes per position, by search; a few hundredths of a second."""
NODES_OF_OTHERS = 100_000


class ReviewError(PlygroundError):
    """The game cannot be reviewed."""


def review_agent(game: Game, nodes: int | None = None, seconds: float | None = None) -> AgentSpec:
    """The agent that judges: the game's network or the engine, with exact values where there are tables."""
    if nodes is None and seconds is None:
        nodes = USUAL_NODES.get(judging_search(game), NODES_OF_OTHERS)
    return analyst(game, nodes=nodes, seconds=seconds)


class Reviewer:
    """A review in progress."""

    def __init__(self, record: Record, agent: str) -> None:
        self.record, self.agent = record, agent
        self.curve = curve_of(record.game)
        self.moves: list[MoveReview] = []

    @property
    def game(self) -> Game:
        """The game that was played."""
        return self.record.game

    def review(self) -> Review:
        """The review of the moves judged so far."""
        plies, seats = len(self.record.moves), len(self.game.seats)
        return Review(key_of_moves(self.record), plies, tuple(self.moves), self.agent, seats)

    def steps(self) -> Generator[SearchRequest, Result, None]:
        """Yield each search that is needed, expect its result, and judge the moves in order."""
        positions = self.record.positions()
        known = yield from evaluate(positions[0])
        for before, after, move in zip(positions, positions[1:], self.record.moves, strict=False):
            following = yield from evaluate(after)
            found = yield from self._compare(before, move, known, following)
            self.moves.append(self._judge(before, move, found))
            known = following

    def _compare(self, before: Position, move: str, best: Evaluation, following: Evaluation) -> Comparing:
        """Make a move comparable with the best one, given the evaluations before and after it."""
        if len(self.game.seats) > 2:
            return (yield from of_several(before, move, best, following))
        found = MoveComparison(best, of_two_players(before, move, following))
        if self._lost(found) >= LEAST_LOST["inaccuracy"] and not best.score.proved:
            found = MoveComparison((yield from after_best(before, best.line[0])), found.played)
        return found

    def _lost(self, found: MoveComparison) -> float:
        """The chance that the move played lost."""
        if found.best.line[:1] == found.played.line[:1]:
            return 0.0
        return max(0.0, self.curve.chance(found.best.score) - self.curve.chance(found.played.score))

    def _judge(self, before: Position, move: str, found: MoveComparison) -> MoveReview:
        """What is said about a move."""
        lost, after = self._lost(found), self.curve.chance(found.played.score)
        best = self.curve.chance(found.best.score)
        return MoveReview(
            ply=len(self.moves) + 1,
            seat=before.mover,
            move=move,
            before=best if lost else after if self.curve.seats == 2 else max(best, after),
            after=after,
            lost=lost,
            mark=mark_of(lost),
            better=(found.best if lost else found.played).line,
            exact=found.best.score.proved and found.played.score.proved,
            forced=len(before.moves) == 1,
            score=score_text(found.best.score),
        )


def score_text(score: Score) -> str:
    """A score as text; a loss against all the others together is called what it is."""
    known = score.kind == "estimate" and beaten_by_all(score.value)
    return Message("review.united") if known else str(score)


def review(
    game: Record | Match,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    cancel: Cancel | None = None,
    on_progress: Callable[[MoveReview], None] = lambda move: None,
) -> Review:
    """Judge every move of a record or a match by what it lost in chance of winning.

    `nodes` and `seconds` limit the search of each position (100,000 nodes by default, 200,000 for more than two
    players, 400 evaluations where a network judges). `on_progress` is called after each move; `cancel` stops the
    review, which then has the moves judged so far.
    """
    record = game.record() if isinstance(game, Match) else game
    spec = review_agent(record.game, nodes, seconds)
    agent, reviewer = read_search(spec, record.game), Reviewer(record, str(spec))
    cancel = cancel or Cancel()
    steps = reviewer.steps()
    asked = next(steps, None)
    while asked is not None and not cancel.asked:
        found = asked.agent(agent).think(asked.position, lines=asked.lines, cancel=cancel)
        if cancel.asked:
            break
        judged = len(reviewer.moves)
        try:
            asked = steps.send(found)
        except StopIteration:
            asked = None
        for move in reviewer.moves[judged:]:
            on_progress(move)
    return reviewer.review()
