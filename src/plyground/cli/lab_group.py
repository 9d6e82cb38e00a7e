"""The lab's group of commands; their modules are imported on demand, so other commands start faster."""

import typer

from plyground.cli.app import DeferredCommands, app


class LabCommands(DeferredCommands):
    """The commands of the lab."""

    files = (
        "plyground.cli.lab.contests",
        "plyground.cli.lab.classes",
        "plyground.cli.lab.studies",
        "plyground.cli.lab.puzzles",
        "plyground.cli.lab.even_openings",
    )


lab = typer.Typer(
    cls=LabCommands,
    help="""Measure agents: matches, tournaments, tuning, published studies.

    Every run is a folder with games, tables and a report: in `./runs`, named after what it is and the date, unless
    `--folder` says otherwise. `plyground lab resume FOLDER` resumes a run that was stopped.""",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
)
LabCommands.group = lab
app.add_typer(lab, name="lab")
