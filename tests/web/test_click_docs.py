"""docs/web.md, "The way of a click": the files and functions that it names exist."""

import ast
import re
from pathlib import Path

import plyground.web
from plyground.web import messages as m
from plyground.web.dispatch import HANDLERS
from plyground.web.handlers import gameplay

WEB = Path(plyground.web.__file__).parent
DOCUMENT = Path(__file__).parents[2] / "docs" / "web.md"
SECTION = DOCUMENT.read_text(encoding="utf-8").partition("## The way of a click\n")[2].partition("\n## ")[0]
FILES = re.findall(r"`((?:\w+/)*\w+\.(?:py|js))`", SECTION)


def rows() -> list[tuple[list[str], str]]:
    """The steps: their files, and what happens there."""
    cells = [line.split("|")[2:4] for line in SECTION.splitlines() if re.match(r"\| \d+ \|", line)]
    return [(re.findall(r"`([^`]+)`", files), what) for files, what in cells]


def names_in(path: Path) -> set[str]:
    """The classes, functions and constants that a file defines."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    defined = {node.name for node in nodes if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)}
    return defined | {node.id for node in nodes if isinstance(node, ast.Name)}


def test_every_file_on_the_way_exists() -> None:
    assert len(FILES) >= 12
    assert [file for file in FILES if not any((folder / file).is_file() for folder in (WEB, WEB.parent))] == []


def test_every_function_on_the_way_is_in_its_file() -> None:
    missing = []
    for files, what in rows():
        known = {name for file in files if file.endswith(".py") for name in names_in(WEB / file)}
        said = [each.rpartition(".")[2] for each in re.findall(r"`([A-Za-z_.]+)`", what) if "/" not in each]
        missing += [name for name in said if known and name not in known | {"Match", "Move", "py"}]
    assert missing == []


def test_the_row_of_a_move_is_as_shown() -> None:
    assert "on(m.PlayMove, gameplay.move, TABLE, PLAYERS)" in SECTION
    assert "on(m.PlayMove, gameplay.move, TABLE, PLAYERS)" in (WEB / "dispatch.py").read_text(encoding="utf-8")
    assert HANDLERS[m.PlayMove].run is gameplay.move
