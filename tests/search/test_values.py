"""Alpha-beta in every form, and the engine without what is not exact, find the value of minimax.

`make test` compares 200 positions of each game, `make nightly` 2,000.
"""

from typing import Any

import pytest

import plyground
from plyground import Position
from tests.nightly import NIGHTLY
from tests.search import boards
from tests.search.boards import BOARDS

POSITIONS = 2_000 if NIGHTLY else 200
PARTS = 4
OTHERS: list[tuple[str, dict[str, Any]]] = [
    ("alphabeta", {"view": "mover"}),
    ("alphabeta", {"view": "mover", "sort": True}),
    ("pvs", {"exact": True, "megabytes": 1}),
    ("pvs", {"exact": True, "table": False, "aspiration": False}),
    ("pvs", {"exact": True, "pvs": False, "killers": False, "history": False, "countermoves": False}),
]


def positions(name: str, count: int, seed: str) -> list[Position]:
    """Random positions without a past: the value of one that comes again depends on the way to it."""
    return [position.without_history() for position in boards.positions(name, count, seed)]


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", BOARDS)
def test_every_search_finds_the_value_of_minimax(name: str, part: int) -> None:
    _, heuristic, depth = BOARDS[name]
    for position in positions(name, POSITIONS // PARTS, f"values {part}"):
        expected = plyground.search(position, "minimax", heuristic=heuristic, depth=depth, view="mover")
        for algorithm, options in OTHERS:
            found = plyground.search(position, algorithm, heuristic=heuristic, depth=depth, **options)
            proved_sooner = found.stopped_by == "proved" and found.depth < depth
            assert found.score == expected.score or proved_sooner, (str(position), algorithm, options)
            assert found.score.kind == expected.score.kind, (str(position), algorithm, options)
            assert found.move in position.moves


@pytest.mark.parametrize("name", BOARDS)
def test_threads_that_share_the_work_find_the_same_value(name: str) -> None:
    _, heuristic, depth = BOARDS[name]
    for position in positions(name, 25, "threads"):
        one, three = (
            plyground.search(position, heuristic=heuristic, depth=depth + 1, exact=True, megabytes=1, threads=threads)
            for threads in (1, 3)
        )
        assert (three.score, three.stopped_by) == (one.score, one.stopped_by), str(position)
        assert three.move in position.moves


@pytest.mark.parametrize("name", BOARDS)
def test_the_best_lines_are_those_of_minimax(name: str) -> None:
    _, heuristic, _ = BOARDS[name]
    for position in positions(name, 40, "lines"):
        every = plyground.search(position, "minimax", heuristic=heuristic, depth=2, lines=5, view="mover")
        for algorithm, options in OTHERS:
            found = plyground.search(position, algorithm, heuristic=heuristic, depth=2, lines=5, **options)
            if found.depth == every.depth:
                assert [line.score for line in found.lines] == [line.score for line in every.lines], str(position)


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "pvs"])
@pytest.mark.parametrize("name", BOARDS)
def test_the_line_leads_to_the_score(name: str, algorithm: str) -> None:
    """Playing the line out and asking the heuristic, or the rules, gives the score."""
    _, heuristic, _ = BOARDS[name]
    options: dict[str, Any] = {"exact": True} if algorithm == "pvs" else {"view": "mover"}
    for position in positions(name, 30, "score"):
        found = plyground.search(position, algorithm, heuristic=heuristic, depth=3, **options)
        last = position
        for move in found.line:
            last = last.play(move)
        sign = 1 if len(found.line) % 2 == 0 else -1
        if found.score.kind in ("win", "loss"):
            assert last.outcome is not None
            assert found.score.plies == len(found.line)
            assert (last.outcome.winner == position.mover) == (found.score.kind == "win")
        elif last.outcome is None:
            leaf = plyground.core.contract.evaluate(
                plyground.core.heuristic.find_heuristic(position.game, heuristic), position.game.rules, last.state
            )
            assert sign * int(leaf) == found.score.value
