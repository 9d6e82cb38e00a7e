"""What single lines of the searches promise: an order saves work, contempt chooses, a limit binds at its number."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import plyground
from plyground import Move, Position, Score
from tests.search.boards import BOARDS, positions
from tests.search.exhaustive import UNKNOWN, plies_to_end

NEUTREEKO, MORRIS = plyground.game("neutreeko"), plyground.game("morris")


def nodes(name: str, algorithm: str, **options: Any) -> int:
    """What a search spends on some positions of a game."""
    _, heuristic, depth = BOARDS[name]
    return sum(
        plyground.search(position, algorithm, heuristic=heuristic, depth=depth + 1, **options).nodes
        for position in positions(name, 20, "work")
    )


@pytest.mark.parametrize("name", ["neutreeko", "morris", "hex", "blockit"])
def test_sorting_saves_nodes(name: str) -> None:
    plain, sorted_first = (nodes(name, "alphabeta", sort=sort) for sort in (False, True))
    assert sorted_first < 0.9 * plain, "the worst move first would cost more than no order at all"


BARE: dict[str, Any] = dict.fromkeys(
    ("table", "killers", "history", "countermoves", "pvs", "reductions", "quiescence", "extensions"), False
)
"""The engine without anything that could hide behind another technique."""


@pytest.mark.parametrize("feature", ["table", "killers", "history", "countermoves", "pvs", "reductions"])
def test_what_the_engine_uses_saves_nodes(feature: str) -> None:
    """Each alone, on a base without the others; reductions need null windows."""
    off = BARE | {"pvs": feature == "reductions"}
    assert nodes("morris", "pvs", **off | {feature: True}) < 0.97 * nodes("morris", "pvs", **off)


def test_null_windows_save_nodes_below_the_root_too() -> None:
    """On these positions those at the root alone save nothing."""
    assert nodes("blockit", "pvs", **BARE | {"pvs": True}) < 0.9 * nodes("blockit", "pvs", **BARE)


def circled(text: str, *moves: str) -> Position:
    """The position after the moves, twice around but for the last one: then it would come for the third time."""
    position = NEUTREEKO.position(text)
    for move in (*moves, *moves[:-1]):
        position = position.play(move)
    return position


CIRCLES = [
    ("w..w./.bb../...../....w/b.... b", "a1-e1", "e2-a2", "e1-a1", "a2-e2"),
    ("b..wb/...../....w/...../wb... w", "a1-a4", "b1-b5", "a4-a1", "b5-b1"),
    ("...w./..b../...../.ww../.b..b w", "b2-b5", "e1-e5", "b5-b2", "e5-e1"),
]
"""Going round once more is a little better than anything else."""


def value_of(found: plyground.Result, move: str) -> int:
    """The value that a search of all lines gave to a move."""
    return next(line.score.value for line in found.lines if str(line.moves[0]) == move)


@pytest.mark.parametrize("circle", CIRCLES)
@pytest.mark.parametrize("depth", [3, 4])
def test_contempt_is_what_a_repetition_costs_and_so_it_chooses(circle: tuple[str, ...], depth: int) -> None:
    position, last = circled(*circle), circle[-1]
    for contempt in (0, 30, 1000):
        found = plyground.search(position, heuristic="strong", depth=depth, contempt=contempt, lines=30)
        assert value_of(found, last) == -contempt
    drawing, playing_on = (
        str(plyground.search(position, heuristic="strong", depth=3, contempt=contempt).move) for contempt in (0, 1000)
    )
    assert drawing == last != playing_on


@pytest.mark.parametrize("circle", CIRCLES)
def test_contempt_costs_the_searcher_whoever_repeats(circle: tuple[str, ...]) -> None:
    """Here the opponent makes the repeating move, and likes it as much as the searcher does not."""
    position = NEUTREEKO.position(circle[0])
    for move in (*circle[1:], *circle[1:-2]):
        position = position.play(move)
    for contempt in (30, 1000):
        found = plyground.search(position, heuristic="strong", depth=4, contempt=contempt, lines=30)
        assert value_of(found, circle[-2]) == -contempt


def test_the_third_time_is_a_draw_at_every_depth() -> None:
    """With contempt a repetition has a value that no estimate has, so that none can be taken for it."""
    position = circled(str(NEUTREEKO.start()), "b1-b4", "c2-e4", "b4-b1", "e4-c2")
    for depth in range(2, 8):
        found = plyground.search(position, heuristic="strong", depth=depth, contempt=777, lines=30)
        assert value_of(found, "e4-c2") == -777
        assert sum(line.score.value == -777 for line in found.lines) == 1


def test_twice_is_not_three_times() -> None:
    position = NEUTREEKO.start()
    for move in ("b1-b4", "c2-e4", "b4-b1"):
        position = position.play(move)
    found = plyground.search(position, heuristic="strong", depth=2, contempt=777, lines=30)
    assert all(line.score.value != -777 for line in found.lines)


QUIET_WINS = [
    "bbb/bb./.../...www/.../b../... b 0,0",
    ".../..w/b../b...w./.../.bw/... b 0,0",
    ".../.wb/.../....bw/.w./..b/... b 0,0",
]
"""Won in three plies, of which the first two are quiet."""


@pytest.mark.parametrize("text", QUIET_WINS)
@pytest.mark.parametrize("depth", [3, 5])
def test_the_quiet_limit_binds_at_its_very_number(text: str, depth: int) -> None:
    limit = MORRIS.quiet_turns_to_draw
    assert limit is not None
    earlier = tuple(np.full(MORRIS.words, number + 1, np.uint64).tobytes() for number in range(limit))
    for turns in (0, limit - 4, limit - 3):
        position = replace(MORRIS.position(text), earlier=earlier[:turns])
        found = plyground.search(position, heuristic="strong", depth=depth)
        assert str(found.score) == "win in 3 plies", f"the removal comes in time after {turns} quiet turns"
    position = replace(MORRIS.position(text), earlier=earlier[: limit - 2])
    found = plyground.search(position, heuristic="strong", depth=depth)
    assert found.score.kind != "win", "after two more turns the game is drawn"
    assert position.play(found.move).play(position.play(found.move).moves[0]).outcome is not None


def test_distances_of_long_wins_and_losses() -> None:
    """Against all positions up to nine plies from the end: neither too short nor too long, and not before its time."""
    by_distance: dict[int, list[Position]] = {}
    for position in positions("neutreeko", 1500, "distances"):
        fresh = NEUTREEKO.position(str(position))
        by_distance.setdefault(plies_to_end(str(fresh)), []).append(fresh)
    for distance, sample in by_distance.items():
        for position in sample[: 0 if distance == UNKNOWN else 12]:
            check_distance(position, distance)
    for position in by_distance[UNKNOWN][:30]:
        for algorithm in ("alphabeta", "pvs"):
            assert plyground.search(position, algorithm, heuristic="strong", depth=6).score.kind == "estimate", position


def check_distance(position: Position, distance: int) -> None:
    """What the searches say of a position whose end is so far away."""
    expected = str(Score.win(distance) if distance > 0 else Score.loss(-distance))
    for algorithm, options in (("alphabeta", {"sort": True}), ("pvs", {"exact": True})):
        found = plyground.search(position, algorithm, heuristic="strong", depth=abs(distance), **options)  # type: ignore[arg-type]
        assert str(found.score) == expected, (str(position), algorithm)
        if abs(distance) > 1:
            sooner = plyground.search(position, algorithm, heuristic="strong", depth=abs(distance) - 1, **options)  # type: ignore[arg-type]
            assert sooner.score.kind == "estimate", (str(position), algorithm)
    assert str(plyground.search(position, heuristic="strong", depth=abs(distance) + 2).score) == expected, str(position)


def end_after(position: Position, move: Move) -> tuple[int, str]:
    """How many plies away the end is after a move, and what a search should say of the move; many if it is far."""
    child = position.play(move)
    plies = 0 if child.outcome is not None else plies_to_end(str(child))
    return abs(plies) + 1, str(Score.win(1 - plies) if plies <= 0 else Score.loss(plies + 1))


@pytest.mark.parametrize(("depth", "options"), [(6, {"exact": True}), (8, {}), (8, {"megabytes": 1})])
def test_distances_of_all_moves(depth: int, options: dict[str, Any]) -> None:
    """A position is reached at different plies here, so that a table which counts from the wrong one is found out."""
    fresh = (NEUTREEKO.position(str(position)) for position in positions("neutreeko", 300, "distances"))
    for position in [position for position in fresh if abs(plies_to_end(str(position))) >= 3][:60]:
        found = plyground.search(position, heuristic="strong", depth=depth, lines=40, **options)
        for line in found.lines:
            plies, expected = end_after(position, line.moves[0])
            if (plies <= found.depth and "exact" in options) or line.score.kind != "estimate":
                assert str(line.score) == expected, (str(position), str(line.moves[0]))


@pytest.mark.parametrize("text", ["....b/..b../w..../w..../.w.b. b", ".w.w./b..../...../...../.bwb. b"])
@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "pvs"])
def test_a_stopped_search_does_not_despair(algorithm: str, text: str) -> None:
    """Every move loses at once but the last in the game's order, which the search may not have come to."""
    position = NEUTREEKO.position(text)
    lost = [move for move in position.moves if plies_to_end(str(position.play(move))) == 1]
    assert lost == list(position.moves[:-1])
    for depth in (None, 2, 3):
        for spent in range(1, 250):
            found = plyground.search(position, algorithm, heuristic="strong", nodes=spent, depth=depth)
            assert found.score.kind != "loss", (depth, spent)
            if algorithm == "pvs":
                assert found.score.value > -10_000, (depth, spent)
