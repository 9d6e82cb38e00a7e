"""Budgets, cancelling, and what a search says about itself."""

import threading
import time
from typing import Any

import pytest

import plyground
from plyground import Budget, Cancel, PlygroundError, Result
from plyground.search.budget import BudgetError
from plyground.search.registry import ALGORITHMS
from tests.search.networks import network_for

THINKING = ["minimax", "alphabeta", "pvs", "montecarlo", "puct"]
MORRIS = plyground.game("morris").start()
FULL_BOARDS: dict[str, dict[str, Any]] = {
    "hex": {"heuristic": "distance"},
    "blockit": {"heuristic": "path", "moves": "classic"},
}
"""What searches of full boards are compiled with by other tests anyway."""


@pytest.mark.parametrize("limits", [{}, {"depth": 0}, {"depth": 61}, {"nodes": 0}, {"seconds": 0}, {"depth": True}])
def test_budgets_that_mean_nothing(limits: dict[str, int]) -> None:
    with pytest.raises(BudgetError):
        Budget(**limits)


@pytest.mark.parametrize("algorithm", THINKING)
@pytest.mark.parametrize("nodes", [1, 2, 7, 100, 5000])
def test_nodes_are_kept(algorithm: str, nodes: int) -> None:
    found = plyground.search(MORRIS, algorithm, heuristic="strong", nodes=nodes, **network_for(algorithm, MORRIS.game))
    assert found.move in MORRIS.moves
    assert found.nodes <= nodes
    assert found.stopped_by == "nodes"


@pytest.mark.parametrize("algorithm", THINKING)
@pytest.mark.parametrize("name", plyground.games())
def test_one_millisecond_is_enough_for_a_legal_move(name: str, algorithm: str) -> None:
    start = plyground.game(name).start()
    more = FULL_BOARDS.get(name, {}) | network_for(algorithm, start.game)
    found = plyground.search(start, algorithm, seconds=0.001, **more)
    assert found.move in start.moves
    assert found.line[0] == found.move


@pytest.mark.parametrize("algorithm", THINKING)
def test_a_cancel_from_another_thread_ends_it(algorithm: str) -> None:
    cancel, more = Cancel(), network_for(algorithm, MORRIS.game)
    plyground.search(MORRIS, algorithm, heuristic="strong", nodes=10, **more)
    timer = threading.Timer(0.2, cancel.now)
    timer.start()
    started = time.perf_counter()
    found = plyground.search(MORRIS, algorithm, heuristic="strong", seconds=600, cancel=cancel, **more)
    assert found.stopped_by == "cancel"
    assert time.perf_counter() - started < 60, "an hour would mean that nobody listened"
    assert found.move in MORRIS.moves


def test_progress_is_reported_after_each_depth() -> None:
    seen: list[Result] = []
    found = plyground.search(MORRIS, "pvs", heuristic="strong", depth=5, on_progress=seen.append)
    assert [result.depth for result in seen] == [1, 2, 3, 4, 5]
    assert seen[-1].move == found.move
    assert found.stopped_by == "depth"


def test_a_result_says_what_it_cost() -> None:
    found = plyground.search(MORRIS, "alphabeta", heuristic="strong", depth=4)
    data = found.as_data()
    assert data["nodes"] == found.nodes > 0
    assert data["cutoffs"] > 0
    assert 1 < data["branching"] < 24
    assert data["score"]["kind"] == "estimate"
    assert data["line"][0] == data["move"] == str(found.move)


def test_a_finished_game_is_not_searched() -> None:
    over = plyground.game("hex", size=3).position("r.b/r.b/r.. b")
    for algorithm in ALGORITHMS:
        with pytest.raises(PlygroundError, match="over"):
            plyground.search(over, algorithm, heuristic="distance", depth=1)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"algorithm": "magic"}, "no agent 'magic'"),
        ({"heuristic": "magic"}, "no heuristic 'magic'"),
        ({"moves": "magic"}, "no moves='magic'"),
        ({"lines": 0}, "lines is a number"),
        ({"lines": "3"}, "lines is a number"),
        ({"seed": -1}, "seed is a number"),
        ({"trace": -1}, "trace is a number"),
        ({"heuristic": 5}, "not a heuristic"),
        ({"moves": 3}, "no moves='3'"),
        ({"threads": 0}, "threads"),
        ({"megabytes": "many"}, "megabytes"),
        ({"magic": 1}, "no option 'magic'"),
        ({"algorithm": "montecarlo", "depth": 3}, "nodes .* or seconds"),
        ({"algorithm": "puct", "depth": 3, **network_for("puct", MORRIS.game)}, "nodes .* or seconds"),
    ],
)
def test_wrong_arguments(arguments: dict[str, object], complaint: str) -> None:
    arguments = {"heuristic": "agent1", "depth": 1} | arguments
    if arguments.get("algorithm") == "montecarlo":
        arguments.pop("heuristic")
        arguments["heuristic"] = "agent1"
    with pytest.raises(PlygroundError, match=complaint):
        plyground.search(MORRIS, **arguments)  # type: ignore[arg-type]


def test_more_moves_at_the_root_than_usual() -> None:
    text = "......../wwwwwwww/......../......../......../b......./......../........ w"
    position = plyground.game("eximo").position(text)
    assert len(position.moves) > position.game.usual_moves
    for algorithm in ("alphabeta", "greedy", "pvs"):
        found = plyground.search(position, algorithm, heuristic="strong", depth=1)
        assert found.move in position.moves
    assert plyground.search(position, "montecarlo", heuristic="strong", nodes=50).move in position.moves


def test_fewer_moves_considered_than_lines_wanted() -> None:
    start = plyground.game("blockit").start()
    for algorithm in ("alphabeta", "pvs"):
        found = plyground.search(start, algorithm, heuristic="path", moves="classic", depth=2, lines=60)
        assert 1 < len(found.lines) < 60


def test_no_proof_from_some_of_the_moves() -> None:
    """Where moves are left out, a win may have an answer that nobody looked at."""
    position = plyground.game("blockit").position("c8,e3 5,5 - r")
    assert plyground.search(position, "pvs", heuristic="strong", depth=2).score.kind == "win"
    for algorithm in ("alphabeta", "pvs"):
        found = plyground.search(position, algorithm, depth=2, **FULL_BOARDS["blockit"])
        assert found.score.kind == "estimate"
