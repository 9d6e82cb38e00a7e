"""The heuristic bench: parts that add up, moves as `greedy` sees them, and files of one's own that may go wrong."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import plyground
from plyground import PlygroundError
from plyground.core.heuristic import forget_file, heuristics_of
from plyground.play.agents.weights import WeightsError
from plyground.play.bench.assessment import assess
from plyground.play.bench.plugin_process import PluginHangsError, PluginProcess
from plyground.play.bench.workshop import Workshop
from plyground.search.api import search

LINE = ("b1-c1", "c2-e2", "c4-c2")
FILE = '''
from typing import NamedTuple
from plyground.core.heuristic import heuristic
from plyground.games.neutreeko.helpers import me, steps_from_centre

class Bench{name}(NamedTuple):
    """Mine."""
    near: int = 7

@heuristic(Bench{name}, game="neutreeko")
def bench_{name}(h, rules, state):
    {body}
'''
GOOD = "return h.near * steps_from_centre(rules, state, me(rules, state))"


@pytest.fixture
def plugin(tmp_path: Path) -> Iterator[Path]:
    path = (tmp_path / "mine.py").resolve()
    yield path
    forget_file(path)


def write(path: Path, body: str, name: str = "mine") -> None:
    """Write the file anew, so that it looks changed however coarse the clock of its folder is."""
    before = path.stat().st_mtime_ns if path.exists() else 0
    path.write_text(FILE.format(name=name, body=body))
    if before:
        os.utime(path, ns=(before + 10**9, before + 10**9))


def position() -> plyground.Position:
    """A position in the middle of a game."""
    found = plyground.game("neutreeko").start()
    for move in LINE:
        found = found.play(move)
    return found


def test_the_parts_of_a_sum_add_up_and_follow_their_weights() -> None:
    found = assess(position(), "H4", {"enemy": 1}, moves=False)
    assert not found["exact"], "one weight multiplies the others"
    pair = next(part for part in found["parts"] if part["name"] == "pair")
    assert pair["points"] == pair["weight"] * pair["feature"] != 0
    changed = assess(position(), "H4", {"pair": 18}, moves=False)
    assert changed["value"] == found["value"] + 8 * pair["feature"]
    alone = assess(position(), "H4", {"enemy": 0, "pair": 3}, moves=False)
    assert alone["value"] == alone["base"] + sum(part["points"] for part in alone["parts"])
    assert alone["exact"]


def test_every_move_has_the_value_by_which_greedy_chooses() -> None:
    found = {move["move"]: move["value"] for move in assess(position(), "H1", {}, moves=True)["moves"]}
    lines = search(position(), "greedy", heuristic="H1", lines=64).lines
    assert found == {str(line.moves[0]): line.score.value for line in lines}


@pytest.mark.parametrize("changes", [{"nothing": 1}, {"pair": 100_001}])
def test_weights_that_are_none_are_refused(changes: dict[str, int]) -> None:
    with pytest.raises(WeightsError):
        assess(position(), "H1", changes, moves=False)


def test_a_file_is_loaded_again_when_it_changes_and_its_mistake_is_told(plugin: Path) -> None:
    write(plugin, GOOD)
    workshop = Workshop([plugin])
    game = plyground.game("neutreeko")
    try:
        assert (workshop.version, workshop.reload(), workshop.files[0].problem) == (1, 1, "")
        assert "bench_mine" in heuristics_of(game)
        write(plugin, "return h.near *", "mine")
        assert workshop.reload() == 2
        assert "mine.py" in workshop.files[0].problem
        assert "bench_mine" not in heuristics_of(game)
        write(plugin, GOOD, "other")
        assert workshop.reload() == 3
        assert {"bench_other", "H1"} <= set(heuristics_of(game))
        entries = {
            each["name"]: each for each in workshop.compare(position(), "bench_other", {"near": 1})["heuristics"]
        }
        assert entries["bench_other"]["file"] == "mine.py"
        assert entries["bench_other"]["value"] == entries["bench_other"]["parts"][0]["feature"] > 0
        assert entries["H1"]["file"] is None
    finally:
        workshop.close()


def test_a_file_that_is_not_there_is_told_and_loaded_once_it_is(plugin: Path) -> None:
    workshop = Workshop([plugin])
    try:
        assert workshop.files[0].problem.startswith("There is no plugin file")
        write(plugin, GOOD)
        assert workshop.reload() == 2
        assert workshop.files[0].problem == ""
    finally:
        workshop.close()


def test_a_heuristic_that_hangs_is_ended_with_its_process(plugin: Path) -> None:
    write(plugin, "while h.near < 10:\n        state[0] += state[0]\n    return 1")
    process = PluginProcess(plugin, first_patience=3.0)
    try:
        with pytest.raises(PluginHangsError, match=r"mine\.py"):
            process.assess(position(), "bench_mine", {}, moves=False)
        with pytest.raises(PlygroundError, match="bench_none"):
            PluginProcess(plugin).assess(position(), "bench_none", {}, moves=False)
    finally:
        process.close()
