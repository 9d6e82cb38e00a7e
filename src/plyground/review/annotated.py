"""A review as comments in a record, so that any program that shows comments shows it."""

from dataclasses import replace

from plyground.core.record import Record
from plyground.language import Language
from plyground.review.judgement import SIGNS, MoveReview, Review


def annotated(record: Record, review: Review, words: Language) -> Record:
    """The record with a comment after each marked move, and the accuracy of the sides before the first one."""
    said = [(move.ply, comment_on(move, words)) for move in review.moves if move.mark]
    accuracies = ((0, accuracy_comment(record, review, words)),) if review.moves else ()
    return replace(record, comments=(*record.comments, *accuracies, *said))


def comment_on(move: MoveReview, words: Language) -> str:
    """What is said about a marked move."""
    before, after = (percent(chance, words) for chance in (move.before, move.after))
    line = " ".join(move.better)
    return words.text("review.comment", mark=SIGNS[move.mark], before=before, after=after, line=line)


def accuracy_comment(record: Record, review: Review, words: Language) -> str:
    """The accuracy of each side that had a choice."""
    sides = []
    for seat, colour in enumerate(record.game.seats):
        accuracy = review.side(seat).accuracy
        if accuracy is not None:
            name = words.word(f"seat.{colour}.short", colour)
            sides.append(words.text("review.side", seat=name, accuracy=accuracy))
    return words.text("review.sides", sides=", ".join(sides))


def percent(share: float, words: Language) -> str:
    """A chance in percent; only what is certain is 0 or 100."""
    if 0 < share < 1:
        share = min(0.99, max(0.01, share))
    return words.text("review.percent", share=100 * share)
