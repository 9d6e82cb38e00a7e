"""Making puzzles: what is made is unique, different, and the same for the same seed."""

import random
from dataclasses import replace

import pytest

import plyground
from plyground.play.paths import tables_home
from plyground.puzzles.maker import Making, candidates, make_puzzles, thinned_out
from plyground.puzzles.prover import NoTablesError, WinProver
from plyground.puzzles.puzzle import Puzzle, puzzles_of
from plyground.search.budget import Cancel
from plyground.solve.driver import SolvePlan, prepare, solve

SMALL = plyground.game("hex", size=4, swap=False)
QUICK = Making(number=3, nodes=5000, quick_nodes=200)


def test_made_puzzles_are_proved_again_and_repeat() -> None:
    found = make_puzzles(SMALL, QUICK, Cancel())
    assert len(found) == 3
    prover = WinProver(SMALL)
    for puzzle in found:
        unique = prover.unique_win(puzzle.position())
        assert unique is not None
        assert unique.move == puzzle.solution
        assert dict(puzzle.options) == {"size": "4", "swap": "off"}
    assert make_puzzles(SMALL, QUICK, Cancel()) == found


def test_making_stops_when_it_is_cancelled_and_keeps_what_is_there() -> None:
    cancel = Cancel()
    assert len(make_puzzles(SMALL, QUICK, cancel, lambda puzzle: cancel.now())) == 1


def test_a_position_with_two_winning_moves_is_no_puzzle() -> None:
    assert WinProver(SMALL).unique_win(SMALL.start()) is None


def test_rating_grows_with_depth_look_alikes_and_tries_that_fail() -> None:
    def rating(plies: int, alike: int, *hits: int) -> int:
        return Puzzle("hex", 1, (), "", "", plies, alike, hits).rating

    assert rating(3, 0, 5, 5) < rating(5, 0, 5, 5) < rating(5, 4, 5, 5) < rating(5, 4, 4, 5) < rating(5, 4, 0, 0)
    assert rating(3, 7, 5, 5) - rating(3, 3, 5, 5) == rating(3, 3, 5, 5) - rating(3, 1, 5, 5), "twice as many"


def test_thinned_out_positions_have_few_men() -> None:
    game = plyground.game("eximo")
    assert game.thinned_men is not None
    found = list(thinned_out([game.start()], game.thinned_men, random.Random(1)))
    assert found
    for position in found:
        pieces = game.scene(position.state).pieces
        assert all(1 <= sum(piece.seat == seat for piece in pieces) <= 2 for seat in (0, 1))
        assert len(pieces) > 2, "one against one is left out"


def test_what_is_known_is_not_made_again() -> None:
    known = make_puzzles(SMALL, QUICK, Cancel())
    others = make_puzzles(SMALL, QUICK, Cancel(), known=known)
    assert len(others) == 3
    assert {puzzle.text for puzzle in others}.isdisjoint(puzzle.text for puzzle in known)
    assert len({puzzle.name for puzzle in [*known, *others]}) == 6, "made puzzles have names of their own"


def test_only_played_positions_are_tried_if_only_these_are_wanted() -> None:
    game = plyground.game("morris")
    prover = WinProver(game, 100)
    drawn = next(candidates(game, prover, replace(QUICK, played=False)))
    assert (len(drawn.game.scene(drawn.state).pieces), drawn.turns) == (6, 0)
    assert next(candidates(game, prover, replace(QUICK, played=True))).turns > 0


def test_tables_that_were_not_solved_are_asked_for() -> None:
    with pytest.raises(NoTablesError, match="plyground solve eximo --men 2"):
        WinProver(plyground.game("eximo"), men=2)


def test_with_tables_asked_for_only_they_prove() -> None:
    game = plyground.game("eximo")
    puzzle = next(each for each in puzzles_of("eximo") if len(game.scene(each.position().state).pieces) == 3)
    plan = SolvePlan(game, men=2, folder=tables_home(), threads=1)
    solve(plan, prepare(plan))
    assert WinProver(game).unique_win(puzzle.position()) is not None
    assert WinProver(game, men=2).unique_win(puzzle.position()) is None
