"""The kinds of run, and how an experiment is read back from its manifest.

A kind is one class: the settings of its runs as a value, how they are read from a manifest, how a run is carried out,
and what the command prints of its summary (see `Experiment` in run.py). A new kind adds its line to the table.
"""

from importlib import import_module

from plyground.core.errors import quoted
from plyground.lab.runs.run import Experiment, Manifest, RunError
from plyground.language import Message

KINDS: dict[str, str] = {
    "match": "plyground.lab.contests.match_experiment:MatchExperiment",
    "tournament": "plyground.lab.contests.tournament:TournamentExperiment",
    "class": "plyground.lab.classroom.class_experiment:ClassExperiment",
    "tuning": "plyground.lab.contests.tuning:TuningExperiment",
    "study": "plyground.lab.studies.experiment:StudyExperiment",
    "growth": "plyground.lab.studies.growth:GrowthExperiment",
}
"""The class of each kind, by its address: it is imported when a run of its kind is opened."""


def find_kind(name: str) -> type[Experiment]:
    """Return the class of a kind of run."""
    if name not in KINDS:
        raise RunError(Message("lab.run.no_kind", name=quoted(name), known=list(KINDS)))
    module, _, attribute = KINDS[name].partition(":")
    found: type[Experiment] = getattr(import_module(module), attribute)
    return found


def read_experiment(manifest: Manifest) -> Experiment:
    """Read the experiment that a manifest describes."""
    kind = find_kind(manifest.kind)
    try:
        return kind.from_settings(manifest.settings)
    except (KeyError, TypeError) as problem:
        raise RunError(Message("lab.run.settings", kind=manifest.kind, problem=repr(problem))) from None
