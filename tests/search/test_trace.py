"""The recorded tree says what the search did."""

import json
from typing import Any

import pytest

import plyground
from tests.search.boards import BOARDS, positions


def walk(node: dict[str, Any]) -> list[dict[str, Any]]:
    """A node and all below it."""
    return [node, *(below for child in node["children"] for below in walk(child))]


@pytest.mark.parametrize("name", ["neutreeko", "morris"])
def test_minimax_keeps_the_whole_tree(name: str) -> None:
    _, heuristic, _ = BOARDS[name]
    position = positions(name, 1, "trace")[0]
    found = plyground.search(position, "minimax", heuristic=heuristic, depth=2, trace=100_000)
    assert found.tree is not None
    nodes = walk(found.tree["root"])
    assert len(nodes) == found.tree["kept"] == found.nodes + 1
    for node in nodes:
        assert not node["cut_off"]
        if node["children"]:
            assert node["value"] == max(-child["value"] for child in node["children"])
            assert len(node["children"]) == node["moves"]
    assert json.loads(json.dumps(found.tree)) == found.tree


def test_alphabeta_says_where_it_cut_and_what_it_never_looked_at() -> None:
    position = plyground.game("neutreeko").start()
    found = plyground.search(position, "alphabeta", heuristic="strong", depth=3, trace=100_000)
    assert found.tree is not None
    nodes = walk(found.tree["root"])
    cut = [node for node in nodes if node["cut_off"]]
    assert cut
    for node in cut:
        assert node["value"] >= node["beta"], "the cut-off's reason"
        assert len(node["never_looked_at"]) == node["moves"] - node["looked_at"]
    for node in nodes:
        if node["alpha"] is not None and node["beta"] is not None:
            assert node["alpha"] < node["beta"]


def test_the_engine_records_too_and_the_record_is_bounded() -> None:
    options, heuristic, _ = BOARDS["blockit"]
    position = plyground.game("blockit", **options).start()
    found = plyground.search(position, "pvs", heuristic=heuristic, depth=6, trace=500)
    assert found.tree is not None
    assert found.tree["kept"] <= 500 < found.tree["entered"]
    assert found.tree["root"]["depth"] == 6


def test_recording_changes_nothing() -> None:
    position = plyground.game("neutreeko").start()
    plain, recorded = (
        plyground.search(position, "alphabeta", heuristic="strong", depth=4, trace=trace) for trace in (0, 1000)
    )
    assert (plain.nodes, plain.score, plain.line) == (recorded.nodes, recorded.score, recorded.line)
    assert plain.tree is None


def test_a_tree_goes_on_where_history_ends_the_game() -> None:
    """Only the engine knows the history; the tree of the others does not end at a third occurrence."""
    position = plyground.game("neutreeko").start()
    for move in ["b1-b4", "c2-e4", "b4-b1", "e4-c2", "b1-b4", "c2-e4", "b4-b1"]:
        position = position.play(move)
    found = plyground.search(position, "minimax", heuristic="strong", depth=2, trace=10_000)
    assert found.tree is not None
    assert found.tree["kept"] == found.nodes + 1


def test_a_row_keeps_nothing_of_a_search_with_another_window() -> None:
    """The engine records one window after another into the same rows; a leaf of the last has searched nothing."""
    start = plyground.game("eximo").start()
    found = plyground.search(start, "pvs", heuristic="strong", depth=3, trace=100_000)
    assert found.tree is not None
    nodes = walk(found.tree["root"])
    assert any(node["cut_off"] for node in nodes)
    assert all(node["children"] for node in nodes if node["looked_at"])
    assert not any(node["moves"] for node in nodes if not node["children"])
