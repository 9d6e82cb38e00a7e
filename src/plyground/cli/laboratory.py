"""The lab's group of commands; their files are imported when somebody asks for one, so other commands start faster."""

from importlib import import_module
from typing import Any

import typer
from typer.main import get_group

from plyground.cli.app import Commands, app

FILES = ("plyground.cli.lab", "plyground.cli.studies")


class LabCommands(Commands):
    """The commands of the lab."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Their names."""
        self._load()
        return super().list_commands(ctx)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name, None if there is none."""
        self._load()
        return super().get_command(ctx, cmd_name)

    def _load(self) -> None:
        """Import the files, which add their commands to `lab`."""
        if not self.commands:
            for file in FILES:
                import_module(file)
            self.commands = get_group(lab).commands


lab = typer.Typer(
    cls=LabCommands,
    help="""Measure agents: matches, tournaments, tuning, published studies.

    Every run is a folder with games, tables and a report: in `./runs`, named after what it is and the date, unless
    `--folder` says otherwise. `plyground lab resume FOLDER` goes on with a run that was stopped.""",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
)
app.add_typer(lab, name="lab")
