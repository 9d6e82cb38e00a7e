"""Proved results are right: compared with exhaustive search in plain Python."""

from functools import cache
from typing import Any

import pytest

import plyground
from plyground import Position
from tests.search.boards import positions

SEARCHES: list[tuple[str, dict[str, Any]]] = [
    ("alphabeta", {"depth": 12}),
    ("pvs", {"depth": 16}),
    ("pvs", {"depth": 16, "threads": 2}),
]


@cache
def plies_to_win(position: Position) -> int:
    """Exhaustively: plies until the mover wins, negative until they lose. Hex has no draws."""
    if position.outcome is not None:
        return 0
    best = -1000
    for move in position.moves:
        child = position.play(move)
        below = plies_to_win(child)
        wins = child.outcome is not None or below < 0
        plies = abs(below) + 1
        best = max(best, 1000 - plies if wins else plies - 1000)
    return 1000 - best if best > 0 else -1000 - best


@pytest.mark.parametrize(("algorithm", "options"), SEARCHES)
@pytest.mark.parametrize("swap", [True, False])
def test_hex_3x3_is_solved(algorithm: str, options: dict[str, Any], swap: bool) -> None:
    start = plyground.game("hex", size=3, swap=swap).start()
    for position in [start, *(start.play(move) for move in start.moves)]:
        exact = plies_to_win(position)
        found = plyground.search(position, algorithm, heuristic="distance", **options)
        assert found.score.kind == ("win" if exact > 0 else "loss")
        if algorithm == "alphabeta" or "threads" not in options:
            assert found.score.plies == abs(exact)


@pytest.mark.parametrize(("algorithm", "options"), SEARCHES)
def test_hex_4x4_endings(algorithm: str, options: dict[str, Any]) -> None:
    endings = [position for position in positions("hex", 150, "proofs") if len(position.moves) <= 9]
    assert len(endings) > 40
    for position in endings:
        found = plyground.search(position, algorithm, heuristic="distance", **options)
        assert found.score.kind == ("win" if plies_to_win(position) > 0 else "loss"), str(position)


@pytest.mark.parametrize("name", ["neutreeko", "morris"])
def test_wins_within_five(name: str) -> None:
    """What the engine says is won or lost within five plies, minimax says too, and the other way round."""
    depth = 5 if name == "neutreeko" else 3
    proved = 0
    for position in positions(name, 150, "five"):
        exact = plyground.search(position, "minimax", heuristic="strong", depth=depth).score
        found = plyground.search(position, "pvs", heuristic="strong", depth=depth).score
        if exact.kind != "estimate":
            proved += 1
            assert (found.kind, found.plies) == (exact.kind, exact.plies), str(position)
        elif found.kind != "estimate":
            assert found.plies is not None
            assert found.plies > depth, str(position)
    assert proved > 5


def test_a_finished_tree_without_a_winner_is_a_proved_draw() -> None:
    """Two pawns without barriers that cannot get past each other are no draw; a tree that ends is needed for that."""
    position = plyground.game("hex", size=3).start()
    assert plyground.search(position, "alphabeta", heuristic="distance", depth=12).score.kind != "draw"


def test_montecarlo_solves_small_boards() -> None:
    for move in ("a1", "b2"):
        position = plyground.game("hex", size=3, swap=False).start().play(move)
        found = plyground.search(position, "montecarlo", heuristic="distance", nodes=100_000)
        assert found.stopped_by == "proved"
        assert found.score.kind == ("win" if plies_to_win(position) > 0 else "loss")
