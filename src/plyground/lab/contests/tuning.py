"""Tuning: look for better weights of a heuristic by playing, then confirm in a match that they are better.

Trials play a few pairs of games each, with openings of their own. What was found best is suspect, for it was also
lucky: so it plays the current weights in a match with a sequential test, and only that match counts.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import ClassVar

from plyground.core.files import write_text
from plyground.core.heuristic import find_heuristic, weights_of
from plyground.core.text import counted
from plyground.lab.contests.contest import Contestant, Terms, named_jobs, seed_of, why_unrepeatable
from plyground.lab.contests.game_pair import play_pair
from plyground.lab.contests.games_summary import count_faults, elo_range, write_pairs
from plyground.lab.contests.match_experiment import SprtRule, conclusion, match_curves, result_tables
from plyground.lab.contests.played_pair import PlayedPair, pair_counts, played_pairs, tally
from plyground.lab.contests.proposers import METHODS, Numbers, Proposer, Trial, TuningError, check_method
from plyground.lab.report.page import Block, Code, Page, Plot, ReportTable, Section, Text
from plyground.lab.report.plots import curves
from plyground.lab.report.sections import games_section, method_section
from plyground.lab.runs.executors import Workers
from plyground.lab.runs.jobs import CombinedProgress, Data, Job, RunProgress, RunSettings, run_jobs
from plyground.lab.runs.journal import read_results
from plyground.lab.runs.run import Manifest, RunError, RunFolder
from plyground.lab.stats.elo import compare
from plyground.lab.stats.sprt import Sprt
from plyground.language import Message
from plyground.play.agents.spec import AgentSpec
from plyground.play.agents.weights import NAME, WeightSet, weights_folder

USUAL_AGENT = "pvs:nodes=1000"
CONFIRMATION = "confirm"


@dataclass(frozen=True)
class TuningExperiment:
    """Which weights of which heuristic are tuned, how, and what the confirming match has to show."""

    kind: ClassVar[str] = "tuning"

    terms: Terms
    heuristic: str
    agent: str
    """The search with its limits; heuristic and weights are added to it."""
    weights: tuple[str, ...]
    """Those that are tuned."""
    method: str
    trials: int
    pairs: int
    """Of each trial."""
    span: float
    """How far from the current weights to look, as a share of them."""
    confirming: int
    """Pairs of the confirming match at most."""
    sprt: Sprt
    name: str
    """Of the set of weights."""

    def __post_init__(self) -> None:
        usual = weights_of(find_heuristic(self.terms.made, self.heuristic))
        unknown = [name for name in self.weights if name not in usual]
        if unknown or not self.weights or len(set(self.weights)) < len(self.weights):
            raise TuningError(Message("lab.tuning.weights", heuristic=self.heuristic, known=list(usual)))
        check_method(self.method)
        if self.trials < 2 or self.pairs < 1 or not 0 < self.span <= 10:
            raise TuningError(Message("lab.tuning.sizes"))
        if NAME.fullmatch(self.name) is None:
            raise TuningError(Message("lab.tuning.set_name"))
        spec = AgentSpec.parse(self.agent)
        if spec.heuristic is not None or spec.weights is not None:
            raise TuningError(Message("lab.tuning.agent"))

    @property
    def usual(self) -> Numbers:
        """The current weights that are tuned."""
        known = weights_of(find_heuristic(self.terms.made, self.heuristic))
        return {name: known[name] for name in self.weights}

    def text(self, weights: Numbers) -> str:
        """The agent with these weights."""
        spec = AgentSpec.parse(self.agent)
        return str(replace(spec, heuristic=self.heuristic, weights=self.found(weights).inline()))

    def found(self, weights: Numbers) -> WeightSet:
        """The set of weights."""
        return WeightSet(self.terms.game, self.heuristic, tuple(weights.items()))

    @property
    def manifest(self) -> Manifest:
        """What it does."""
        settings = {field: getattr(self, field) for field in PLAIN_FIELDS}
        settings |= {"terms": self.terms.as_data(), "sprt": asdict(self.sprt), "weights": list(self.weights)}
        current = Contestant("current", self.text(self.usual))
        title = f"Tuning {self.heuristic} at {self.terms.made.title}"
        return Manifest(self.kind, title, settings, why_unrepeatable([current], self.terms))

    @classmethod
    def from_settings(cls, settings: Data) -> "TuningExperiment":
        """Read the tuning from the settings in its manifest."""
        plain = {field: settings[field] for field in PLAIN_FIELDS}
        terms, sprt = Terms.from_data(settings["terms"]), Sprt(**settings["sprt"])
        return cls(terms=terms, sprt=sprt, weights=tuple(settings["weights"]), **plain)

    def carry_out(self, run: RunFolder, workers: Workers, watch: Callable[[RunProgress], None]) -> Data:
        """Try, confirm, and report."""
        total = self.trials * self.pairs + self.confirming
        shown = CombinedProgress(watch, total, len(read_results(run.path)))
        tuned = _Tuning(self, run, workers, shown)
        best = tuned.search(METHODS[self.method](self.usual, self.span, self.trials, self.terms.seed))
        match = tuned.confirm(best) if best != self.usual else []
        pairs = [*tuned.played, *match]
        summary = self.summary(best, match, pairs, run)
        if match:
            write_text(run.path / "weights" / f"{self.name}.toml", self.found(best).toml())
        write_pairs(run, pairs, self.terms.made)
        run.write_table("trials", tuned.table)
        run.write_report(tuning_page(Tuned(self.terms, tuned.table, match, self.sprt, summary), run))
        return run.write_summary(summary)

    def summary(self, best: Numbers, match: Sequence[PlayedPair], pairs: Sequence[PlayedPair], run: RunFolder) -> Data:
        """What `--json` prints."""
        counts = pair_counts(match)
        test = self.sprt.as_data(counts.counts)
        names = sorted({name for pair in pairs for name in pair.names})
        return {
            "kind": self.kind,
            "game": self.terms.game,
            "heuristic": self.heuristic,
            "method": self.method,
            "trials": self.trials,
            "tuning_games": 2 * (len(pairs) - len(match)),
            "current": self.usual,
            "weights": best,
            "name": self.name,
            "file": str(run.path / "weights" / f"{self.name}.toml") if match else None,
            "agent": self.text(best),
            **tally(match).as_data(),
            **compare(counts).as_data(),
            "sprt": test,
            "passed": test["verdict"] == "accept",
            "faults": count_faults(pairs, names),
            "errors": {},
            "seed": self.terms.seed,
            "unrepeatable": run.manifest.unrepeatable,
        }

    @staticmethod
    def summary_blocks(summary: Data) -> list[Block]:
        """What the command prints."""
        if summary["file"] is None:
            return [Text(verdict(summary))]
        lines = [f"{name}: {summary['current'][name]} -> {value}" for name, value in summary["weights"].items()]
        lines += [
            f"Against the current weights: +{summary['wins']} ={summary['draws']} -{summary['losses']}, "
            f"Elo {elo_range(summary['elo'])}",
            f"{verdict(summary)} {summary['file']}",
        ]
        if summary["passed"]:
            copy = f"To use them, copy the file to {weights_folder()}"
            lines.append(f"{copy} and write weights={summary['name']} in an agent's text.")
        return [Text(line) for line in lines]


PLAIN_FIELDS = ("heuristic", "agent", "method", "trials", "pairs", "span", "confirming", "name")


class _Tuning:
    """A tuning under way."""

    def __init__(self, plan: TuningExperiment, run: RunFolder, workers: Workers, shown: CombinedProgress) -> None:
        self.plan, self.run, self.workers, self.shown = plan, run, workers, shown
        self.played: list[PlayedPair] = []
        self.table: list[Data] = []
        """One row per trial."""

    def search(self, proposer: Proposer) -> Numbers:
        """Play the trials that a proposer asks for; the weights to be confirmed."""
        while trials := proposer.ask():
            scores = self._scores(trials)
            proposer.tell(trials, scores)
            for trial, score in zip(trials, scores, strict=True):
                self.table.append({"trial": trial.number, "score": score} | trial.weights)
        return proposer.best()

    def _scores(self, trials: list[Trial]) -> list[float]:
        """What the trials score, all played at once."""
        planned = {trial.number: self._jobs(trial) for trial in trials}
        everything = [job for jobs in planned.values() for job in jobs]
        results = self._run(everything)
        scores = []
        for trial in trials:
            pairs = self._pairs(planned[trial.number], results, f"trial {trial.number}", trial.against)
            self.played += pairs
            scores.append(sum(pair.points for pair in pairs) / (2 * len(pairs)))
        return scores

    def _jobs(self, trial: Trial) -> list[Job]:
        terms = replace(self.plan.terms, seed=seed_of(f"{self.plan.terms.seed} trial {trial.number}"))
        other = self.plan.usual if trial.against is None else trial.against
        texts = (self.plan.text(trial.weights), self.plan.text(other))
        return list(named_jobs(terms, texts, f"trial-{trial.number:04d}", self.plan.pairs))

    def _run(self, jobs: list[Job], rule: SprtRule | None = None) -> dict[str, Data]:
        """The results of these jobs; a tuning needs all of them."""
        settings = RunSettings(on_progress=self.shown, stop=rule or SprtRule(None))
        done = run_jobs(self.run.path, jobs, play_pair, self.workers, settings)
        if done.errors:
            raise RunError(Message("lab.tuning.failed", problem=next(iter(done.errors.values()))))
        self.shown.before += len(jobs)
        return done.results

    def _pairs(self, jobs: list[Job], results: dict[str, Data], name: str, against: Numbers | None) -> list[PlayedPair]:
        other = "current" if against is None else f"{name}, other side"
        both = (Contestant(name, jobs[0].task["players"][0]), Contestant(other, jobs[0].task["players"][1]))
        return played_pairs(jobs, results, {job.id: both for job in jobs})

    def confirm(self, best: Numbers) -> list[PlayedPair]:
        """The match of the new weights against the current ones; equals would only cost time."""
        terms = replace(self.plan.terms, seed=seed_of(f"{self.plan.terms.seed} {CONFIRMATION}"))
        texts = (self.plan.text(best), self.plan.text(self.plan.usual))
        jobs = list(named_jobs(terms, texts, CONFIRMATION, self.plan.confirming))
        return self._pairs(jobs, self._run(jobs, SprtRule(self.plan.sprt)), self.plan.name, None)


@dataclass(frozen=True)
class Tuned:
    """The outcome of a tuning."""

    terms: Terms
    trials: Sequence[Data]
    """One row per trial."""
    match: Sequence[PlayedPair]
    """The confirming match."""
    sprt: Sprt
    summary: Data


def tuning_page(tuned: Tuned, run: RunFolder) -> Page:
    """What was found, the match that shows what it is worth, and how it was found."""
    summary, match = tuned.summary, tuned.match
    found: tuple[Block, ...] = (
        Text(verdict(summary), strong=True),
        weights_table(summary["current"], summary["weights"]),
        *((Text("An agent takes these weights like this:"), Code(summary["agent"])) if match else ()),
    )
    search = Section("The search", search_blocks(tuned.trials, summary))
    method = method_section(run, tuned.terms)
    sections = (Section("The weights", found), *worth(tuned, search), method)
    games = f"{summary['tuning_games']} games to tune and {summary['games']} to confirm"
    return Page(run.manifest.title, f"{games}, begun {run.manifest.created}", sections)


def worth(tuned: Tuned, search: Section) -> tuple[Section, ...]:
    """The confirming match, if there was one, and the search before it."""
    match = tuned.match
    if not match:
        return (search,)
    shown = (Text(conclusion(match, tuned.sprt)), *result_tables(match), *match_curves(match, tuned.sprt))
    return Section("The confirming match", shown), search, games_section(match, match[0].names)


def verdict(summary: Data) -> str:
    """Whether the new weights are worth anything."""
    if summary["weights"] == summary["current"]:
        return "No trial was better than the current weights, so no match was played to confirm it."
    if summary["passed"]:
        return f"The weights {summary['name']} passed: they are better than the current ones."
    if summary["sprt"]["verdict"] == "reject":
        return f"The weights {summary['name']} did not pass: keep the current ones."
    return f"The confirming match did not decide whether the weights {summary['name']} are better: play more games."


def weights_table(usual: Numbers, best: Numbers) -> ReportTable:
    """Old and new."""
    rows = tuple(
        (name, value, best[name], f"{best[name] - value:+d}".replace("-", "−")) for name, value in usual.items()
    )
    return ReportTable("Weights", ("weight", "current", "tuned", "change"), rows)


def search_blocks(trials: Sequence[Data], summary: Data) -> tuple[Block, ...]:
    """How the search went."""
    usual: Numbers = summary["current"]
    numbers = [trial["trial"] for trial in trials]
    scores = [trial["score"] for trial in trials]
    method = {"tpe": "TPE, against the current weights", "spsa": "SPSA, one side of the guess against the other"}
    path = {name: (numbers, [trial[name] / (abs(usual[name]) or 1) for trial in trials]) for name in usual}
    labels = ("trial", "score")
    blocks: list[Block] = [
        Text(f"{counted(len(trials), 'trial')} by {method[summary['method']]}."),
        Plot("trials", "The score of every trial.", curves({"score": (numbers, scores)}, labels, levels={"even": 0.5})),
    ]
    if len(usual) <= 8:
        picture = curves(path, ("trial", "share of the current weight"), marked=len(trials) < 60)
        blocks.append(Plot("weights", "The weights that were tried, as shares of the current ones.", picture))
    return tuple(blocks)
