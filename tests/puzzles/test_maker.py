"""Making puzzles: what is made is unique, different, and the same for the same seed."""

import random

import plyground
from plyground.puzzles.maker import Making, make_puzzles, thinned_out
from plyground.puzzles.proof import Judge
from plyground.puzzles.puzzle import Puzzle
from plyground.search.budget import Cancel

SMALL = plyground.game("hex", size=4, swap=False)
QUICK = Making(number=3, nodes=5000, quick_nodes=200)


def test_made_puzzles_are_proved_again_and_repeat() -> None:
    found = make_puzzles(SMALL, QUICK, Cancel())
    assert len(found) == 3
    judge = Judge(SMALL)
    for puzzle in found:
        unique = judge.unique_win(puzzle.position())
        assert unique is not None
        assert unique.move == puzzle.solution
        assert dict(puzzle.options) == {"size": "4", "swap": "off"}
    assert make_puzzles(SMALL, QUICK, Cancel()) == found


def test_making_stops_when_it_is_cancelled_and_keeps_what_is_there() -> None:
    cancel = Cancel()
    assert len(make_puzzles(SMALL, QUICK, cancel, lambda puzzle: cancel.now())) == 1


def test_a_position_with_two_winning_moves_is_no_puzzle() -> None:
    assert Judge(SMALL).unique_win(SMALL.start()) is None


def test_rating_grows_with_depth_look_alikes_and_levels_that_fail() -> None:
    def rating(plies: int, alike: int, solved_by: str) -> int:
        return Puzzle("hex", 1, (), "", "", plies, alike, solved_by).rating

    assert rating(3, 0, "easy") < rating(5, 0, "easy") < rating(5, 4, "easy") < rating(5, 4, "hard")
    assert rating(5, 4, "hard") < rating(5, 4, "")


def test_thinned_out_positions_have_few_men() -> None:
    game = plyground.game("eximo")
    found = list(thinned_out([game.start()], random.Random(1)))
    assert found
    for position in found:
        pieces = game.scene(position.state).pieces
        assert all(1 <= sum(piece.seat == seat for piece in pieces) <= 2 for seat in (0, 1))
