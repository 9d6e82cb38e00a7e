"""Small contests for the tests, between agents that take no time."""

from pathlib import Path
from typing import Any

from plyground.lab.contests.contest import Contestant, Terms, contestants
from plyground.lab.contests.match_experiment import MatchExperiment
from plyground.lab.contests.tournament import TournamentExperiment
from plyground.lab.runs.executors import Workers
from plyground.lab.runs.jobs import Data, ignore
from plyground.lab.runs.run import Experiment, open_run
from plyground.lab.stats.sprt import Sprt
from tests.lab.inline import Inline

NOW = "2026-11-15 12:00:00"
RANDOM, ONE, TWO = "random", "alphabeta:heuristic=H4,depth=1", "alphabeta:heuristic=H4,depth=2"


def neutreeko(**changes: Any) -> Terms:
    """Terms without the search that passes over decided openings: it would have to be compiled."""
    return Terms("neutreeko", **({"plies": 2, "probe": 0} | changes))


def players(terms: Terms, *texts: str) -> tuple[Contestant, ...]:
    return contestants(texts, terms.made)


def small_match(pairs: int = 4, sprt: Sprt | None = None, **changes: Any) -> MatchExperiment:
    terms = neutreeko(**changes)
    return MatchExperiment(terms, players(terms, TWO, RANDOM), pairs, sprt)


def small_tournament(pairs: int = 3) -> TournamentExperiment:
    terms = neutreeko()
    return TournamentExperiment(terms, players(terms, RANDOM, ONE, TWO), pairs)


def carried_out(experiment: Experiment, folder: Path, workers: Workers | None = None, **manner: Any) -> Data:
    """The summary of an experiment in a folder."""
    return experiment.carry_out(open_run(folder, experiment.manifest, NOW, **manner), workers or Inline(), ignore)
