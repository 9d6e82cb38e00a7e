"""A review as text: a line per move, the board of each mistake if wanted, and each side's accuracy."""

from collections.abc import Iterator

from plyground.core.game import Game
from plyground.core.position import Position
from plyground.language import Language
from plyground.review.annotated import percent
from plyground.review.judgement import MARKS, SIGNS, MoveReview, Review
from plyground.terminal.texts import capitalised

SHOWN_BETTER = 6
"""Moves of a better line that are shown."""


def review_lines(review: Review, positions: tuple[Position, ...], words: Language, *, boards: bool) -> Iterator[str]:
    """The lines of a review; with `boards`, the position before each marked move is drawn."""
    game = positions[0].game
    width = max((len(move.move) for move in review.moves), default=0) + 3
    for move in review.moves:
        if boards and move.mark:
            yield from ("", positions[move.ply - 1].diagram(), "")
        yield move_line(move, game, width, words)
    yield ""
    for seat in range(len(game.seats)):
        yield side_line(review, seat, game, words)


def move_line(move: MoveReview, game: Game, width: int, words: Language) -> str:
    """One move: number, side, move with its sign, chance after it, and the better line where it has a mark."""
    side = seat_name(game, move.seat, words)
    sign = f"{move.move} {SIGNS[move.mark]}".rstrip()
    chances = percent(move.after, words)
    if move.mark:
        better = " ".join(move.better[:SHOWN_BETTER])
        chances = f"{percent(move.before, words)} → {chances}; {words.text('review.better', line=better)}"
    return f"{move.ply:>3}. {side:<8} {sign:<{width}}  {chances}"


def side_line(review: Review, seat: int, game: Game, words: Language) -> str:
    """The accuracy and the marks of a side."""
    side = review.side(seat)
    said = [words.text("review.accuracy", accuracy=side.accuracy) if side.accuracy is not None else ""]
    said = [text or words.text("review.no_choice") for text in said]
    said += [words.count(f"review.mark.{mark}", side.marks[mark]) for mark in MARKS]
    return f"{capitalised(seat_name(game, seat, words))}: {', '.join(said)}"


def seat_name(game: Game, seat: int, words: Language) -> str:
    """The colour of a seat."""
    return words.word(f"seat.{game.seats[seat]}.short", game.seats[seat])
