"""Options that the lab's commands share."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.arguments import AsJson, Options, read_options
from plyground.core.errors import OptionError
from plyground.games import game as make_game
from plyground.lab.contests.contest import LONGEST, Terms, hashed_plugins, load_plugins
from plyground.lab.contests.openings import read_openings
from plyground.language import Message

Seed = Annotated[int, typer.Option("--seed", metavar="N", help="Seed of openings and random choices.")]
Plies = Annotated[
    int | None, typer.Option("--opening", metavar="N", help="Random moves that a game begins with; 0: none.")
]
OpeningsFile = Annotated[
    Path | None, typer.Option("--openings", metavar="FILE", help="Openings: records, or positions one a line.")
]
ClockTime = Annotated[
    str, typer.Option("--clock", metavar="TIME", help="`5+3`: minutes and seconds a move; `2s`: for every move.")
]
Longest = Annotated[int, typer.Option("--longest", metavar="N", help="A game of more moves is a draw.")]
PluginFiles = Annotated[
    list[Path] | None, typer.Option("--plugin", metavar="FILE", help="A file with heuristics of your own; repeatable.")
]
FolderPath = Annotated[
    Path | None,
    typer.Option("--folder", metavar="FOLDER", help="Where the run is kept; a run that is there is resumed."),
]
RunPath = Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of a run.")]
WorkerCount = Annotated[
    int | None, typer.Option("--workers", metavar="N", min=1, max=1024, help="Processes; usually one a core.")
]
Cluster = Annotated[
    str | None, typer.Option("--cluster", metavar="ADDRESS", help="A Dask scheduler, such as `tcp://10.0.0.1:8786`.")
]
Markdown = Annotated[bool, typer.Option("--markdown", help="Write the report as Markdown too.")]


@dataclass(frozen=True, kw_only=True)
class TermsArguments:
    """On what terms games are played."""

    option: Options = None
    seed: Seed = 1
    opening: Plies = None
    openings: OpeningsFile = None
    longest: Longest = LONGEST
    plugin: PluginFiles = None

    def read(self, name: str, clock: str = "") -> Terms:
        """Read the terms for a game; mistakes are found before anything is played."""
        if self.opening is not None and self.openings is not None:
            raise OptionError(Message("usage.openings"))
        options = read_options(self.option)
        game = make_game(name, **options)
        plugins = hashed_plugins(self.plugin or [])
        load_plugins(plugins)
        terms = Terms(
            game=name,
            options=options,
            seed=self.seed,
            plies=game.opening_plies if self.opening is None else self.opening,
            openings=() if self.openings is None else read_openings(self.openings, game),
            clock=clock,
            longest=self.longest,
            plugins=plugins,
        )
        assert terms.control is not None  # raises an error for a clock that cannot be read
        return terms


@dataclass(frozen=True, kw_only=True)
class RunArguments:
    """Where a run is carried out, and how its outcome is shown; nothing of it changes the results."""

    workers: WorkerCount = None
    cluster: Cluster = None
    markdown: Markdown = False
    as_json: AsJson = False

    def __post_init__(self) -> None:
        if self.cluster is not None and self.workers is not None:
            raise OptionError(Message("usage.workers"))
