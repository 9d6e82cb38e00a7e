"""The command that plays at the terminal."""

from typing import Annotated

import typer

from plyground.cli.app import Line, Options, PositionText, app, read_position
from plyground.core.errors import OptionError
from plyground.terminal.loop import play_at_terminal


@app.command()
def play(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Which game; asked for if not given.")] = None,
    option: Options = None,
    position: PositionText = None,
    line: Line = "",
) -> None:
    """Play a game, two people at one terminal."""
    begin = None if game is None else read_position(game, option, position, line)
    if begin is None and (option or position or line):
        raise OptionError("Options, positions and lines belong to a game: write `plyground play GAME …`.")
    play_at_terminal(begin)
