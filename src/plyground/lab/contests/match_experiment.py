"""A match between two players: games in pairs, Elo with its interval, and a sequential test if one is asked for."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

import numpy as np

from plyground.core.text import counted
from plyground.lab.contests.contest import Contestant, Terms, pair_jobs, why_unrepeatable
from plyground.lab.contests.faults import FaultWatch
from plyground.lab.contests.game_pair import games_of, play_pair
from plyground.lab.contests.games_summary import check_played, elo_range, games_blocks, games_summary, write_pairs
from plyground.lab.contests.played_pair import PlayedPair, pair_counts, played_pairs, tally
from plyground.lab.report.page import Block, Page, Plot, ReportTable, Text
from plyground.lab.report.plots import curves, intervals
from plyground.lab.report.sections import contest_page, effort_table
from plyground.lab.runs.executors import Workers
from plyground.lab.runs.jobs import Data, Job, RunProgress, RunResult, RunSettings, run_jobs
from plyground.lab.runs.run import Manifest, RunFolder
from plyground.lab.stats.elo import SURE, PairCounts, compare, elo_text, likelihood
from plyground.lab.stats.sprt import Sprt


@dataclass(frozen=True)
class MatchExperiment:
    """Two players, the number of pairs at most, and perhaps a test that ends the match early."""

    kind: ClassVar[str] = "match"

    terms: Terms
    players: tuple[Contestant, ...]
    pairs: int
    sprt: Sprt | None = None

    @property
    def manifest(self) -> Manifest:
        """What it does."""
        names = " against ".join(player.name for player in self.players)
        settings = {
            "terms": self.terms.as_data(),
            "players": [asdict(player) for player in self.players],
            "pairs": self.pairs,
            "sprt": None if self.sprt is None else asdict(self.sprt),
        }
        title = f"{names} at {self.terms.made.title}"
        return Manifest(self.kind, title, settings, why_unrepeatable(self.players, self.terms))

    @classmethod
    def from_settings(cls, settings: Data) -> "MatchExperiment":
        """Read the match from the settings in its manifest."""
        players = tuple(Contestant(**player) for player in settings["players"])
        sprt = None if settings["sprt"] is None else Sprt(**settings["sprt"])
        return cls(Terms.from_data(settings["terms"]), players, settings["pairs"], sprt)

    def carry_out(self, run: RunFolder, workers: Workers, watch: Callable[[RunProgress], None]) -> Data:
        """Play what is missing, and report."""
        jobs = list(pair_jobs(self.terms, self.players, (0, 1), self.pairs))
        met = dict.fromkeys((job.id for job in jobs), (self.players[0], self.players[1]))
        faults = FaultWatch(met, watch)
        settings = RunSettings(faults.add, faults.show, stop=SprtRule(self.sprt))
        done = run_jobs(run.path, jobs, play_pair, workers, settings)
        check_played(done)
        pairs = played_pairs(jobs, done.results, met)
        write_pairs(run, pairs, self.terms.made)
        run.write_report(self.page(pairs, run))
        return run.write_summary(self.summary(pairs, done, run.manifest))

    @property
    def names(self) -> list[str]:
        """The players as tables show them."""
        return [player.name for player in self.players]

    def summary(self, pairs: Sequence[PlayedPair], done: RunResult, manifest: Manifest) -> Data:
        """What `--json` prints."""
        counts = pair_counts(pairs)
        return {
            "kind": self.kind,
            "game": self.terms.game,
            "options": self.terms.made.option_texts(),
            "a": self.names[0],
            "b": self.names[1],
            **tally(pairs).as_data(),
            **compare(counts).as_data(),
            **counts.as_data(),
            **games_summary(pairs, self.names),
            "sprt": None if self.sprt is None else self.sprt.as_data(counts.counts),
            "ended": done.ended,
            "errors": done.errors,
            "seed": self.terms.seed,
            "unrepeatable": manifest.unrepeatable,
        }

    @staticmethod
    def summary_blocks(summary: Data) -> list[Block]:
        """What the command prints."""
        wins, draws, losses = summary["wins"], summary["draws"], summary["losses"]
        return [
            Text(
                f"{summary['a']} against {summary['b']}: +{wins} ={draws} -{losses} "
                f"in {summary['games']} games, {summary['score']:.1%}"
            ),
            Text(f"Elo {elo_range(summary['elo'])}, better with likelihood {likelihood(summary['superiority'])}"),
            *([] if summary["sprt"] is None else [Text(_sprt_line(summary["sprt"]))]),
            *games_blocks(summary),
        ]

    def page(self, pairs: Sequence[PlayedPair], run: RunFolder) -> Page:
        """The report."""
        blocks: list[Block] = [Text(conclusion(pairs, self.sprt), strong=True), *result_tables(pairs)]
        blocks += [effort_table(pairs, self.names), *match_curves(pairs, self.sprt)]
        return contest_page(run, self.terms, pairs, self.names, blocks)


def _sprt_line(test: Data) -> str:
    verdicts = {"accept": f"{test['elo1']:+g} is accepted", "reject": f"{test['elo0']:+g} is accepted"}
    verdict = verdicts.get(test["verdict"], "not decided")
    return f"Sequential test: {verdict} (ratio {test['llr']:.2f}, bounds {test['lower']:.2f} and {test['upper']:.2f})"


class SprtRule:
    """Stops a match when its test has a verdict; without a test, never."""

    def __init__(self, sprt: Sprt | None) -> None:
        self.sprt, self.counts = sprt, PairCounts()

    def __call__(self, job: Job, result: Data) -> bool:
        """Whether this pair was the last that is needed."""
        self.counts = self.counts.and_one(sum(game.points for game in games_of(result)))
        return self.sprt is not None and self.sprt.verdict(self.counts.counts) is not None


def conclusion(pairs: Sequence[PlayedPair], sprt: Sprt | None) -> str:
    """What the match has shown, in a sentence."""
    found, (a, b) = compare(pair_counts(pairs)), pairs[0].names
    likely = likelihood(found.superiority)
    shown = f"Elo of {a} {elo_text(found.elo)}, likelihood of superiority {likely}, {found.games} games"
    if found.superiority >= SURE or found.superiority <= 1 - SURE:
        better, worse = (a, b) if found.superiority > 0.5 else (b, a)
        text = f"{better} is better than {worse} ({shown})."
    else:
        text = f"These games do not show who is better ({shown})."
    return text if sprt is None else f"{text} {_verdict(pairs, sprt)}"


def _verdict(pairs: Sequence[PlayedPair], sprt: Sprt) -> str:
    """How the sequential test ended."""
    verdict = sprt.verdict(pair_counts(pairs).counts)
    question = f"The sequential test of {sprt.elo1:+g} against {sprt.elo0:+g} Elo"
    if verdict is None:
        return f"{question} has not decided."
    taken = sprt.elo1 if verdict == "accept" else sprt.elo0
    return f"{question} ended after {counted(len(pairs), 'pair')}: {taken:+g} is accepted."


def result_tables(pairs: Sequence[PlayedPair]) -> list[Block]:
    """Games, Elo and pairs of a match."""
    found, counted, counts = compare(pair_counts(pairs)), tally(pairs), pair_counts(pairs)
    a, b = pairs[0].names
    columns = ("player", "won", "drawn", "lost", "score", "Elo", "better with likelihood")
    minus = type(found.elo)(-found.elo.value, -found.elo.high, -found.elo.low)
    row: tuple[Any, ...] = (a, counted.wins, counted.draws, counted.losses, f"{found.score:.1%}", elo_text(found.elo))
    other: tuple[Any, ...] = (b, counted.losses, counted.draws, counted.wins, f"{1 - found.score:.1%}", elo_text(minus))
    likely = (likelihood(found.superiority), likelihood(1 - found.superiority))
    points = (f"points of {a} in a pair", "0", "½", "1", "1½", "2")
    return [
        ReportTable("The match", columns, ((*row, likely[0]), (*other, likely[1]))),
        ReportTable("Pairs of games", points, (("pairs", *counts.counts),)),
    ]


def match_curves(pairs: Sequence[PlayedPair], sprt: Sprt | None) -> list[Block]:
    """How the match went, pair by pair."""
    a = pairs[0].names[0]
    points = np.cumsum([pair.points for pair in pairs])
    count = range(1, len(pairs) + 1)
    games = [2 * number for number in count]
    score = curves({a: (games, (points / games).tolist())}, ("games", f"score of {a[:30]}"), levels={"even": 0.5})
    blocks: list[Block] = [Plot("score", f"The score of {a} as the match went on.", score)]
    if sprt is not None:
        halves = np.array([round(2 * pair.points) for pair in pairs])
        ratios = sprt.llrs(np.cumsum(halves[:, None] == np.arange(5), axis=0))
        levels = {f"accept {sprt.elo1:+g}": sprt.upper, f"accept {sprt.elo0:+g}": sprt.lower}
        picture = curves({"ratio": (count, ratios.tolist())}, ("pairs of games", "log-likelihood ratio"), levels=levels)
        blocks.append(Plot("sprt", "The sequential test: it ends when the line crosses a bound.", picture))
    elo = intervals([a], [compare(pair_counts(pairs)).elo], f"Elo against {pairs[0].names[1][:40]}")
    return [Plot("elo", f"Elo of {a} with its 95 % interval.", elo), *blocks]
