"""A move and the best one of its position, made comparable: for two players and for more.

For two players, what is best for one is worst for the other: a move has the score of the position after it, with the
sign turned round. For more, the score of the next player says little about the one who has moved. There both moves get
their scores in one search of the position before them, equally deep and from the same player's view; and a loss, which
that search only knows against all the others together, is proved where the next player is found to win by force.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace

from plyground.core.position import Position
from plyground.review.requests import Evaluation, Searches, SearchRequest
from plyground.search.result import Line, Result
from plyground.search.score import Score

SHOWN_LINE = 12
"""Moves of a better line that are kept."""
MOST_FORCED = 16
"""Forced moves that are followed before a position is searched."""


@dataclass(frozen=True)
class MoveComparison:
    """The best move of a position and another, both for the player to move; each line begins with its move."""

    best: Evaluation
    played: Evaluation


Comparing = Generator[SearchRequest, Result, MoveComparison]


def evaluate(position: Position) -> Searches:
    """The evaluation of a position; of two players' games forced moves are followed: a search looks at them briefly."""
    pair, forced = len(position.game.seats) == 2, list[str]()
    while pair and position.outcome is None and len(position.moves) == 1 and len(forced) < MOST_FORCED:
        forced.append(str(position.moves[0]))
        position = position.play(position.moves[0])
    if position.outcome is None:
        found = _of_line((yield SearchRequest(position)))
    else:
        found = Evaluation(ended_score(position, position.mover), ())
    score = found.score
    for _ in forced:
        score = reversed_score(score)
    return Evaluation(score, (*forced, *found.line)[:SHOWN_LINE])


def reversed_score(score: Score) -> Score:
    """The score one ply earlier, for the other player."""
    later = _later(score)
    if score.kind == "estimate":
        return replace(score, value=-score.value)
    return {"win": Score.loss(later), "loss": Score.win(later), "draw": score}[score.kind]


def _later(score: Score) -> int | None:
    return None if score.plies is None else score.plies + 1


def ended_score(position: Position, seat: int) -> Score:
    """The score of a finished game for a seat."""
    outcome = position.outcome
    assert outcome is not None
    if outcome.winner is None:
        return Score("draw", 0)
    return Score.win(0) if outcome.winner == seat else Score.loss(0)


def of_two_players(before: Position, move: str, following: Evaluation) -> Evaluation:
    """The evaluation of a move by that of the position after it, for two players."""
    return Evaluation(reversed_score(following.score), (move, *following.line)[:SHOWN_LINE])


def after_best(before: Position, best: str) -> Searches:
    """The best move evaluated by the position after it, as deep as a move that was played; for two players."""
    rival = yield from evaluate(before.play(best))
    return of_two_players(before, best, rival)


def of_several(before: Position, move: str, best: Evaluation, following: Evaluation) -> Comparing:
    """The best move and the one played, for more than two players.

    Where the move played is found to lose for certain, the best one is examined in the same way.
    """
    if best.line[:1] == (move,):
        return MoveComparison(best, with_proof(before, move, best, following))
    chosen = yield from between(before, best.line[0], move)
    played = with_proof(before, move, chosen.played, following)
    if not played.score.proved or chosen.best.score.proved:
        return MoveComparison(chosen.best, played)
    rival = yield from evaluate(before.play(best.line[0]))
    return MoveComparison(with_proof(before, best.line[0], chosen.best, rival), played)


def between(before: Position, best: str, other: str) -> Comparing:
    """Two moves, each with its score and line, by one search that chooses between them."""
    found = yield SearchRequest(before, (best, other))
    lines = {str(line.moves[0]): line for line in found.lines}
    first = lines.get(best) or found.lines[0]
    return MoveComparison(_of_line(first), _of_line(lines.get(other, first)))


def with_proof(before: Position, move: str, found: Evaluation, following: Evaluation) -> Evaluation:
    """A move with the score that is certain, if one is: the game has ended, or the next player wins by force."""
    proved = proved_score(before, move, following)
    return found if proved is None else replace(found, score=proved)


def proved_score(before: Position, move: str, following: Evaluation) -> Score | None:
    """What is certain for the player after a move, by the evaluation of the position that it leads to."""
    after = before.play(move)
    if after.outcome is not None:
        ended = ended_score(after, before.mover)
        return {"win": Score.win(1), "loss": Score.loss(1), "draw": ended}[ended.kind]
    lost = following.score.kind == "win" and after.mover != before.mover
    return Score.loss(_later(following.score)) if lost else None


def _of_line(found: Result | Line) -> Evaluation:
    moves = found.line if isinstance(found, Result) else found.moves
    return Evaluation(found.score, tuple(map(str, moves))[:SHOWN_LINE])
