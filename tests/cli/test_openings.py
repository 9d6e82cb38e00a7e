"""`plyground openings`."""

import json
import signal
from pathlib import Path

import pexpect  # type: ignore[import-untyped]
import pytest

from plyground.cli import openings_command
from plyground.games.hex import HexGame
from plyground.lab import mapping
from plyground.review.opening_map import maps_of, read_maps
from tests.cli.test_commands import ENVIRONMENT, PROGRAM, run
from tests.patience import PATIENCE
from tests.pseudo_terminal import spawn
from tests.search.networks import uniform

BOARD = """\
     a   b   c
   1   0   0 100   1
     2 100 100 100   2
       3 100   0   0   3
             a   b   c"""


def test_the_chances_are_drawn_on_the_board() -> None:
    lines = run("openings", "hex", "-o", "size=3", "--nodes", "200", "--workers", "1").out.splitlines()
    assert lines[0].startswith("Hex, size=3, swap=off: ")
    assert "\n".join(line.rstrip() for line in lines[1:-2]) == BOARD
    assert lines[-2] == "5 of 9 first moves are better for the first player."
    assert "swapped" in lines[-1]


def test_the_stored_map_is_shown_unless_other_nodes_are_asked_for() -> None:
    stored = maps_of(HexGame)[0]
    data = json.loads(run("openings", "hex", "-o", "size=5", "--json").out)
    assert data == {"game": "hex", "maps": [stored.as_data()]}
    other = json.loads(run("openings", "hex", "-o", "size=5", "--nodes", "2", "--workers", "1", "--json").out)
    assert other["maps"][0]["nodes"] == 2


def test_maps_are_written_and_the_same_command_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "openings.json"
    monkeypatch.setattr(openings_command, "stored_at", lambda kind: path)
    monkeypatch.setattr(HexGame, "mapped", ({"size": 3, "swap": False}, {"size": 4, "swap": False}))
    command = ("openings", "hex", "--write", "--nodes", "2", "--workers", "1")
    assert run(*command, "-o", "size=4").code == 0
    (first,) = read_maps(path)
    answer = run(*command, "--all", "--lang", "pt")
    assert "Guardado em" in answer.out.splitlines()[-1]
    assert [each.options["size"] for each in read_maps(path)] == ["3", "4"]
    monkeypatch.setattr(mapping, "draw_maps", None)
    assert run(*command, "--all").code == 0, "nothing is judged twice"
    assert first in read_maps(path)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 128 + signal.SIGTERM)])
def test_a_command_that_is_stopped_leaves_at_once(number: signal.Signals, code: int) -> None:
    command = ["openings", "hex", "-o", "size=13", "--nodes", "1000000", "--workers", "1"]
    child = spawn([*PROGRAM, *command], env=ENVIRONMENT, timeout=PATIENCE)
    child.expect("0/85")
    child.kill(number)
    child.expect(pexpect.EOF)
    assert "Traceback" not in child.before
    child.close()
    assert child.exitstatus == code


def test_a_game_whose_first_moves_are_no_cells_gets_a_list_by_a_network_that_is_named() -> None:
    assert "No network came with neutreeko" in run("openings", "neutreeko").err
    network = uniform("neutreeko")
    answer = run("openings", "neutreeko", "--network", network, "--nodes", "1", "--workers", "1")
    assert answer.complaints == []
    lines = answer.out.splitlines()
    assert lines[1].split()[-1] == "%"
    assert any(line.startswith("b1-c1 d1-c1 ") for line in lines)
    assert lines[-1].endswith("of 14 first moves are better for the first player.")
