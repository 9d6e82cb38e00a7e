"""A class's tournament: everyone's table, who beat whom, the time each took, games to replay, and who did not play."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import ClassVar

from plyground.lab.classroom.entries import Refused
from plyground.lab.contests.contest import Contestant, Terms
from plyground.lab.contests.played_pair import PlayedPair
from plyground.lab.contests.tournament import TournamentExperiment
from plyground.lab.report.page import Block, Page, ReportTable, Section
from plyground.lab.runs.jobs import Data, RunResult
from plyground.lab.runs.run import Manifest, RunFolder
from plyground.lab.stats.bradley_terry import Ratings


@dataclass(frozen=True)
class ClassExperiment(TournamentExperiment):
    """A tournament of the files of a folder."""

    kind: ClassVar[str] = "class"
    refused: tuple[Refused, ...] = ()

    @property
    def manifest(self) -> Manifest:
        """What it does."""
        plain = super().manifest
        settings = plain.settings | {"refused": [asdict(each) for each in self.refused]}
        return replace(plain, title=f"A class of {len(self.players)} at {self.terms.made.title}", settings=settings)

    @classmethod
    def from_settings(cls, settings: Data) -> "ClassExperiment":
        """Read the class from the settings in its manifest."""
        players = tuple(Contestant(**player) for player in settings["players"])
        refused = tuple(Refused(**each) for each in settings["refused"])
        return cls(Terms.from_data(settings["terms"]), players, settings["pairs"], refused)

    def summary(self, pairs: Sequence[PlayedPair], ratings: Ratings, done: RunResult, manifest: Manifest) -> Data:
        """What `--json` prints."""
        return super().summary(pairs, ratings, done, manifest) | {"refused": [asdict(each) for each in self.refused]}

    @staticmethod
    def summary_blocks(summary: Data) -> list[Block]:
        """What the command prints."""
        refused = tuple(Refused(**each) for each in summary["refused"])
        return [*TournamentExperiment.summary_blocks(summary), *_refused_blocks(refused)]

    def page(self, pairs: Sequence[PlayedPair], ratings: Ratings, run: RunFolder) -> Page:
        """The report, with the files that did not play."""
        page = super().page(pairs, ratings, run)
        first, *rest = page.sections
        missing = (Section("Files that did not play", tuple(_refused_blocks(self.refused))),) if self.refused else ()
        return replace(page, sections=(first, *missing, *rest))


def _refused_blocks(refused: Sequence[Refused]) -> list[Block]:
    rows = tuple((each.file, each.why) for each in refused)
    return [ReportTable("Files that did not play", ("file", "why"), rows)] if rows else []
