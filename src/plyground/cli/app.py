"""What the commands share: the program itself and its consoles."""

import difflib
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any, ClassVar

import typer
from rich.console import JustifyMethod
from rich.table import Table
from typer.core import TyperGroup
from typer.main import get_group

from plyground.cli.help_panels import in_panels, without_types_of_flags
from plyground.cli.language import spoken
from plyground.cli.plain_values import spared_parameters
from plyground.core.errors import PlygroundError, quoted
from plyground.core.position import Position
from plyground.language import Language
from plyground.terminal.output import SafeConsole


class UnknownCommandError(PlygroundError):
    """There is no command of that name."""


class Commands(TyperGroup):
    """A group of commands; an unknown name is answered with the commands and the nearest one."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the arguments begin with."""
        if not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            raise unknown_command(args[0], self.list_commands(ctx))
        found = super().resolve_command(ctx, args)
        if found[1] is not None and not isinstance(found[1], Commands):
            found[1].get_params = partial(prepared_parameters, found[1].get_params)  # type: ignore[method-assign]
        return found

    def get_params(self, ctx: Any) -> list[Any]:
        """The options of the group itself."""
        return prepared_parameters(super().get_params, ctx)


class MainCommands(Commands):
    """The commands of the whole program."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Their names, in the order of the help."""
        self.commands = in_panels(dict(self.commands))
        return super().list_commands(ctx)


class DeferredCommands(Commands):
    """A group whose modules are imported on demand, so that other commands start faster."""

    files: ClassVar[tuple[str, ...]]
    group: ClassVar[typer.Typer]
    """The group that the modules add their commands to."""
    loaded = False

    def list_commands(self, ctx: Any) -> list[str]:
        """Their names."""
        self._load()
        return super().list_commands(ctx)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name, None if there is none."""
        self._load()
        return super().get_command(ctx, cmd_name)

    def _load(self) -> None:
        """Import the modules, once; their commands are in the order of the modules, whichever was imported first."""
        if self.loaded:
            return
        for file in self.files:
            import_module(file)
        found = get_group(self.group).commands
        self.commands = dict(sorted(found.items(), key=lambda item: self.files.index(item[1].callback.__module__)))
        self.loaded = True


def prepared_parameters(listed: Callable[[Any], list[Any]], ctx: Any) -> list[Any]:
    """The parameters that a command lists: validated where needed, flags without a type."""
    return without_types_of_flags(spared_parameters(listed, ctx))


def unknown_command(name: str, known: list[str]) -> UnknownCommandError:
    """The error for an unknown command, in the language of the command line."""
    words, close = spoken(sys.argv), difflib.get_close_matches(name, known, n=1)
    said = [words.text("no_command", name=quoted(name)), *(words.text("command_meant", word=word) for word in close)]
    return UnknownCommandError(" ".join([*said, words.text("commands_are", commands=", ".join(known))]))


app = typer.Typer(
    cls=MainCommands,
    help="Play, study and solve abstract board games by adversarial search.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
)
out = SafeConsole()
err = SafeConsole(stderr=True)


def plain_table(*columns: str, padding: tuple[int, int, int, int] = (0, 2, 0, 0)) -> Table:
    """A table without lines."""
    return Table(*columns, box=None, pad_edge=False, padding=padding)


def titled_table(words: Language, group: str, *names: str, justify: JustifyMethod = "left") -> Table:
    """A table without lines, with titles in the user's language: `group` is where the catalogue has them."""
    table = plain_table()
    for name in names:
        table.add_column(words.text(f"{group}.{name}"), justify=justify)
    return table


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
