"""The lab's command for a class."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.app import err
from plyground.cli.arguments import GameName, options_from
from plyground.cli.lab.arguments import FolderPath, RunArguments, TermsArguments
from plyground.cli.lab.contests import MeetingGames
from plyground.cli.lab.runs import default_folder, start_run
from plyground.cli.lab_group import lab
from plyground.lab.classroom.class_experiment import ClassExperiment
from plyground.lab.classroom.entries import (
    EXAM_SECONDS,
    LATE_SECONDS,
    USUAL_MEGABYTES,
    USUAL_SEARCH,
    Allowance,
    enter_all,
)
from plyground.lab.contests.contest import ContestError, check_number, contestant, pairs_of
from plyground.language import Message


@dataclass(frozen=True, kw_only=True)
class ClassArguments:
    """The arguments of `lab class`."""

    files: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of the students' files.")]
    game: GameName
    agent: Annotated[
        str, typer.Option("--agent", "-a", metavar="SPEC", help="The search that plays with every heuristic.")
    ] = USUAL_SEARCH
    rivals: Annotated[
        list[str] | None, typer.Option("--rival", metavar="SPEC", help="Plays as well, such as `medium`; repeatable.")
    ] = None
    games: MeetingGames = 4
    seconds: Annotated[
        float,
        typer.Option(
            "--seconds", metavar="S", min=0.1, max=600, help="Time for a move; who is 5 s later than that loses."
        ),
    ] = 10.0
    megabytes: Annotated[
        int, typer.Option("--megabytes", metavar="N", min=256, max=1_000_000, help="Memory for each student's process.")
    ] = USUAL_MEGABYTES
    exam: Annotated[
        float, typer.Option("--exam-seconds", metavar="S", min=1, max=3600, help="Time to load and compile a file.")
    ] = EXAM_SECONDS
    terms: TermsArguments
    folder: FolderPath = None
    run: RunArguments


@lab.command(name="class")
@options_from(ClassArguments)
def class_(given: ClassArguments) -> None:
    """Let the files of a class play each against each, and rate them.

    A file is a heuristic (`anna.py`), an agent's text (`bruno.txt` with `pvs:nodes=5000`), or a program that speaks the
    protocol of docs/protocol.md. Each is loaded and runs in a process of its own, with a limit of time and memory; one
    that is broken stops nobody, and the report says what is wrong with it.

    - `plyground lab class students/ neutreeko --rival medium --games 10`
    - `plyground lab class students/ morris --agent alphabeta:depth=4 --seconds 10 --cluster tcp://10.0.0.1:8786`
    """
    read = given.terms.read(given.game, f"{given.seconds:g}s")
    terms = replace(read, grace=LATE_SECONDS, starting=given.exam)
    pairs, rivals = pairs_of(given.games), [contestant(text, terms.made) for text in given.rivals or []]
    allowance = Allowance(given.agent, given.megabytes, given.exam)
    players, refused = enter_all(
        given.files, terms.made, allowance, rivals, lambda text: err.print(text, soft_wrap=True)
    )
    if len(players) < 2:
        raise ContestError(Message("lab.class.too_few", found=len(players) - len(rivals), folder=str(given.files)))
    check_number(len(players))
    experiment = ClassExperiment(terms, players, pairs, refused)
    start_run(experiment, given.folder or default_folder(f"class-{given.game}"), given.run)
