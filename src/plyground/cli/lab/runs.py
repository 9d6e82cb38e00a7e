"""Runs of the lab at the command line: started, resumed, repeated, watched, and their summaries printed."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar

from plyground.cli.app import err, out, plain_table
from plyground.cli.lab.arguments import RunArguments
from plyground.lab.contests.contest import Contestant, Terms, too_many_threads
from plyground.lab.report.page import Block, Code, ReportTable, Text
from plyground.lab.runs.executors import Workers, cluster_executor, local_executor
from plyground.lab.runs.jobs import Data, RunProgress
from plyground.lab.runs.registry import find_kind, read_experiment
from plyground.lab.runs.run import REPORT, Experiment, RunFolder, differences, open_run, reopen_run
from plyground.terminal.output import say_json

RUNS = Path("runs")
"""Where runs are kept that got no folder, in the current one."""
NOW = "%Y-%m-%d %H:%M:%S"
SECONDS_BETWEEN_LINES = 30.0
"""Without a terminal, progress is a line now and then instead of a bar."""
MOST_ERRORS = 3


def default_folder(name: str) -> Path:
    """The folder of a run that was given none: its name and the time."""
    return RUNS / f"{name}-{time.strftime('%Y%m%d-%H%M%S')}"


def start_run(experiment: Experiment, folder: Path, arguments: RunArguments) -> None:
    """Start a run, or resume the same run in its folder."""
    carry_out(
        experiment, open_run(folder, experiment.manifest, time.strftime(NOW), markdown=arguments.markdown), arguments
    )


def resume_run(folder: Path, arguments: RunArguments) -> None:
    """Resume a run by its manifest."""
    run = reopen_run(folder, markdown=arguments.markdown)
    carry_out(read_experiment(run.manifest), run, arguments)


def repeat_run(folder: Path, to: Path, arguments: RunArguments) -> None:
    """Repeat a run by its manifest, and compare the results."""
    experiment = read_experiment(reopen_run(folder).manifest)
    start_run(experiment, to, arguments)
    different = differences(folder, to)
    outcome = f"{different[0]} and {len(different) - 1} others differ" if different else "all results are the same"
    err.print(f"Repeated: {outcome}, apart from times.", soft_wrap=True)


def carry_out(experiment: Experiment, run: RunFolder, arguments: RunArguments) -> None:
    """Carry out an experiment and print its summary; after Ctrl-C the run can be resumed."""
    if run.manifest.unrepeatable:
        err.print(f"This run cannot be repeated exactly. {run.manifest.unrepeatable}", soft_wrap=True)
    try:
        with executor(arguments) as workers, progress_bar() as show:
            summary = experiment.carry_out(run, workers, show)
    except KeyboardInterrupt:
        err.print(f"Go on with: {run.resume_command}", soft_wrap=True)
        raise
    if arguments.as_json:
        say_json(summary)
    else:
        print_summary(summary)


def executor(arguments: RunArguments) -> Workers:
    """Where the jobs run."""
    return local_executor(arguments.workers) if arguments.cluster is None else cluster_executor(arguments.cluster)


def warn_of_threads(players: Sequence[Contestant], terms: Terms, arguments: RunArguments) -> None:
    """Warn where the agents' threads do not fit on the cores of this machine."""
    workers = arguments.workers or os.cpu_count() or 1
    if arguments.cluster is None and (warning := too_many_threads(players, terms, workers)):
        err.print(warning, soft_wrap=True)


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
            print_news(now)
            bar.update(task, completed=now.done, total=now.total, rest=rest_text(now))

        yield show


def _lines() -> Callable[[RunProgress], None]:
    last = 0.0

    def show(now: RunProgress) -> None:
        nonlocal last
        print_news(now)
        if now.seconds - last >= SECONDS_BETWEEN_LINES:
            last = now.seconds
            err.print(f"{now.done} of {now.total}, {rest_text(now)}", soft_wrap=True)

    return show


def print_news(now: RunProgress) -> None:
    """Print what happened meanwhile, such as the first fault of a player."""
    for line in now.news:
        err.print(line, soft_wrap=True)


def rest_text(now: RunProgress) -> str:
    """How long it may still take."""
    if now.rest is None:
        return "no estimate yet"
    minutes, seconds = divmod(round(now.rest), 60)
    hours, minutes = divmod(minutes, 60)
    return f"about {hours} h {minutes} min left" if hours else f"about {minutes} min {seconds:02d} s left"


def print_summary(summary: Data) -> None:
    """Print the summary of a run, the first errors, and where the report is."""
    for block in find_kind(summary["kind"]).summary_blocks(summary):
        print_block(block)
    for problem in list(summary["errors"].values())[:MOST_ERRORS]:
        err.print(problem, soft_wrap=True)
    out.print(f"Report: {Path(summary['folder']) / REPORT!s}.html", soft_wrap=True)


def print_block(block: Block) -> None:
    """Print a text or a table."""
    match block:
        case ReportTable():
            table = plain_table(*block.columns)
            for row in block.rows:
                table.add_row(*("" if cell is None else str(cell) for cell in row))
            out.print(table)
        case Text():
            out.print(block.text, style="bold" if block.strong else None, soft_wrap=True)
        case Code():
            out.print(block.text, soft_wrap=True)
