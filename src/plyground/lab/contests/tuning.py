"""Tuning: look for better weights of a heuristic by playing, then confirm in a match that they are better.

Trials play a few pairs of games each, with openings of their own. What was found best is suspect, for it was also
lucky: so it plays the current weights in a match with a sequential test, and only that match counts.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from time import monotonic

from plyground.core.files import write_text
from plyground.core.heuristic import find_heuristic
from plyground.lab.contests.contest import Contestant, Terms, named_jobs, seed_of, why_unrepeatable
from plyground.lab.contests.game_pair import play_pair
from plyground.lab.contests.match import SprtRule
from plyground.lab.contests.proposers import METHODS, Numbers, Proposer, Trial, TuningError, check_method
from plyground.lab.contests.tuning_report import Tuned, tuning_page
from plyground.lab.runs.executors import Workers
from plyground.lab.runs.jobs import Data, Job, RunProgress, run_jobs
from plyground.lab.runs.journal import read_results
from plyground.lab.runs.run import Manifest, RunError, RunFolder
from plyground.lab.stats.elo import compare
from plyground.lab.stats.results import PlayedPair, faults, pair_counts, played_pairs, records, rows, tally
from plyground.lab.stats.sprt import Sprt
from plyground.play.agents.weights import NAME, WeightSet

USUAL_AGENT = "deepening:nodes=1000"
CONFIRMATION = "confirm"


@dataclass(frozen=True)
class TuningExperiment:
    """Which weights of which heuristic are tuned, how, and what is to be shown in the end."""

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
    """How far from the current weights is looked, as a share of them."""
    confirming: int
    """Pairs of the confirming match at most."""
    sprt: Sprt
    name: str
    """Of the set of weights."""

    def __post_init__(self) -> None:
        usual = find_heuristic(self.terms.made, self.heuristic)._asdict()
        unknown = [name for name in self.weights if name not in usual]
        if unknown or not self.weights or len(set(self.weights)) < len(self.weights):
            raise TuningError(f"{self.heuristic} has the weights {', '.join(usual)}; name some of them, each once.")
        check_method(self.method)
        if self.trials < 2 or self.pairs < 1 or not 0 < self.span <= 10:
            raise TuningError("Tuning needs two trials of a pair of games at least, and a span above 0 and up to 10.")
        if NAME.fullmatch(self.name) is None:
            raise TuningError("A set of weights is named with letters, digits, hyphens and underscores.")
        if "heuristic=" in self.agent or "weights=" in self.agent:
            raise TuningError("The agent is named without heuristic and weights: they are what is tuned.")

    @property
    def usual(self) -> Numbers:
        """The current weights that are tuned."""
        known = find_heuristic(self.terms.made, self.heuristic)._asdict()
        return {name: known[name] for name in self.weights}

    def text(self, weights: Numbers) -> str:
        """The agent with these weights."""
        known = self.found(weights)
        return f"{self.agent}{',' if ':' in self.agent else ':'}heuristic={self.heuristic},weights={known.inline()}"

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
        return Manifest("tuning", title, settings, why_unrepeatable([current], self.terms))

    def carry_out(self, run: RunFolder, workers: Workers, watch: Callable[[RunProgress], None]) -> Data:
        """Try, confirm, and report."""
        shown = Overall(watch, self.trials * self.pairs + self.confirming, len(read_results(run.path)))
        tuned = _Tuning(self, run, workers, shown)
        best = tuned.search(METHODS[self.method](self.usual, self.span, self.trials, self.terms.seed))
        match = tuned.confirm(best) if best != self.usual else []
        pairs = [*tuned.played, *match]
        summary = self.summary(best, match, pairs, run)
        if match:
            write_text(run.path / "weights" / f"{self.name}.toml", self.found(best).toml())
        run.write_games(records(pairs, self.terms.made))
        run.write_table("games", rows(pairs))
        run.write_table("trials", tuned.table)
        run.write_report(tuning_page(Tuned(self.terms, tuned.table, match, self.sprt, summary), run))
        return run.write_summary(summary)

    def summary(self, best: Numbers, match: Sequence[PlayedPair], pairs: Sequence[PlayedPair], run: RunFolder) -> Data:
        """What `--json` prints."""
        counts = pair_counts(match)
        test = self.sprt.as_data(counts.counts)
        wrong = faults(pairs, sorted({name for pair in pairs for name in pair.names}))
        return {
            "kind": "tuning",
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
            "faults": sum(sum(kinds.values()) for kinds in wrong.values()),
            "errors": {},
            "seed": self.terms.seed,
            "unrepeatable": run.manifest.unrepeatable,
        }


PLAIN_FIELDS = ("heuristic", "agent", "method", "trials", "pairs", "span", "confirming", "name")


class Overall:
    """The progress of a run in several parts, told as one."""

    def __init__(self, watch: Callable[[RunProgress], None], total: int, known: int) -> None:
        self._watch, self._total, self._known, self._begun = watch, total, known, monotonic()
        self.before = 0
        """Jobs of the parts that are finished."""

    def __call__(self, part: RunProgress) -> None:
        """Tell how far the whole is."""
        done, seconds = self.before + part.done, monotonic() - self._begun
        new = done - self._known
        rest = seconds / new * (self._total - done) if new > 0 else None
        self._watch(RunProgress(done, self._total, seconds, rest))


class _Tuning:
    """A tuning while it goes on."""

    def __init__(self, plan: TuningExperiment, run: RunFolder, workers: Workers, shown: Overall) -> None:
        self.plan, self.run, self.workers, self.shown = plan, run, workers, shown
        self.played: list[PlayedPair] = []
        self.table: list[Data] = []
        """A row a trial."""

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
        """The results of these jobs; a tuning cannot go on without all of them."""
        stop = rule or SprtRule(None)
        done = run_jobs(self.run.path, jobs, play_pair, self.workers, on_progress=self.shown, stop=stop)
        if done.errors:
            raise RunError(f"A game of the tuning failed: {next(iter(done.errors.values()))}")
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


def from_settings(settings: Data) -> TuningExperiment:
    """The tuning that a manifest describes."""
    plain = {field: settings[field] for field in PLAIN_FIELDS}
    terms, sprt = Terms.from_data(settings["terms"]), Sprt(**settings["sprt"])
    return TuningExperiment(terms=terms, sprt=sprt, weights=tuple(settings["weights"]), **plain)
