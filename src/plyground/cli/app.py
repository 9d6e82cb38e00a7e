"""What the commands share: the program itself, its consoles, and the arguments that describe a position."""

import difflib
import sys
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, ClassVar

import typer
from typer.core import TyperGroup
from typer.main import get_group

from plyground.cli.language import spoken
from plyground.core.errors import OptionError, PlygroundError, quoted
from plyground.core.position import Position
from plyground.games import game as make_game
from plyground.games import load_plugin
from plyground.terminal.output import SafeConsole


class UnknownCommandError(PlygroundError):
    """There is no command of that name."""


class Commands(TyperGroup):
    """A group of commands that names them, and the nearest one, to somebody who asks for another."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the arguments begin with."""
        if not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            raise unknown_command(args[0], self.list_commands(ctx))
        return super().resolve_command(ctx, args)


class DeferredCommands(Commands):
    """A group whose files are imported when somebody asks for one of its commands, so that others start faster."""

    files: ClassVar[tuple[str, ...]]

    @classmethod
    def group(cls) -> typer.Typer:
        """What the files add their commands to."""
        raise NotImplementedError

    def list_commands(self, ctx: Any) -> list[str]:
        """Their names."""
        self._load()
        return super().list_commands(ctx)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name, None if there is none."""
        self._load()
        return super().get_command(ctx, cmd_name)

    def _load(self) -> None:
        if not self.commands:
            for file in self.files:
                import_module(file)
            self.commands = get_group(self.group()).commands


def unknown_command(name: str, known: list[str]) -> UnknownCommandError:
    """The error for a name that is none of the commands, in the language of the command line."""
    words, close = spoken(sys.argv), difflib.get_close_matches(name, known, n=1)
    said = [words.text("no_command", name=quoted(name)), *(words.text("command_meant", word=word) for word in close)]
    return UnknownCommandError(" ".join([*said, words.text("commands_are", commands=", ".join(known))]))


app = typer.Typer(
    cls=Commands,
    help="Play, study and solve abstract board games by adversarial search.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
)
out = SafeConsole()
err = SafeConsole(stderr=True)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="Its name, as `plyground games` lists it.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="KEY=VALUE", help="An option of the game, such as `size=13`; repeatable."),
]
PositionText = Annotated[
    str | None, typer.Option("--position", metavar="TEXT", help="Start from this position instead of the usual one.")
]
Line = Annotated[
    str, typer.Option("--line", metavar="MOVES", help='Then play these moves, such as `--line "f6 swap"`.')
]
Plugins = Annotated[
    list[Path] | None,
    typer.Option("--plugin", metavar="FILE", help="A Python file with heuristics of your own; repeatable."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object, for machines.")]


def read_options(texts: list[str] | None) -> dict[str, str]:
    """The options of a game from `key=value` texts."""
    options: dict[str, str] = {}
    for text in texts or []:
        key, equals, value = text.partition("=")
        if not equals or not key:
            raise OptionError(f"{quoted(text)} is not an option: write key=value, such as size=13.")
        if key in options:
            raise OptionError(f"The option {quoted(key)} is given twice.")
        options[key] = value
    return options


def read_position(name: str, options: list[str] | None, text: str | None, line: str) -> Position:
    """The position that the arguments of a command describe."""
    game = make_game(name, **read_options(options))
    position = game.start() if text is None else game.position(text)
    for move in line.split():
        position = position.play(move)
    return position


def describe(position: Position) -> dict[str, Any]:
    """A position as plain data."""
    outcome = position.outcome
    return {
        "game": position.game.name,
        "options": position.game.option_texts(),
        "position": str(position),
        "mover": position.game.seats[position.mover],
        "outcome": outcome
        and {
            "winner": None if outcome.winner is None else position.game.seats[outcome.winner],
            "reason": outcome.reason,
        },
    }


def load_plugins(paths: list[Path] | None) -> None:
    """Load the user's own heuristics."""
    for path in paths or []:
        load_plugin(path)
