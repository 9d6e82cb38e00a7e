"""A study: a report's published figures, the jobs that measure them again, and the conclusions.

A study is a value. `plan` lists the jobs for a scale; `read` turns their results, plain data from tasks.py, into a
finding. Nothing in a finding is decided in advance: a claim holds or fails by the measured figures.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from plyground.lab.report.page import Block
from plyground.lab.runs.jobs import Data, Job
from plyground.lab.studies.sources import REPORTS, SourceReport

Results = Mapping[str, Data]
"""Results of the jobs, by job id."""
HOLDS, FAILS, UNTOLD, INCOMPARABLE = "holds", "does not hold", "cannot be told", "not comparable"
"""The verdicts on a claim."""
COUNTED = {
    HOLDS: ("holds", "hold"),
    FAILS: ("does not hold", "do not hold"),
    UNTOLD: ("cannot be told", "cannot be told"),
    INCOMPARABLE: ("is not comparable", "are not comparable"),
}
"""The verdicts after a number, singular and plural."""


@dataclass(frozen=True)
class Scale:
    """The size of a study."""

    games: int = 60
    """Number of games with different openings for each row of a table of games."""
    runs: int = 5
    """Number of repetitions of each timed search or game …"""
    patience: float = 8.0
    """… unless this many seconds are used up first."""
    limit: float = 80.0
    """Time limit of one search in seconds, in studies of depth."""
    deepest: int = 60
    """Searches deeper than this in a report are left out."""
    seed: int = 1

    def as_data(self) -> Data:
        """The scale as plain data."""
        return asdict(self)


FULL = Scale()
QUICK = Scale(games=10, runs=3, patience=1.0, limit=4.0)
COUNTED_IN = {
    "games": "games for a row of a table",
    "runs": "repetitions of what is timed",
    "patience": "seconds for these",
    "limit": "seconds for a search, where depths are compared",
    "deepest": "plies of the deepest search",
}
"""What the numbers of a scale count."""


QUICK_MINUTES = {
    "blockit-times": 2.5,
    "eximo-depth": 1,
    "eximo-heuristics": 1.5,
    "eximo-pruning": 1,
    "hex-depths": 1,
    "hex-first-player": 1,
    "morris-agents": 1,
    "neutreeko-order": 1,
    "neutreeko-ranking": 3.5,
    "neutreeko-times": 1.5,
}
"""What a quick run of each study took with `--workers 1` on 2026-11-19, beside other work on two cores."""


def shortened(scale: Any, full: Any, counted_in: Mapping[str, str]) -> str:
    """What a scale has less of than the full one, and what follows from it, as a sentence or two; empty if nothing."""
    sizes = ((f"{getattr(scale, name):g}", f"{getattr(full, name):g}", what) for name, what in counted_in.items())
    fewer = [f"{what}: {here} instead of {there}" for here, there, what in sizes if float(here) < float(there)]
    if not fewer:
        return ""
    return f"This is a quick run ({'; '.join(fewer)}). A verdict of the full run, without --quick, weighs more."


@dataclass(frozen=True)
class Figure:
    """A published figure and our measurement of the same quantity."""

    what: str
    """The row of the table: players and depth."""
    measure: str
    """The quantity measured, with its unit."""
    published: float | None
    measured: float | None

    @property
    def ratio(self) -> float | None:
        """Ratio of the published figure to ours."""
        if self.published is None or not self.measured:
            return None
        return self.published / self.measured

    def as_data(self) -> Data:
        """A row of the stored table."""
        return asdict(self) | {"ratio": self.ratio}


@dataclass(frozen=True)
class Seen:
    """What was measured for a claim, and the verdict."""

    here: str
    holds: bool | None
    """`None`: the figures do not decide."""
    comparable: bool = True
    """False if the measured quantity is not the published one, such as the time of another program."""

    @property
    def verdict(self) -> str:
        """The verdict as text."""
        if not self.comparable:
            return INCOMPARABLE
        return UNTOLD if self.holds is None else HOLDS if self.holds else FAILS

    def as_data(self) -> Data:
        """The measurement and its verdict as plain data."""
        return {"here": self.here, "holds": self.holds, "verdict": self.verdict}


@dataclass(frozen=True)
class Claim:
    """A conclusion of a report, and what was measured here."""

    text: str
    here: str
    holds: bool | None
    """`None`: the figures do not decide."""
    comparable: bool = True
    """True if the published figure and ours measure the same quantity."""
    varied: Seen | None = None
    """The same claim tested by games with varied openings, if the first test is the published game."""

    @property
    def seen(self) -> Seen:
        """Measurement and verdict under the report's own conditions."""
        return Seen(self.here, self.holds, self.comparable)

    @property
    def word(self) -> str:
        """The verdict as text."""
        return self.seen.verdict

    def as_data(self) -> Data:
        """The claim as plain data."""
        varied = None if self.varied is None else self.varied.as_data()
        return {"text": self.text} | self.seen.as_data() | {"varied": varied}


