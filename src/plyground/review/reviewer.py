"""Judge every move of a game. One search per position; a move that seems to lose is compared once more with the best.

The searches are requested, not run: `Reviewer.steps` yields positions and is sent results, so that a server can run
them in its own queue. `review` runs them here.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, replace

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
from plyground.review.judgement import LEAST_LOST, MoveReview, Review, key_of_moves, mark_of
from plyground.search.budget import Cancel
from plyground.search.result import Result
from plyground.search.score import Score

USUAL_NODES = {"puct": 400}
"""Nodes per position, by search; a few hundredths of a second."""
NODES_OF_OTHERS = 100_000
SHOWN_LINE = 12
"""Moves of a better line that are kept."""
MOST_FORCED = 16
"""Forced moves that are followed before a position is searched."""

Searches = Generator[Position, Result, "Evaluation"]


class ReviewError(PlygroundError):
    """The game cannot be reviewed."""


@dataclass(frozen=True)
class Evaluation:
    """The score of a position for its mover, and the best line."""

    score: Score
    line: tuple[str, ...]


def reversed_score(score: Score) -> Score:
    """The score one ply earlier, for the other player."""
    later = None if score.plies is None else score.plies + 1
    if score.kind == "estimate":
        return replace(score, value=-score.value)
    return {"win": Score.loss(later), "loss": Score.win(later), "draw": score}[score.kind]


def review_agent(game: Game, nodes: int | None = None, seconds: float | None = None) -> AgentSpec:
    """The agent that judges: the game's network or the engine, with exact values where there are tables."""
    if nodes is None and seconds is None:
        nodes = USUAL_NODES.get(judging_search(game), NODES_OF_OTHERS)
    return analyst(game, nodes=nodes, seconds=seconds)


class Reviewer:
    """A review in progress."""

    def __init__(self, record: Record, agent: str) -> None:
        if len(record.game.seats) != 2:
            raise ReviewError(Message("review.two_players", seats=len(record.game.seats)))
        self.record, self.agent = record, agent
        self.curve = curve_of(record.game)
        self.moves: list[MoveReview] = []

    @property
    def game(self) -> Game:
        """The game that was played."""
        return self.record.game

    def review(self) -> Review:
        """The review of the moves judged so far."""
        return Review(key_of_moves(self.record), len(self.record.moves), tuple(self.moves), self.agent)

    def steps(self) -> Generator[Position, Result, None]:
        """Yield each position to search, expect its result, and judge the moves in order."""
        positions = self.record.positions()
        known = yield from evaluate(positions[0])
        for before, after, move in zip(positions, positions[1:], self.record.moves, strict=False):
            following = yield from evaluate(after)
            self.moves.append((yield from self._judge(before, move, known, following)))
            known = following

    def _judge(
        self, before: Position, move: str, best: Evaluation, following: Evaluation
    ) -> Generator[Position, Result, MoveReview]:
        """Judge a move by the evaluations before and after it."""
        played = reversed_score(following.score)
        chance, after = self.curve.chance(best.score), self.curve.chance(played)
        lost = 0.0 if best.line[:1] == (move,) else max(0.0, chance - after)
        if lost >= LEAST_LOST["inaccuracy"] and not best.score.proved:
            rival = yield from evaluate(before.play(best.line[0]))
            best = Evaluation(reversed_score(rival.score), (best.line[0], *rival.line)[:SHOWN_LINE])
            chance = self.curve.chance(best.score)
            lost = max(0.0, chance - after)
        return MoveReview(
            ply=len(self.moves) + 1,
            seat=before.mover,
            move=move,
            before=chance if lost else after,
            after=after,
            lost=lost,
            mark=mark_of(lost),
            better=best.line if lost else (move, *following.line)[:SHOWN_LINE],
            exact=best.score.proved and played.proved,
            forced=len(before.moves) == 1,
            score=str(best.score),
        )


def evaluate(position: Position) -> Searches:
    """The evaluation of a position; forced moves are followed, for the search looks only briefly at them."""
    forced: list[str] = []
    while position.outcome is None and len(position.moves) == 1 and len(forced) < MOST_FORCED:
        forced.append(str(position.moves[0]))
        position = position.play(position.moves[0])
    found = _ended(position) if position.outcome is not None else _found((yield position))
    score = found.score
    for _ in forced:
        score = reversed_score(score)
    return Evaluation(score, (*forced, *found.line)[:SHOWN_LINE])


def _found(result: Result) -> Evaluation:
    return Evaluation(result.score, tuple(map(str, result.line)))


def _ended(position: Position) -> Evaluation:
    """The evaluation of a finished game, for the player who would be to move."""
    outcome = position.outcome
    assert outcome is not None
    if outcome.winner is None:
        return Evaluation(Score("draw", 0), ())
    return Evaluation(Score.win(0) if outcome.winner == position.mover else Score.loss(0), ())


def review(
    game: Record | Match,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    cancel: Cancel | None = None,
    on_progress: Callable[[MoveReview], None] = lambda move: None,
) -> Review:
    """Judge every move of a record or a match by what it lost in chance of winning.

    `nodes` and `seconds` limit the search of each position (100,000 nodes by default, 400 evaluations where a
    network judges). `on_progress` is called after each move; `cancel` stops the review, which then has the moves
    judged so far.
    """
    record = game.record() if isinstance(game, Match) else game
    spec = review_agent(record.game, nodes, seconds)
    agent, reviewer = read_search(spec, record.game), Reviewer(record, str(spec))
    cancel = cancel or Cancel()
    steps = reviewer.steps()
    position = next(steps, None)
    while position is not None and not cancel.asked:
        found = agent.think(position, cancel=cancel)
        if cancel.asked:
            break
        judged = len(reviewer.moves)
        try:
            position = steps.send(found)
        except StopIteration:
            position = None
        for move in reviewer.moves[judged:]:
            on_progress(move)
    return reviewer.review()
