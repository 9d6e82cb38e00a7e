"""Commands of the lab for the published studies and for the growth of searches."""

from dataclasses import dataclass
from typing import Annotated

import typer

from plyground.cli.app import err, out, plain_table
from plyground.cli.arguments import AsJson, options_from
from plyground.cli.lab.arguments import FolderPath, RunArguments
from plyground.cli.lab.runs import default_folder, start_run
from plyground.cli.lab_group import lab
from plyground.cli.language import Lang, read_language
from plyground.core.heuristic import find_heuristic, usual_heuristic
from plyground.games import game as make_game
from plyground.games import names
from plyground.lab.runs.jobs import Data
from plyground.lab.studies import STUDIES, find_study
from plyground.lab.studies import growth as growth_scales
from plyground.lab.studies.experiment import StudyExperiment
from plyground.lab.studies.growth import GrowthExperiment
from plyground.lab.studies.sources import REPORTS
from plyground.lab.studies.study import FULL, QUICK, Study
from plyground.terminal.output import say_json

Quick = Annotated[bool, typer.Option("--quick", help="A smaller version, in minutes: fewer games, runs and seconds.")]
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
        table = plain_table(*titles, padding=(0, 2, 0, 2))
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


@dataclass(frozen=True, kw_only=True)
class StudiesArguments:
    """The arguments of `lab run`."""

    studies: Annotated[list[str], typer.Argument(metavar="NAME …", help="As `plyground lab list` has them, or `all`.")]
    quick: Quick = False
    folder: FolderPath = None
    run: RunArguments


@lab.command("run")
@options_from(StudiesArguments)
def run_studies(given: StudiesArguments) -> None:
    """Run published studies again: their figures beside ours, and whether their conclusions hold here.

    - `plyground lab run hex-depths`
    - `plyground lab run all --quick --markdown`
    """
    found = [find_study(name) for name in (STUDIES if ALL in given.studies else dict.fromkeys(given.studies))]
    base = given.folder or default_folder("studies")
    for study in found:
        path = base if given.folder is not None and len(found) == 1 else base / study.name
        experiment = StudyExperiment(study, QUICK if given.quick else FULL)
        for line in filter(None, (experiment.expected, experiment.shortened)):
            err.print(line, soft_wrap=True)
        start_run(experiment, path, given.run)


@dataclass(frozen=True, kw_only=True)
class GrowthArguments:
    """The arguments of `lab growth`."""

    games: Annotated[list[str] | None, typer.Argument(metavar="GAME …", help="Usually all.")] = None
    quick: Quick = False
    folder: FolderPath = None
    run: RunArguments


@lab.command()
@options_from(GrowthArguments)
def growth(given: GrowthArguments) -> None:
    """Measure how searches grow: nodes and time by depth, what techniques, threads and heuristics are worth.

    - `plyground lab growth neutreeko morris`
    """
    chosen = tuple(dict.fromkeys(given.games or names()))
    for name in chosen:
        find_heuristic(make_game(name), usual_heuristic(make_game(name)))
    scale = growth_scales.QUICK if given.quick else growth_scales.FULL
    start_run(GrowthExperiment(chosen, scale), given.folder or default_folder("growth"), given.run)