@dataclass(frozen=True)
class Finding:
    """The outcome of a study: claims with their verdicts, figures, and blocks for its page."""

    claims: tuple[Claim, ...]
    figures: tuple[Figure, ...]
    blocks: tuple[Block, ...]
    """Tables, plots and remarks for the page."""

    def sentence(self, report: SourceReport) -> str:
        """A sentence on whether the conclusions of a report hold here."""
        seen = [claim.seen for claim in self.claims]
        whose = f"The conclusion of {report.cited}"
        if len(seen) == 1 and seen[0].verdict in (HOLDS, FAILS):
            return f"{whose} {seen[0].verdict} here: {seen[0].here}."
        varied = [claim.varied for claim in self.claims if claim.varied is not None]
        played = ", played as published," if varied else ""
        again = f" With varied openings {counted(varied)}." if varied else ""
        return f"{whose} {overall(seen)}: of its {len(seen)} claims{played} {counted(seen)}.{again}"

    def as_data(self, report: SourceReport) -> Data:
        """The finding as plain data."""
        return {
            "source": report.as_data(),
            "sentence": self.sentence(report),
            "claims": [claim.as_data() for claim in self.claims],
            "figures": [figure.as_data() for figure in self.figures],
        }


def counted(seen: Sequence[Seen]) -> str:
    """The number of claims with each verdict, as a phrase."""
    found = Counter(each.verdict for each in seen)
    return ", ".join(
        f"{found[verdict]} {words[found[verdict] != 1]}" for verdict, words in COUNTED.items() if found[verdict]
    )


def overall(seen: Sequence[Seen]) -> str:
    """Summary of all verdicts."""
    found = Counter(each.verdict for each in seen)
    kept, failed = found[HOLDS], found[FAILS]
    if found[INCOMPARABLE] == len(seen):
        return "cannot be compared with what is measured here"
    if not kept and not failed:
        return "can neither be confirmed nor refuted here"
    if len(seen) > 2 * (kept + failed):
        return "can for the most part neither be confirmed nor refuted here"
    verdict = "holds in part here" if kept and failed else "holds here" if kept else "does not hold here"
    return verdict if kept + failed == len(seen) else f"{verdict}, as far as these figures tell"


@dataclass(frozen=True)
class Study:
    """A table or figure of a report that can be rerun by name."""

    name: str
    report: str
    """Title of the report's game."""
    title: str
    question: str
    """The report's statement, in a sentence or two."""
    method: tuple[str, ...]
    """What is done here, one string per paragraph, with the differences from the report and their reasons."""
    plan: Callable[[Scale], Iterable[Job]]
    read: Callable[[Results, Scale], Finding]
    unrepeatable: str = ""
    """Why a second run would differ; empty if it gives the same figures."""

    @property
    def source(self) -> SourceReport:
        """The cited report."""
        return REPORTS[self.report]


TIMES_DIFFER = "Its times depend on the machine; games and nodes are the same each time."
LIMITS_DIFFER = (
    "Searches have a time limit: one that reaches it plays what it has found by then, and times differ anyway."
)


def timed(task: Data) -> bool:
    """True if a task is timed, so that nothing else may run at the same time."""
    return bool(task.get("timed"))
