"""How hard a puzzle is: look-alikes, who solves it, and rating anew."""

from collections import Counter
from dataclasses import replace

import pytest

import plyground
from plyground.core.levels import RUNGS
from plyground.puzzles.difficulty import look_alikes, rate_again, rated, solvers_of, weakest_solver
from plyground.puzzles.puzzle import TRIES, Puzzle, puzzles_of
from plyground.search.budget import Cancel
from tests.noughts import noughts

GAMES = plyground.games()
MOST_EQUAL = 0.75
"""At most this share of a game's puzzles may have the same figure: otherwise it says nothing."""


@pytest.mark.parametrize("game", GAMES)
def test_the_rungs_that_no_clock_limits_try_the_puzzles_of_every_game(game: str) -> None:
    assert solvers_of(plyground.game(game)) == RUNGS[:-1]


def test_a_game_without_rungs_has_its_levels_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    assert solvers_of(noughts(monkeypatch)) == ("careless", "careful")


@pytest.mark.parametrize("game", GAMES)
def test_look_alikes_and_tries_tell_the_stored_puzzles_apart(game: str) -> None:
    puzzles = puzzles_of(game)
    assert all(len(puzzle.hits) == len(RUNGS) - 1 and max(puzzle.hits) <= TRIES for puzzle in puzzles)
    assert Counter(puzzle.alike for puzzle in puzzles).most_common(1)[0][1] <= MOST_EQUAL * len(puzzles)
    assert Counter(puzzle.hits for puzzle in puzzles).most_common(1)[0][1] <= MOST_EQUAL * len(puzzles)


@pytest.mark.parametrize("game", GAMES)
def test_a_stored_puzzle_is_rated_again_as_it_was(game: str) -> None:
    puzzle = puzzles_of(game)[50]
    assert rated(puzzle) == puzzle


def test_moves_that_look_equally_good_count_as_look_alikes_wherever_they_stand_in_the_order() -> None:
    position = plyground.game("eximo").position(
        "......../......../......../..b...../......../......../..w...../........ w"
    )
    assert {look_alikes(position, str(move)) for move in position.moves} == {2}


def test_a_move_that_looks_clearly_better_has_no_look_alike_and_one_that_looks_worse_has() -> None:
    puzzle = next(puzzle for puzzle in puzzles_of("hex") if puzzle.alike == 0)
    position = puzzle.position()
    assert look_alikes(position, puzzle.solution) == 0
    worse = max(look_alikes(position, str(move)) for move in position.moves)
    assert worse == len(position.moves) - 1


def test_the_weakest_that_solves_it_in_most_tries_is_named() -> None:
    puzzle = Puzzle("neutreeko", 1, (), "", "", 3, 0, (5 // 2, 3, 0, 5, 5, 5, 5))
    assert weakest_solver(puzzle) == "level2"
    assert weakest_solver(replace(puzzle, hits=(2,) * 7)) == ""
    assert puzzle.misses == 3 + 2 + 5


def test_rating_that_is_stopped_leaves_the_rest_as_it_was() -> None:
    cancel, told = Cancel(), list[int]()
    puzzles = [replace(puzzle, alike=99, hits=()) for puzzle in puzzles_of("neutreeko")[:3]]

    def stop(done: int) -> None:
        told.append(done)
        cancel.now()

    found = rate_again(puzzles, cancel, stop)
    assert found[0] == puzzles_of("neutreeko")[0]
    assert found[1:] == puzzles[1:]
    assert told == [1, 2, 3]
