"""The share of puzzles that agents solve: which are tried, by whom, and what is told about it."""

import pytest
from bench.tactics import PuzzleMove, Share, agent_at_best, attempt, chosen, report, shares, table

import plyground
from plyground.puzzles.puzzle import puzzles_of

AGENTS = ["random", "pvs:nodes=20000"]
TRIED = [
    PuzzleMove("hex", 1, "random", "a1", False),
    PuzzleMove("hex", 1, "pvs:nodes=20000", "c3", True),
    PuzzleMove("hex", 2, "random", "b2", True),
    PuzzleMove("hex", 2, "pvs:nodes=20000", "b2", True),
]


@pytest.mark.parametrize("game", plyground.games())
def test_every_game_has_two_hundred_puzzles_and_fewer_are_taken_evenly(game: str) -> None:
    assert len(chosen(game, None)) >= 200
    assert chosen(game, 10**6) == list(puzzles_of(game))
    numbers = [puzzle.number for puzzle in chosen(game, 4)]
    assert numbers[0] == 1
    assert numbers[-1] > len(puzzles_of(game)) // 2


def test_shares_have_wilsons_interval() -> None:
    assert str(Share(45, 50)) == "90.0 % (78.6 to 95.7)"
    assert Share(0, 10).interval[0] == 0.0
    assert Share(10, 10).interval == (pytest.approx(0.7225, abs=1e-4), 1.0)


def test_attempts_are_counted_by_game_and_agent() -> None:
    found = shares(TRIED)
    assert found == {"hex": {"random": Share(1, 2), "pvs:nodes=20000": Share(2, 2)}}
    assert table(found, AGENTS).splitlines()[0] == "| game | positions | `random` | `pvs:nodes=20000` |"
    assert table(found, AGENTS).splitlines()[2].startswith("| Hex | 2 | 50.0 % (")
    data = report(TRIED, 1.0)
    assert data["games"]["hex"]["random"]["solved"] == 1
    assert data["missed"] == [["hex", 1, "random", "a1"]]


def test_an_agent_plays_its_best_in_the_time_given_unless_it_names_a_limit() -> None:
    game = plyground.game("hex", size=5, swap=False)
    level, limited = (agent_at_best(text, game, 0.5) for text in ("expert", "pvs:nodes=20000"))
    assert (level.seconds, level.spec.vary, level.spec.blunder) == (0.5, 0, 0.0)
    assert (limited.seconds, limited.nodes) == (None, 20000)


def test_the_solution_solves_a_puzzle() -> None:
    puzzle = puzzles_of("hex")[0]
    tried = attempt(puzzle, "pvs:nodes=200000", 1.0)
    assert tried == PuzzleMove("hex", 1, "pvs:nodes=200000", puzzle.solution, True)
