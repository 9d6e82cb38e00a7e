"""A tournament: a round robin in game pairs, and one table of ratings."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import combinations
from typing import ClassVar

from plyground.lab.contests.contest import Contestant, Terms, pair_jobs, why_unrepeatable
from plyground.lab.contests.faults import FaultWatch
from plyground.lab.contests.game_pair import play_pair
from plyground.lab.contests.games_summary import check_played, elo_range, games_blocks, games_summary, write_pairs
from plyground.lab.contests.played_pair import PlayedPair, all_played, pair_counts, played_pairs, tally
from plyground.lab.report.page import Block, Page, Plot, ReportTable, Text
from plyground.lab.report.plots import heat, intervals
from plyground.lab.report.sections import contest_page, effort_table
from plyground.lab.runs.executors import Workers
from plyground.lab.runs.jobs import Data, Job, RunProgress, RunResult, RunSettings, run_jobs
from plyground.lab.runs.run import Manifest, RunFolder
from plyground.lab.stats.bradley_terry import Ratings, rate
from plyground.lab.stats.elo import SURE, compare, elo_text, likelihood

MOST_NAMED = 5
"""A sentence names no more players than this."""


@dataclass(frozen=True)
class TournamentExperiment:
    """Several players, and how many pairs of games each two of them play."""

    kind: ClassVar[str] = "tournament"

    terms: Terms
    players: tuple[Contestant, ...]
    pairs: int

    @property
    def manifest(self) -> Manifest:
        """What it does."""
        settings = {
            "terms": self.terms.as_data(),
            "players": [asdict(player) for player in self.players],
            "pairs": self.pairs,
        }
        title = f"A tournament of {len(self.players)} at {self.terms.made.title}"
        return Manifest(self.kind, title, settings, why_unrepeatable(self.players, self.terms))

    @classmethod
    def from_settings(cls, settings: Data) -> "TournamentExperiment":
        """Read the tournament from the settings in its manifest."""
        players = tuple(Contestant(**player) for player in settings["players"])
        return cls(Terms.from_data(settings["terms"]), players, settings["pairs"])

    @cached_property
    def meetings(self) -> dict[str, tuple[Contestant, Contestant]]:
        """The two players of each job, by its id, in playing order: round by round."""
        return {job.id: (self.players[first], self.players[second]) for job, first, second in self._planned()}

    def _planned(self) -> list[tuple[Job, int, int]]:
        """The first pair of every meeting, then the second of every one: a table makes sense early."""
        places = list(combinations(range(len(self.players)), 2))
        by_meeting = [list(pair_jobs(self.terms, self.players, both, self.pairs)) for both in places]
        return [
            (job, *both) for round_ in zip(*by_meeting, strict=True) for job, both in zip(round_, places, strict=True)
        ]

    def carry_out(self, run: RunFolder, workers: Workers, watch: Callable[[RunProgress], None]) -> Data:
        """Play what is missing, and report."""
        jobs = [job for job, _, _ in self._planned()]
        faults = FaultWatch(self.meetings, watch)
        done = run_jobs(run.path, jobs, play_pair, workers, RunSettings(faults.add, faults.show))
        check_played(done)
        pairs = played_pairs(jobs, done.results, self.meetings)
        ratings = rate(all_played(pairs))
        write_pairs(run, pairs, self.terms.made)
        run.write_table("ratings", rating_rows(ratings))
        run.write_report(self.page(pairs, ratings, run))
        return run.write_summary(self.summary(pairs, ratings, done, run.manifest))

    def summary(self, pairs: Sequence[PlayedPair], ratings: Ratings, done: RunResult, manifest: Manifest) -> Data:
        """What `--json` prints."""
        return {
            "kind": self.kind,
            "game": self.terms.game,
            "options": self.terms.made.option_texts(),
            "games": 2 * len(pairs),
            "ratings": ratings.as_data(),
            "meetings": [meeting_data(met) for met in by_meeting(pairs).values()],
            **games_summary(pairs, [player.name for player in self.players]),
            "ended": done.ended,
            "errors": done.errors,
            "seed": self.terms.seed,
            "unrepeatable": manifest.unrepeatable,
        }

    @staticmethod
    def summary_blocks(summary: Data) -> list[Block]:
        """What the command prints."""
        rows = tuple(
            (place, rating["player"], elo_range(rating["elo"]), f"{rating['points']:g}", rating["games"])
            for place, rating in enumerate(summary["ratings"]["players"], 1)
        )
        return [ReportTable("Ratings", ("place", "player", "Elo", "points", "games"), rows), *games_blocks(summary)]

    def page(self, pairs: Sequence[PlayedPair], ratings: Ratings, run: RunFolder) -> Page:
        """The report."""
        names = [rating.player for rating in ratings.players]
        elos = intervals(names, [rating.elo for rating in ratings.players], "Elo (the mean of all is 0)")
        blocks: tuple[Block, ...] = (
            Text(conclusion(ratings), strong=True),
            rating_table(ratings),
            Plot("elo", "Elo of all players with 95 % intervals.", elos),
            cross_table(pairs, names),
            Plot("cross", "The score of the row's player against the column's.", cross_plot(pairs, names)),
            effort_table(pairs, names),
        )
        return contest_page(run, self.terms, pairs, names, blocks)


def by_meeting(pairs: Sequence[PlayedPair]) -> dict[tuple[str, str], list[PlayedPair]]:
    """The pairs of each two players."""
    found: dict[tuple[str, str], list[PlayedPair]] = {}
    for pair in pairs:
        found.setdefault(pair.names, []).append(pair)
    return found


def meeting_data(met: Sequence[PlayedPair]) -> Data:
    """The results between two players, as plain data."""
    a, b = met[0].names
    return {"a": a, "b": b} | tally(met).as_data() | compare(pair_counts(met)).as_data()


def conclusion(ratings: Ratings) -> str:
    """Who leads, and whether the lead is significant."""
    best, second = ratings.players[0], ratings.players[1]
    likely = ratings.superiority[0][1]
    if likely >= SURE:
        return f"{best.player} is the best: better than {second.player} with {likelihood(likely)} likelihood."
    equals = [
        rating.player
        for rating, share in zip(ratings.players[1:], ratings.superiority[0][1:], strict=True)
        if share < SURE
    ]
    others = " or ".join(equals) if len(equals) <= MOST_NAMED else f"{len(equals)} others"
    return f"{best.player} leads, but these games do not show that it is better than {others}."


def rating_rows(ratings: Ratings) -> list[dict[str, object]]:
    """A row of a table for each player."""
    return [
        {
            "player": rating.player,
            "elo": rating.elo.value,
            "low": rating.elo.low,
            "high": rating.elo.high,
            "games": rating.games,
            "points": rating.points,
        }
        for rating in ratings.players
    ]


def rating_table(ratings: Ratings) -> ReportTable:
    """Places, ratings and points."""
    likely = [*(likelihood(row[place + 1]) for place, row in enumerate(ratings.superiority[:-1])), None]
    table = tuple(
        (
            place,
            rating.player,
            elo_text(rating.elo),
            rating.points,
            rating.games,
            f"{rating.points / rating.games:.1%}",
            sure,
        )
        for place, (rating, sure) in enumerate(zip(ratings.players, likely, strict=True), 1)
    )
    columns = ("place", "player", "Elo", "points", "games", "score", "better than the next")
    note = f"Moving first is worth {elo_text(ratings.advantage)} Elo; equal players draw {ratings.draw_rate:.1%}."
    return ReportTable("Ratings", columns, table, note)


def _shares(pairs: Sequence[PlayedPair]) -> Mapping[tuple[str, str], tuple[float, int]]:
    """Points and games of each player against each other."""
    found: dict[tuple[str, str], tuple[float, int]] = {}
    for names, met in by_meeting(pairs).items():
        points, games = sum(pair.points for pair in met), 2 * len(met)
        found[names], found[names[::-1]] = (points, games), (games - points, games)
    return found


def cross_table(pairs: Sequence[PlayedPair], names: Sequence[str]) -> ReportTable:
    """Points of each against each; the columns are the places of the rows."""
    shares = _shares(pairs)
    table = tuple(
        (place, row, *("–" if row == column else _cell(shares.get((row, column))) for column in names))
        for place, row in enumerate(names, 1)
    )
    return ReportTable(
        "Points of the row's player", ("place", "player", *(str(place) for place in range(1, len(names) + 1))), table
    )


def _cell(share: tuple[float, int] | None) -> str:
    return "" if share is None else f"{share[0]:g} of {share[1]}"


def cross_plot(pairs: Sequence[PlayedPair], names: Sequence[str]) -> str:
    """The cross table in colours."""
    shares = _shares(pairs)
    cells = [[_share(shares.get((row, column))) for column in names] for row in names]
    return heat(names, cells, "score of the row")


def _share(share: tuple[float, int] | None) -> float | None:
    return None if share is None else share[0] / share[1]
