"""The group of commands that solve; their module is imported on demand, so other commands start faster.

`plyground solve neutreeko` is short for `plyground solve game neutreeko`.
"""

from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer

from plyground.cli.app import DeferredCommands, app
from plyground.cli.arguments import AsJson, PositionArguments, options_from
from plyground.cli.language import Lang
from plyground.core.errors import OptionError
from plyground.core.position import Position
from plyground.language import Message

Folder = Annotated[
    Path | None,
    typer.Option("--folder", metavar="FOLDER", help="Where tables are kept; the user's own folder if not given."),
]
FILE = "plyground.cli.solve"
"""Where the commands are."""
USUAL = "game"
"""The default command."""


class SolveCommands(DeferredCommands):
    """The commands that solve, one of which is the default."""

    files = (FILE,)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the arguments begin with, or else the default with all of them."""
        if not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            return super().resolve_command(ctx, [USUAL, *args])
        return super().resolve_command(ctx, args)


solve = typer.Typer(
    cls=SolveCommands,
    help="""Solve a game, or its endings: the exact value of every position.

    `plyground solve neutreeko` solves the whole game, `plyground solve morris --men 7` all endings with up to seven
    men, and `plyground solve hex --option size=5` proves which first moves win. `plyground solve game --help` lists
    the other options.""",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
)
SolveCommands.group = solve
app.add_typer(solve, name="solve")


@dataclass(frozen=True, kw_only=True)
class ProbeArguments:
    """The arguments of `probe`."""

    start: PositionArguments
    text: Annotated[
        str | None, typer.Argument(metavar="POSITION", help="The position's text, the same as `--position TEXT`.")
    ] = None
    folder: Folder = None
    as_json: AsJson = False
    lang: Lang = None

    def read(self) -> Position:
        """Read the position, named in either way."""
        if self.text is None:
            return self.start.read()
        if self.start.position is not None:
            raise OptionError(Message("usage.position_twice"))
        return replace(self.start, position=self.text).read()


@app.command()
@options_from(ProbeArguments)
def probe(given: ProbeArguments) -> None:
    """Print the exact value of a position and of each of its moves, from the tables that `plyground solve` keeps.

    Distances are in plies: a ply is one turn of one player. A puzzle counts the moves of its player alone, so its win
    in 3 moves is a win in 5 plies here.

    - `plyground probe neutreeko --line "b1-c1 d5-e5"`
    - `plyground probe neutreeko ".w.w./..b../...../..w../.b.b. b" --json`
    """
    import_module(FILE).print_probe(given)
