"""Running a study: its jobs, its tables and its page, in a run folder."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

import plyground
from plyground.lab.contests.game_pair import games_of
from plyground.lab.report.games_table import MOST_GAMES, ShownGame, every_game
from plyground.lab.report.page import Block, Code, Page, ReportTable, Section, Text
from plyground.lab.runs.executors import Workers
from plyground.lab.runs.jobs import CombinedProgress, Data, Job, RunProgress, RunResult, RunSettings, run_jobs
from plyground.lab.runs.journal import read_results
from plyground.lab.runs.run import Manifest, RunError, RunFolder
from plyground.lab.studies import find_study
from plyground.lab.studies.study import (
    COUNTED_IN,
    FULL,
    QUICK,
    QUICK_MINUTES,
    Claim,
    Finding,
    Results,
    Scale,
    Study,
    shortened,
    timed,
)
from plyground.lab.studies.tasks import work
from plyground.language import Message
from plyground.play.records.text_format import Record

NO_TIME = "How long it may take is told as soon as the first jobs are done: some studies take hours."


@dataclass(frozen=True)
class StudyExperiment:
    """A study, and the scale on which it is run."""

    kind: ClassVar[str] = "study"

    study: Study
    scale: Scale = FULL

    @property
    def manifest(self) -> Manifest:
        """The manifest of the run."""
        settings = {"study": self.study.name, "scale": self.scale.as_data()}
        return Manifest(self.kind, self.study.title, settings, self.study.unrepeatable)

    @property
    def shortened(self) -> str:
        """What a smaller run has less of, as a sentence; empty for a full one."""
        return shortened(self.scale, FULL, COUNTED_IN)

    @property
    def expected(self) -> str:
        """How much there is to do, and how long that may take, as a sentence."""
        jobs = sum(1 for _ in self.study.plan(self.scale))
        minutes = QUICK_MINUTES.get(self.study.name) if self.scale == QUICK else None
        took = NO_TIME if minutes is None else f"A quick run took us about {minutes:g} min on one core."
        return f"{self.study.name}: {jobs} {'job' if jobs == 1 else 'jobs'}. {took}"

    @classmethod
    def from_settings(cls, settings: Data) -> "StudyExperiment":
        """Read the study from the settings in its manifest."""
        return cls(find_study(settings["study"]), Scale(**settings["scale"]))

    def carry_out(self, run: RunFolder, workers: Workers, watch: Callable[[RunProgress], None]) -> Data:
        """Measure what is missing, and write the report."""
        jobs = tuple(self.study.plan(self.scale))
        results = measured(run, jobs, workers, watch)
        finding = self.study.read(results, self.scale)
        write_games(run, jobs, results)
        run.write_table("figures", [figure.as_data() for figure in finding.figures])
        run.write_report(page_of(self.study, finding, run.manifest, games_played(jobs, results)))
        summary = {"kind": self.kind, "study": self.study.name, "shortened": self.shortened, "errors": {}}
        return run.write_summary(summary | finding.as_data(self.study.source))

    @staticmethod
    def summary_blocks(summary: Data) -> list[Block]:
        """The blocks printed by the command."""
        claims = [line for claim in summary["claims"] for line in _claim_lines(claim)]
        said = [summary["sentence"], *claims, *filter(None, [summary.get("shortened")])]
        return [Text(summary["study"], strong=True), *map(Text, said)]


def _claim_lines(claim: Data) -> list[str]:
    """A claim with its verdict, or with both verdicts."""
    varied = claim["varied"]
    again = [] if varied is None else [f"  with varied openings: {varied['verdict']}; {varied['here']}"]
    return [f"- {claim['text']}: {claim['verdict']}; {claim['here']}", *again]


def measured(
    run: RunFolder,
    jobs: tuple[Job, ...],
    workers: Workers,
    watch: Callable[[RunProgress], None],
    does: Callable[[Data], Data] = work,
) -> Results:
    """The results of all jobs: first the timed ones, one at a time, then the others in parallel."""
    alone = tuple(job for job in jobs if timed(job.task))
    beside = tuple(job for job in jobs if not timed(job.task))
    shown = CombinedProgress(watch, len(jobs), len(read_results(run.path)))
    first = run_jobs(run.path, alone, does, workers, RunSettings(on_progress=shown, most_ahead=1))
    shown.before = len(alone)
    then = run_jobs(run.path, beside, does, workers, RunSettings(on_progress=shown))
    for part in (first, then):
        _check(part)
    return first.results | then.results


def _check(part: RunResult) -> None:
    """Raise an error if a job failed: a study needs all of them."""
    if part.errors:
        raise RunError(Message("lab.job.failed", problem=next(iter(part.errors.values()))))


def write_games(run: RunFolder, jobs: Iterable[Job], results: Results) -> None:
    """Write every game played as a record and as a row of a table."""
    played = [each for job in jobs if job.task["do"] == "games" for each in _games(job, results[job.id])]
    if played:
        run.write_games(record for _, record in played)
        run.write_table("games", [row for row, _ in played])


def _games(job: Job, result: Data) -> list[tuple[Data, Record]]:
    game = plyground.game(job.task["game"], **job.task["options"])
    found = []
    for played in games_of(result):
        record = played.record(game, job.task["players"], job.id)
        row = {
            "unit": job.id,
            "first": record.players[0],
            "second": record.players[1],
            "result": record.result,
            "reason": record.reason,
            "moves": len(played.moves),
            "turns": sum(played.turns),
            "steps": sum(played.plays),
            "opening": played.opening,
            "seconds": sum(played.seconds),
            "nodes": sum(played.nodes),
        }
        found.append((row, record))
    return found


def games_played(jobs: Iterable[Job], results: Results) -> list[ShownGame]:
    """All games of a study, with their players and game options."""
    return [
        ShownGame((job.task["players"][0], job.task["players"][1]), game, _options(job))
        for job in jobs
        if job.task["do"] == "games"
        for game in games_of(results[job.id])
    ]


def _options(job: Job) -> str:
    return ", ".join(f"{name}={value}" for name, value in job.task["options"].items())


def page_of(
    study: Study,
    finding: Finding,
    manifest: Manifest,
    played: Sequence[ShownGame],
    most_games: int = MOST_GAMES,
) -> Page:
    """The page of a study."""
    smaller = shortened(Scale(**manifest.settings["scale"]), FULL, COUNTED_IN)
    conclusion: tuple[Block, ...] = (
        Text(finding.sentence(study.source), strong=True),
        *([Text(smaller, strong=True)] if smaller else []),
        Text(study.question),
        claims_table(study, finding),
    )
    method: list[Block] = [Text(text) for text in study.method]
    if manifest.unrepeatable:
        method.append(Text(manifest.unrepeatable))
    method.append(Code(command_of(study, manifest)))
    when = f"run again on {manifest.created[:10]} with Plyground {manifest.plyground}"
    games = (every_game(played, most_games),) if played else ()
    return Page(
        study.title,
        f"The report {study.source.cited}, {when}",
        (
            Section("Conclusion", conclusion),
            Section("Figures", finding.blocks),
            *games,
            Section("What was done", tuple(method)),
        ),
    )


def claims_table(study: Study, finding: Finding) -> ReportTable:
    """The claims of the report and their verdicts; both verdicts for a claim tested twice."""
    caption = f"What {study.source.cited} says, and what is seen here"
    if all(claim.varied is None for claim in finding.claims):
        rows = tuple((claim.text, claim.here, claim.word) for claim in finding.claims)
        return ReportTable(caption, ("the report", "here", "verdict"), rows)
    columns = ("the report", "from the usual start, as published", "verdict", "with varied openings", "verdict")
    return ReportTable(caption, columns, tuple(_both(claim) for claim in finding.claims))


def _both(claim: Claim) -> tuple[str | None, ...]:
    """A claim with both verdicts; the second is empty if it was tested only once."""
    again = (None, None) if claim.varied is None else (claim.varied.here, claim.varied.verdict)
    return (claim.text, claim.here, claim.word, *again)


def command_of(study: Study, manifest: Manifest) -> str:
    """The command that repeats the run."""
    full = manifest.settings["scale"] == FULL.as_data()
    return f"plyground lab run {study.name}{'' if full else ' --quick'}"
