"""How runs of the lab are started, watched and told about at the command line."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar
from rich.table import Table

from plyground.cli.app import err, out
from plyground.core.errors import OptionError
from plyground.games import game as make_game
from plyground.lab.contests.contest import Contestant, Terms, hashed_plugins, load_plugins, too_many_threads
from plyground.lab.contests.faults import Fault
from plyground.lab.contests.openings import read_openings, usual_plies
from plyground.lab.contests.tuning_report import verdict
from plyground.lab.runs.executors import Workers, cluster_executor, local_executor
from plyground.lab.runs.jobs import Data, RunProgress
from plyground.lab.runs.registry import experiment_of
from plyground.lab.runs.run import REPORT, Experiment, RunFolder, differences, open_run, reopen_run
from plyground.lab.stats.results import likelihood
from plyground.play.agents.weights import weights_folder
from plyground.terminal.output import say_json

RUNS = Path("runs")
"""Where runs are kept that got no folder, in the current one."""
NOW = "%Y-%m-%d %H:%M:%S"
SECONDS_BETWEEN_LINES = 30.0
"""Where nobody sees a bar, progress is a line now and then."""


@dataclass(frozen=True)
class GameArguments:
    """What the arguments say about how games are to be played."""

    options: dict[str, str]
    seed: int
    plies: int | None
    openings: Path | None
    clock: str
    longest: int
    plugins: Sequence[Path]

    def terms(self, name: str) -> Terms:
        """The terms for a game."""
        if self.plies is not None and self.openings is not None:
            raise OptionError("--opening is for random moves and --openings for a file: give one of them.")
        game = make_game(name, **self.options)
        plugins = hashed_plugins(self.plugins)
        load_plugins(plugins)
        terms = Terms(
            game=name,
            options=self.options,
            seed=self.seed,
            plies=usual_plies(game) if self.plies is None else self.plies,
            openings=() if self.openings is None else read_openings(self.openings, game),
            clock=self.clock,
            longest=self.longest,
            plugins=plugins,
        )
        assert terms.control is not None  # a clock that cannot be read is said to be so before anything is played
        return terms


@dataclass(frozen=True)
class RunArguments:
    """How a run is carried out and told about; nothing of it changes the results."""

    workers: int | None
    cluster: str | None
    as_json: bool
    markdown: bool

    def __post_init__(self) -> None:
        if self.cluster is not None and self.workers is not None:
            raise OptionError("--workers is for this machine: a cluster knows how many it has.")

    @contextmanager
    def executor(self) -> Iterator[Workers]:
        """Where the work runs."""
        with local_executor(self.workers) if self.cluster is None else cluster_executor(self.cluster) as workers:
            yield workers

    def carry_out(self, experiment: Experiment, run: RunFolder) -> None:
        """Carry out an experiment and tell what it found; Ctrl-C leaves a run that can go on."""
        if run.manifest.unrepeatable:
            err.print(f"This run cannot be repeated exactly. {run.manifest.unrepeatable}", soft_wrap=True)
        try:
            with self.executor() as workers, progress_bar() as show:
                summary = experiment.carry_out(run, workers, show)
        except KeyboardInterrupt:
            err.print(f"Go on with: {run.resume_command}", soft_wrap=True)
            raise
        if self.as_json:
            say_json(summary)
        else:
            tell(summary)


def start_run(
    experiment: Experiment, terms: Terms, players: Sequence[Contestant], folder: Path | None, manner: RunArguments
) -> None:
    """Begin a run, or go on with the same one in the folder."""
    if manner.cluster is None and (warning := too_many_threads(players, terms, manner.workers or os.cpu_count() or 1)):
        err.print(warning, soft_wrap=True)
    manifest, now = experiment.manifest, time.strftime(NOW)
    stamp = "".join(sign for sign in now if sign.isdigit())
    path = folder or RUNS / f"{manifest.kind}-{terms.game}-{stamp[:8]}-{stamp[8:]}"
    run = open_run(path, manifest, now, markdown=manner.markdown)
    manner.carry_out(experiment, run)


def go_on(folder: Path, manner: RunArguments) -> None:
    """Go on with a run by what its manifest says."""
    run = reopen_run(folder, markdown=manner.markdown)
    manner.carry_out(experiment_of(run.manifest.kind, run.manifest.settings), run)


def do_again(folder: Path, to: Path, manner: RunArguments) -> None:
    """Do a run a second time, and tell whether it came out the same."""
    first = reopen_run(folder)
    experiment = experiment_of(first.manifest.kind, first.manifest.settings)
    run = open_run(to, experiment.manifest, time.strftime(NOW), markdown=manner.markdown)
    manner.carry_out(experiment, run)
    different = differences(folder, to)
    told = f"{different[0]} and {len(different) - 1} others differ" if different else "all results are the same"
    err.print(f"Repeated: {told}, apart from times.", soft_wrap=True)


@contextmanager
def progress_bar() -> Iterator[Callable[[RunProgress], None]]:
    """A bar with an estimate of the end on a terminal; elsewhere a line now and then."""
    if not err.is_terminal:
        yield _lines()
        return
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rest]}"), TimeElapsedColumn())
    with Bar(*columns, console=err, transient=True) as bar:
        task = bar.add_task("", total=None, rest="")

        def show(now: RunProgress) -> None:
            tell_news(now)
            bar.update(task, completed=now.done, total=now.total, rest=rest_text(now))

        yield show


def _lines() -> Callable[[RunProgress], None]:
    last = 0.0

    def show(now: RunProgress) -> None:
        nonlocal last
        tell_news(now)
        if now.seconds - last >= SECONDS_BETWEEN_LINES:
            last = now.seconds
            err.print(f"{now.done} of {now.total}, {rest_text(now)}", soft_wrap=True)

    return show


def tell_news(now: RunProgress) -> None:
    """What happened meanwhile, such as the first fault of a player."""
    for line in now.news:
        err.print(line, soft_wrap=True)


def rest_text(now: RunProgress) -> str:
    """How long it may still take, in words."""
    if now.rest is None:
        return "no estimate yet"
    minutes, seconds = divmod(round(now.rest), 60)
    hours, minutes = divmod(minutes, 60)
    return f"about {hours} h {minutes} min left" if hours else f"about {minutes} min {seconds:02d} s left"


def tell(summary: Data) -> None:
    """What a run found, for readers."""
    TELLERS[summary["kind"]](summary)
    for problem in list(summary["errors"].values())[:3]:
        err.print(problem, soft_wrap=True)
    out.print(f"Report: {Path(summary['folder']) / REPORT!s}.html", soft_wrap=True)


def tell_match(summary: Data) -> None:
    """The result of a match."""
    elo = elo_range(summary["elo"])
    out.print(
        f"{summary['a']} against {summary['b']}: +{summary['wins']} ={summary['draws']} -{summary['losses']} "
        f"in {summary['games']} games, {summary['score']:.1%}",
        soft_wrap=True,
    )
    out.print(f"Elo {elo}, better with likelihood {likelihood(summary['superiority'])}")
    if summary["sprt"] is not None:
        test = summary["sprt"]
        verdict = {"accept": f"{test['elo1']:+g} is accepted", "reject": f"{test['elo0']:+g} is accepted"}
        shown = verdict.get(test["verdict"], "not decided")
        out.print(
            f"Sequential test: {shown} (ratio {test['llr']:.2f}, bounds {test['lower']:.2f} and {test['upper']:.2f})"
        )
    tell_games(summary)


def tell_tournament(summary: Data) -> None:
    """The table of a tournament."""
    table = Table("place", "player", "Elo", "points", "games", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for place, rating in enumerate(summary["ratings"]["players"], 1):
        points = f"{rating['points']:g}"
        table.add_row(str(place), rating["player"], elo_range(rating["elo"]), points, str(rating["games"]))
    out.print(table)
    tell_games(summary)


def tell_tuning(summary: Data) -> None:
    """The weights that were found, and what they are worth."""
    if summary["file"] is None:
        out.print(verdict(summary), soft_wrap=True)
        return
    for name, value in summary["weights"].items():
        out.print(f"{name}: {summary['current'][name]} -> {value}")
    out.print(
        f"Against the current weights: +{summary['wins']} ={summary['draws']} -{summary['losses']}, "
        f"Elo {elo_range(summary['elo'])}",
    )
    out.print(f"{verdict(summary)} {summary['file']}", soft_wrap=True)
    if summary["passed"]:
        out.print(
            f"To use them, copy the file to {weights_folder()} and write weights={summary['name']} in an agent's text.",
            soft_wrap=True,
        )


def tell_games(summary: Data) -> None:
    """What the games had in common."""
    games = summary["first_player"]
    out.print(
        f"Moving first: Elo {elo_range(games['advantage']['elo'])}; draws {games['draw_rate']:.1%}; "
        f"{games['mean_plies']:.1f} moves a game; faults {summary['faults']}",
        soft_wrap=True,
    )
    for fault in summary["fault_details"]:
        out.print(str(Fault.from_data(fault)), soft_wrap=True)


def elo_range(elo: dict[str, Any]) -> str:
    """Elo with its interval; an end without a bound is infinite."""
    low, high = (sign if end is None else f"{end:+.0f}" for end, sign in ((elo["low"], "−∞"), (elo["high"], "∞")))
    return f"{elo['value']:+.0f} [{low}, {high}]"


TELLERS: dict[str, Callable[[Data], None]] = {
    "match": tell_match,
    "tournament": tell_tournament,
    "tuning": tell_tuning,
}
"""How the result of each kind of run is told."""
