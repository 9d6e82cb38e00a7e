"""Commands of the lab for the published studies and for the growth of searches."""

import time
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from plyground.cli.app import AsJson, out
from plyground.cli.lab.contests import Cluster, FolderPath, Markdown, WorkerCount
from plyground.cli.lab.runs import NOW, RUNS, TELLERS, RunArguments
from plyground.cli.lab_group import lab
from plyground.cli.language import Lang, read_language
from plyground.core.heuristic import find_heuristic, usual_heuristic
from plyground.games import game as make_game
from plyground.games import names
from plyground.lab.runs.jobs import Data
from plyground.lab.runs.run import Experiment, open_run
from plyground.lab.studies import STUDIES, find_study, growth_report
from plyground.lab.studies import growth as growth_scales
from plyground.lab.studies.experiment import KIND, StudyExperiment
from plyground.lab.studies.growth_report import GrowthExperiment
from plyground.lab.studies.sources import REPORTS
from plyground.lab.studies.study import FULL, QUICK, Study
from plyground.terminal.output import say_json

Quick = Annotated[bool, typer.Option("--quick", help="A smaller version: fewer games, runs and seconds.")]
ALL = "all"


@lab.command("list")
def list_studies(as_json: AsJson = False, lang: Lang = None) -> None:
    """List the published studies that can be run again."""
    if as_json:
        say_json([listed(study) for study in STUDIES.values()])
        return
    words = read_language(lang)
    titles = words.text("lab.study"), words.text("lab.question")
    for report in REPORTS.values():
        out.print(report.cited, style="bold", soft_wrap=True)
        table = Table(*titles, box=None, pad_edge=False, padding=(0, 2, 0, 2))
        for study in (each for each in STUDIES.values() if each.source == report):
            table.add_row(study.name, words.translate(study.question))
        out.print(table)
        out.print()
    out.print(words.text("lab.how"))


def listed(study: Study) -> Data:
    """A study as `lab list --json` has it."""
    return {
        "name": study.name,
        "report": study.report,
        "title": study.title,
        "question": study.question,
        "source": study.source.as_data(),
    }


@lab.command("run")
def run_studies(
    studies: Annotated[list[str], typer.Argument(metavar="NAME …", help="As `plyground lab list` has them, or `all`.")],
    quick: Quick = False,
    folder: FolderPath = None,
    workers: WorkerCount = None,
    cluster: Cluster = None,
    markdown: Markdown = False,
    as_json: AsJson = False,
) -> None:
    """Run published studies again: their figures beside ours, and whether their conclusions hold here.

    - `plyground lab run hex-depths`
    - `plyground lab run all --quick --markdown`
    """
    found = [find_study(name) for name in (STUDIES if ALL in studies else dict.fromkeys(studies))]
    manner = RunArguments(workers, cluster, as_json, markdown)
    base = folder or RUNS / f"studies-{stamp()}"
    for study in found:
        path = base if folder is not None and len(found) == 1 else base / study.name
        begin(StudyExperiment(study, QUICK if quick else FULL), path, manner)


@lab.command()
def growth(
    games: Annotated[list[str] | None, typer.Argument(metavar="GAME …", help="Usually all.")] = None,
    quick: Quick = False,
    folder: FolderPath = None,
    workers: WorkerCount = None,
    cluster: Cluster = None,
    markdown: Markdown = False,
    as_json: AsJson = False,
) -> None:
    """Measure how searches grow: nodes and time by depth, what techniques, threads and heuristics are worth.

    - `plyground lab growth neutreeko morris`
    """
    chosen = tuple(dict.fromkeys(games or names()))
    for name in chosen:
        find_heuristic(make_game(name), usual_heuristic(make_game(name)))
    scale = growth_scales.QUICK if quick else growth_scales.FULL
    path = folder or RUNS / f"growth-{stamp()}"
    begin(GrowthExperiment(chosen, scale), path, RunArguments(workers, cluster, as_json, markdown))


def stamp() -> str:
    """The moment as part of a folder's name."""
    return time.strftime("%Y%m%d-%H%M%S")


def begin(experiment: Experiment, path: Path, manner: RunArguments) -> None:
    """Begin a run in a folder, or go on with the same one there."""
    manner.carry_out(experiment, open_run(path, experiment.manifest, time.strftime(NOW), markdown=manner.markdown))


def tell_study(summary: Data) -> None:
    """What a study found."""
    out.print(summary["study"], style="bold")
    out.print(summary["sentence"], soft_wrap=True)
    for claim in summary["claims"]:
        out.print(f"- {claim['text']}: {claim['verdict']}; {claim['here']}", soft_wrap=True)
        if claim["varied"] is not None:
            varied = claim["varied"]
            out.print(f"  with varied openings: {varied['verdict']}; {varied['here']}", soft_wrap=True)


def tell_growth(summary: Data) -> None:
    """What was found about growth."""
    for line in summary["lines"]:
        out.print(line, soft_wrap=True)


TELLERS.update({KIND: tell_study, growth_report.KIND: tell_growth})
