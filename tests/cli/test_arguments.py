"""Arguments as values: a dataclass gives a command its options, and the command gets one value of it."""

import ast
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import pytest
import typer
from typer.testing import CliRunner

import plyground.cli
from plyground.cli.arguments import options_from

MOST_PARAMETERS = 5


@dataclass(frozen=True, kw_only=True)
class Board:
    """A group of options."""

    width: Annotated[int, typer.Option("--width", "-w", min=1, help="Columns.")] = 8
    name: Annotated[list[str] | None, typer.Option("--name", help="Repeatable.")] = None

    def __post_init__(self) -> None:
        if self.width == 13:
            raise ValueError("unlucky")


@dataclass(frozen=True, kw_only=True)
class Arguments:
    """A command's arguments, with a group between them."""

    game: Annotated[str, typer.Argument(metavar="GAME", help="Which game.")]
    board: Board
    loud: Annotated[bool, typer.Option("--loud")] = False


@pytest.fixture
def seen() -> list[Arguments]:
    return []


@pytest.fixture
def call(seen: list[Arguments]) -> Any:
    """A program of one command; calls it."""
    program = typer.Typer()

    @program.command()
    @options_from(Arguments)
    def command(given: Arguments) -> None:
        """Teach the command."""
        seen.append(given)

    return lambda *words: CliRunner().invoke(program, list(words), env={"COLUMNS": "200"})


def test_a_command_gets_one_value_with_its_groups(call: Any, seen: list[Arguments]) -> None:
    assert call("hex").exit_code == 0
    assert call("-w", "11", "--name", "a", "--name", "b", "hex", "--loud").exit_code == 0
    assert seen == [
        Arguments(game="hex", board=Board()),
        Arguments(game="hex", board=Board(width=11, name=["a", "b"]), loud=True),
    ]


def test_help_and_checks_are_those_of_the_fields(call: Any, seen: list[Arguments]) -> None:
    text = call("--help").stdout
    for part in ("Teach the command.", "GAME", "Which game.", "--width", "Columns.", "[default: 8]", "Repeatable."):
        assert part in text
    assert text.index("--width") < text.index("--name") < text.index("--loud"), "in the order of the fields"
    assert call().exit_code == 2
    assert call("hex", "--width", "0").exit_code == 2
    assert str(call("hex", "--width", "13").exception) == "unlucky"
    assert seen == []


def parameters(function: ast.FunctionDef) -> int:
    given = function.args
    return len([*given.posonlyargs, *given.args, *given.kwonlyargs])


def test_no_function_of_the_command_line_takes_many_parameters() -> None:
    folder = Path(plyground.cli.__file__).parent
    long = [
        f"{file.relative_to(folder)}: {node.name} has {parameters(node)}"
        for file in sorted(folder.rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.FunctionDef) and parameters(node) > MOST_PARAMETERS
    ]
    assert long == []
