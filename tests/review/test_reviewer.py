"""Reviews of small games whose values are proved, and the parts that need no search."""

import pytest

import plyground
from plyground.core.record import Record
from plyground.language import language
from plyground.play.match import Match
from plyground.play.records.text_format import read_record, write_record
from plyground.review.annotated import annotated, percent
from plyground.review.comparison import reversed_score
from plyground.review.judgement import Review, accuracy_of, key_of_moves, mark_of
from plyground.review.reviewer import review
from plyground.search.budget import Cancel
from plyground.search.score import Score

SMALL = plyground.game("hex", size=3, swap=False)
BLUNDERED = ("a1", "a3", "b3", "b2", "c2", "c1")
"""Red opens with a losing corner, Blue returns the win with a3, Red the game with b3."""
NODES = 2000


def record(*moves: str, game: plyground.Game = SMALL) -> Record:
    """A game with these moves."""
    match = Match(game.start(), ("human",) * len(game.seats))
    for move in moves:
        match.play(move)
    return match.record()


@pytest.fixture(scope="module")
def judged() -> Review:
    return review(record(*BLUNDERED), nodes=NODES)


def test_a_move_that_gives_up_a_proved_win_is_a_blunder_with_the_better_line(judged: Review) -> None:
    blunders = [move for move in judged.moves if move.mark == "blunder"]
    for blunder in blunders:
        assert (blunder.before, blunder.after, blunder.exact) == (1.0, 0.0, True)
        position = record(*BLUNDERED[: blunder.ply - 1]).checked_end()
        better = plyground.search(position.play(blunder.better[0]), "alphabeta", depth=9).score
        assert better.kind == "loss", "the better move wins for the one who plays it"
    assert [move.move for move in blunders] == ["a1", "a3", "b3"]


def test_moves_that_lose_nothing_have_no_mark_and_full_accuracy(judged: Review) -> None:
    last = judged.moves[-1]
    assert (last.mark, last.lost, last.after, last.better) == ("", 0.0, 1.0, ("c1",))
    assert judged.side(0).marks == {"inaccuracy": 0, "mistake": 0, "blunder": 2}
    assert judged.side(0).accuracy == pytest.approx((2 * accuracy_of(1.0) + 100) / 3, rel=1e-4)


def test_chances_are_those_of_the_first_seat(judged: Review) -> None:
    assert judged.chances() == [1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]


def test_a_review_is_read_back_from_its_data(judged: Review) -> None:
    assert Review.from_data(judged.as_data()) == judged
    assert judged.complete
    assert judged.key == key_of_moves(record(*BLUNDERED)) != key_of_moves(record(*BLUNDERED[:-1]))


def test_the_annotated_record_can_be_read_and_says_what_was_better(judged: Review) -> None:
    played = record(*BLUNDERED)
    again = read_record(write_record(annotated(played, judged, language("en"))))
    assert again.moves == played.moves
    said = again.remarks()
    assert said[1][0].startswith("?? 100 % → 0 %. Better: ")
    assert "Accuracy: red" in said[0][0]
    assert 6 not in said


def test_a_cancelled_review_keeps_the_moves_judged_so_far() -> None:
    cancel = Cancel()
    found = review(record(*BLUNDERED), nodes=NODES, cancel=cancel, on_progress=lambda move: cancel.now())
    assert [move.ply for move in found.moves] == [1]
    assert not found.complete


def test_forced_moves_do_not_count_for_accuracy() -> None:
    full = review(record("b2", "a1", "a2", "c1", "b1"), nodes=NODES)
    assert not any(move.forced for move in full.moves)
    last = review(record(*BLUNDERED[:5], "c1"), nodes=NODES)
    assert [move.forced for move in last.moves] == [len(record(*BLUNDERED[:ply]).checked_end().moves) == 1
                                                   for ply in range(6)]  # fmt: skip


@pytest.mark.parametrize(("lost", "mark"), [(0.04, ""), (0.05, "inaccuracy"), (0.1, "mistake"), (0.2, "blunder")])
def test_marks_begin_at_their_bounds(lost: float, mark: str) -> None:
    assert mark_of(lost) == mark


def test_a_score_is_turned_round_with_one_ply_more() -> None:
    assert reversed_score(Score.win(3)) == Score.loss(4)
    assert reversed_score(Score("draw", 0)) == Score("draw", 0)
    assert reversed_score(Score("estimate", 7)) == Score("estimate", -7)


def test_only_what_is_certain_is_0_or_100_percent() -> None:
    words = language("pt")
    assert [percent(share, words) for share in (0, 0.0001, 0.5, 0.9999, 1)] == ["0 %", "1 %", "50 %", "99 %", "100 %"]
