"""Games lost by a fault: by whom, in which way, and what exactly went wrong the last time."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace

from plyground.core.text import visible
from plyground.lab.contests.contest import Contestant
from plyground.lab.contests.game_pair import games_of
from plyground.lab.contests.played_pair import PlayedPair
from plyground.lab.report.page import ReportTable
from plyground.lab.runs.jobs import Data, Job, RunProgress
from plyground.play.match import FAULTS


@dataclass(frozen=True)
class Fault:
    """How often a player lost in one way, and what exactly went wrong the last time."""

    player: str
    kind: str
    games: int
    detail: str
    job: str
    """Where that happened: the records of the games name it in their headers."""

    def __str__(self) -> str:
        games = "1 game" if self.games == 1 else f"{self.games} games, the last"
        return f"{self.player}: {self.kind} in {games} ({self.job}){f': {self.detail}' if self.detail else ''}"

    def as_data(self) -> Data:
        """The fault as plain data; stored summaries call the job a unit."""
        data = asdict(self)
        return data | {"unit": data.pop("job")}

    @classmethod
    def from_data(cls, data: Data) -> "Fault":
        """Read a fault of a summary."""
        return cls(data["player"], data["kind"], data["games"], data["detail"], data["unit"])


def fault_details(pairs: Sequence[PlayedPair], names: Sequence[str]) -> list[Fault]:
    """The faults of each player by kind, in the order of names and kinds; only those that happened."""
    found: dict[tuple[str, str], Fault] = {}
    for pair in pairs:
        for game in pair.games:
            if game.fault is not None:
                key = pair.names[game.fault], game.reason
                before = found[key].games if key in found else 0
                found[key] = Fault(*key, before + 1, visible(game.detail), pair.job)
    return [found[name, kind] for name in names for kind in FAULTS if (name, kind) in found]


def fault_table(wrong: Sequence[Fault]) -> ReportTable:
    """The faults for a report."""
    columns = ("player", "fault", "games", "what went wrong the last time", "in")
    rows = tuple((fault.player, fault.kind, fault.games, fault.detail, fault.job) for fault in wrong)
    return ReportTable("Games lost by a fault", columns, rows)


class FaultWatch:
    """Collects results during a run, and adds the first fault of each player and kind to its progress."""

    def __init__(
        self, players: Mapping[str, tuple[Contestant, Contestant]], watch: Callable[[RunProgress], None]
    ) -> None:
        self._players, self._watch = players, watch
        self._seen: set[tuple[str, str]] = set()
        self._news: list[str] = []

    def add(self, job: Job, result: Data) -> None:
        """Look for new faults in a result."""
        pair = PlayedPair(job.id, self._players[job.id], games_of(result))
        for fault in fault_details([pair], pair.names):
            if (fault.player, fault.kind) not in self._seen:
                self._seen.add((fault.player, fault.kind))
                self._news.append(str(fault))

    def show(self, now: RunProgress) -> None:
        """Pass the progress on, with the new faults."""
        news, self._news = tuple(self._news), []
        self._watch(replace(now, news=news))
