"""A heuristic of one's own: loaded from a file, compiled into the search, never served stale."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import plyground
from plyground import PlygroundError
from plyground.core.heuristic import load_plugin_file

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLE = ROOT / "examples/mills.py"
AGENT = "minimax:heuristic=mills,depth=2"
"""The search that is compiled soonest."""


def search_in(environment: dict[str, str], *arguments: str) -> tuple[int, str]:
    """The score that the command finds, and what it says on stderr."""
    command = [sys.executable, "-m", "plyground", "search", "morris", "--agent", AGENT, "--json"]
    position = ["--line", "a1 b2 d1 d2 g1xb2"]
    done = subprocess.run(
        [*command, *position, *arguments], capture_output=True, text=True, check=True, env=os.environ | environment
    )
    return json.loads(done.stdout)["score"]["value"], done.stderr


def search_with(plugin: Path) -> tuple[int, str]:
    """What the command finds and says with a plugin."""
    return search_in({}, "--plugin", str(plugin))


def test_the_example_is_short() -> None:
    assert len(EXAMPLE.read_text().splitlines()) < 25


def test_a_changed_plugin_is_never_served_by_a_stale_cache(tmp_path: Path) -> None:
    plugin = tmp_path / "mine.py"  # which no cache knows: its path is part of the name of its folder there
    plugin.write_text(EXAMPLE.read_text())
    first, said = search_with(plugin)
    assert "Compiling" in said
    again, said = search_with(plugin)
    assert (again, said) == (first, "")
    plugin.write_text(EXAMPLE.read_text().replace("return h.man * ahead", "return 1000 + h.man * ahead"))
    changed, said = search_with(plugin)
    assert "Compiling" in said
    assert changed == first + 1000


def test_an_installed_package_offers_a_heuristic_by_its_entry_point(tmp_path: Path) -> None:
    plugin, about = tmp_path / "millions.py", tmp_path / "millions-1.0.dist-info"
    plugin.write_text(EXAMPLE.read_text())
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: millions\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[plyground.heuristics]\nmills = millions\n")
    paths = [str(tmp_path), str(Path(plyground.__file__).parent.parent)]
    environment = {"PYTHONPATH": os.pathsep.join(paths)}
    first, _ = search_in(environment)
    assert search_in(environment) == (first, "")
    plugin.write_text(EXAMPLE.read_text().replace("return h.man * ahead", "return 1000 + h.man * ahead"))
    assert search_in(environment)[0] == first + 1000


@pytest.mark.parametrize(
    ("source", "complaint"),
    [("def", "does not load"), ("raise KeyError(1)", "does not load"), (None, "no plugin file")],
)
def test_a_plugin_that_does_not_load(tmp_path: Path, source: str | None, complaint: str) -> None:
    plugin = tmp_path / "broken.py"
    if source is not None:
        plugin.write_text(source)
    with pytest.raises(PlygroundError, match=complaint):
        load_plugin_file(plugin)


def test_own_weights() -> None:
    """A heuristic may be given as a value, with weights of one's own."""
    weights = plyground.core.heuristic.heuristics_of(plyground.game("morris"))["agent2"]
    position = plyground.game("morris").start()
    for move in ["a1", "b2", "d1", "d2", "g1xb2"]:
        position = position.play(move)
    usual = plyground.search(position, "minimax", heuristic=weights(), depth=1).score.value
    doubled = weights()._replace(**{name: 2 * value for name, value in weights()._asdict().items()})  # type: ignore[attr-defined]
    assert plyground.search(position, "minimax", heuristic=doubled, depth=1).score.value == 2 * usual
