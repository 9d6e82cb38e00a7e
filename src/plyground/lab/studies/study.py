"""A study: what a report published, the units of work that measure it again, and what the measured figures say.

A study is a value. `plan` says what is to be done on a scale; `read` makes a finding of the results, which is plain
data made by work.py. Nothing in a finding is decided in advance: a claim holds or not by the measured figures.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass

from plyground.lab.report import Block
from plyground.lab.units import Data, Unit

Results = Mapping[str, Data]
"""What the units brought, by id."""


@dataclass(frozen=True)
class Scale:
    """How much is done."""

    games: int = 60
    """With different openings, for each row of a table of games."""
    runs: int = 5
    """Each search or game that is timed is repeated so often …"""
    patience: float = 8.0
    """… until so many seconds are spent on it."""
    limit: float = 80.0
    """Seconds that one search may take where the depth is the question."""
    deepest: int = 60
    """Searches that a report ran deeper than this are left out."""
    seed: int = 1

    def as_data(self) -> Data:
        """The scale as plain data."""
        return asdict(self)


FULL = Scale()
QUICK = Scale(games=10, runs=3, patience=1.0, limit=4.0)


@dataclass(frozen=True)
class Figure:
    """A published figure and ours, of the same thing."""

    what: str
    """The row of the table: who, how deep."""
    measure: str
    """What the figure counts, with its unit."""
    published: float | None
    measured: float | None

    @property
    def ratio(self) -> float | None:
        """How many times greater the published figure is."""
        if self.published is None or not self.measured:
            return None
        return self.published / self.measured

    def as_data(self) -> Data:
        """A row of the table that is stored."""
        return asdict(self) | {"ratio": self.ratio}


@dataclass(frozen=True)
class Claim:
    """Something that a report concludes, and what is seen here."""

    text: str
    here: str
    holds: bool | None
    """`None`: the figures cannot tell."""

    @property
    def word(self) -> str:
        """Whether it holds, in a word."""
        return "cannot be told" if self.holds is None else "holds" if self.holds else "does not hold"

    def as_data(self) -> Data:
        """The claim as plain data."""
        return asdict(self)


@dataclass(frozen=True)
class Finding:
    """What a study brought."""

    claims: tuple[Claim, ...]
    figures: tuple[Figure, ...]
    blocks: tuple[Block, ...]
    """Tables, plots and remarks for the page."""

    @property
    def sentence(self) -> str:
        """Whether the report's conclusion holds here."""
        kept, failed = (sum(claim.holds is verdict for claim in self.claims) for verdict in (True, False))
        total, untold = len(self.claims), len(self.claims) - kept - failed
        if total == 1 and untold == 0:
            return f"The report's conclusion {self.claims[0].word} here: {self.claims[0].here}."
        counted = ", ".join(
            f"{count} {words[count != 1]}"
            for count, words in (
                (kept, ("holds", "hold")),
                (failed, ("does not hold", "do not hold")),
                (untold, ("cannot be told",) * 2),
            )
            if count
        )
        verdict = "holds in part here" if kept and failed else "holds here" if kept else "does not hold here"
        if not kept and not failed:
            verdict = "can neither be confirmed nor refuted here"
        elif untold > kept + failed:
            verdict = "can for the most part neither be confirmed nor refuted here"
        elif untold:
            verdict += ", as far as these figures tell"
        return f"The report's conclusion {verdict}: of its {total} claims {counted}."

    def as_data(self) -> Data:
        """The finding as plain data."""
        return {
            "sentence": self.sentence,
            "claims": [claim.as_data() for claim in self.claims],
            "figures": [figure.as_data() for figure in self.figures],
        }


@dataclass(frozen=True)
class Study:
    """A table or figure of a report that can be run again by name."""

    name: str
    report: str
    """The report's game, as a title."""
    title: str
    question: str
    """What the report says, in a sentence or two."""
    method: tuple[str, ...]
    """What is done here, a paragraph each; where it differs from the report, and why."""
    plan: Callable[[Scale], Iterable[Unit]]
    read: Callable[[Results, Scale], Finding]
    unrepeatable: str = ""
    """Why a second run would differ; empty: it gives the same figures."""


TIMES_DIFFER = "Its times depend on the machine; games and nodes are the same each time."
LIMITS_DIFFER = (
    "Searches have a time limit: one that reaches it plays what it has found by then, and times differ anyway."
)


def timed(task: Data) -> bool:
    """Whether nothing else should run beside a task."""
    return bool(task.get("timed"))
