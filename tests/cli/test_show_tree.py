"""`plyground tree`."""

import json

from tests.cli.test_commands import run

ASKED = ("tree", "neutreeko", "--agent", "alphabeta:heuristic=strong,depth=2")


def test_the_tree_is_printed_with_windows_values_and_what_cut_offs_saved() -> None:
    lines = run(*ASKED).out.splitlines()
    assert "├─ b1-b4  [-∞, ∞]" in lines[2]
    assert any("✂ cut off: 15 left" in line and "15 nodes saved" in line for line in lines)
    assert lines[-1] == "60 nodes visited, 161 saved, 221 for minimax; 13 cut-offs"
    shallow = run(*ASKED, "--plies", "1").out.splitlines()
    assert len(shallow) == 1 + 1 + 14 + 1
    assert shallow[-2].startswith("└─ ")


def test_the_tree_as_json_and_in_portuguese() -> None:
    data = json.loads(run(*ASKED, "--json").out)
    assert len(data["nodes"]["parent"]) == data["visited"] + 1 == 61
    assert run(*ASKED, "--lang", "pt").out.splitlines()[-1].startswith("60 nós visitados, 161 poupados")


def test_playouts_are_printed_with_visits_and_shares() -> None:
    lines = run("tree", "neutreeko", "--agent", "montecarlo:nodes=60", "--plies", "1").out.splitlines()
    assert lines[0].endswith(" %")
    assert sum(int(line.split()[-3]) for line in lines[1:-1]) == 59, "the first playout stays at the root"
    assert lines[-1].startswith("60 playouts, ")


def test_a_tree_that_is_too_large_is_refused_with_what_to_do() -> None:
    answer = run("tree", "neutreeko", "--agent", "minimax:heuristic=strong,depth=3", "--most", "50")
    assert answer.code == 2
    assert "more than 50 nodes" in answer.err
    assert "Depth 1 can be watched here" in answer.err


def test_without_a_depth_the_tree_is_the_deepest_that_fits() -> None:
    data = json.loads(run("tree", "neutreeko", "--agent", "minimax:heuristic=strong", "--most", "300", "--json").out)
    assert data["depth"] == 2
    assert data["agent"] == "minimax:heuristic=strong,depth=2"
    assert json.loads(run("tree", "neutreeko", "--json").out)["depth"] == 3
    assert "Even at depth 1" in run("tree", "neutreeko", "--most", "5").err
