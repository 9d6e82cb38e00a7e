"""A game from somebody else's package: everything works with it, and no file of ours knows it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import plyground

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLE = ROOT / "examples/noughts"
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def count_lines(depth: int, mine: frozenset[int] = frozenset(), others: frozenset[int] = frozenset()) -> int:
    """Lines of play of a length, counted naively: the rules once more, from nothing."""
    if depth == 0:
        return 1
    if any(set(line) <= others for line in LINES):
        return 0
    return sum(count_lines(depth - 1, others, mine | {square}) for square in set(range(9)) - mine - others)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which the example is installed, as far as Python can tell."""
    place = tmp_path_factory.mktemp("site")
    about = place / "plyground_noughts-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: plyground-noughts\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[plyground.games]\nnoughts = noughts:NoughtsGame\n")
    package = Path(plyground.__file__).parent.parent
    return dict(os.environ) | {"PYTHONPATH": os.pathsep.join(map(str, (place, EXAMPLE, package)))}


def run(environment: dict[str, str], *arguments: str) -> str:
    """What a command prints."""
    command = [sys.executable, "-m", *arguments]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_entry_point_of_the_example_is_the_one_tested_here() -> None:
    assert 'noughts = "noughts:NoughtsGame"' in (EXAMPLE / "pyproject.toml").read_text()


def test_it_is_one_short_file() -> None:
    (file,) = EXAMPLE.glob("*.py")
    assert len(file.read_text(encoding="utf-8").splitlines()) < 150


def test_the_conformance_suite_holds_for_it(installed: dict[str, str]) -> None:
    suites = [f"tests/conformance/test_{name}.py" for name in ("contract", "texts", "scenes", "encoding")]
    alone = installed | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    said = run(alone, "pytest", "-q", "-p", "no:cacheprovider", "-p", "pytest_timeout", "-k", "noughts", *suites)
    assert "passed" in said


@pytest.mark.parametrize("depth", [4, 9])
def test_its_lines_are_counted_right(installed: dict[str, str], depth: int) -> None:
    assert int(run(installed, "plyground", "perft", "noughts", "--depth", str(depth))) == count_lines(depth)


@pytest.mark.parametrize("agent", ["alphabeta:depth=9", "pvs:depth=16", "careful"])
def test_every_search_proves_it_a_draw(installed: dict[str, str], agent: str) -> None:
    found = json.loads(run(installed, "plyground", "search", "noughts", "--agent", agent, "--json"))
    assert found["score"]["kind"] == "draw"


LOOK = """
import json, plyground
from plyground.terminal.board_view import draw_board
from plyground.web.game_resources import all_pictures
from plyground.web.game_list import all_games
from plyground.web.handlers.analysis import hinter
from plyground.web.lessons import lessons_of
position = plyground.game("noughts").start().play("b2")
entry = next(game for game in all_games("pt")["games"] if game["name"] == "noughts")
print(json.dumps({
    "entry": entry,
    "hinter": hinter(position.game).name,
    "picture": all_pictures()["noughts"],
    "lessons": lessons_of("noughts", "en"),
    "terminal": [line.plain for line in draw_board(position, None)],
    "cells": position.game.board().as_data()["cells"],
    "pieces": position.game.scene(position.state).as_data()["pieces"],
}))
"""


def test_its_levels_are_agents_and_on_the_list_of_the_page(installed: dict[str, str]) -> None:
    shown = look(installed)
    assert shown["entry"]["levels"] == ["careless", "careful"]
    assert shown["hinter"] == "careful", "the strongest of its own levels gives hints"
    seats = ("--first", "careful", "--second", "Careless", "--json")
    played = json.loads(run(installed, "plyground", "play", "noughts", *seats))
    assert [side["player"] for side in played["summary"]["sides"]] == ["careful", "Careless"]
    assert played["outcome"]["winner"] != 1


def test_its_board_is_drawn_from_what_it_says(installed: dict[str, str]) -> None:
    shown = look(installed)
    assert len(shown["cells"]) == 9
    assert [(piece["cell"], piece["seat"]) for piece in shown["pieces"]] == [("b2", 0)]
    assert len(shown["terminal"]) >= 3


def test_the_page_shows_its_empty_board_where_a_game_is_chosen_and_knows_that_it_has_no_lessons(
    installed: dict[str, str],
) -> None:
    shown = look(installed)
    assert shown["picture"]["board"]["cells"] == shown["cells"]
    assert (shown["picture"]["pieces"], shown["picture"]["seats"]) == ([], ["black", "white"])
    assert shown["lessons"] == {"steps": []}


def look(installed: dict[str, str]) -> dict[str, Any]:
    """The game as the page and the terminal see it, after a move to the middle."""
    command = [sys.executable, "-c", LOOK]
    done = subprocess.run(command, env=installed, cwd=ROOT, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found
