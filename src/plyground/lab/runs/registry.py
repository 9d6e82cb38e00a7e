"""Every kind of run by its name, and how an experiment is read back from the settings in its manifest."""

from collections.abc import Callable
from importlib import import_module

from plyground.core.errors import quoted
from plyground.lab.runs.run import Experiment, RunError
from plyground.lab.runs.jobs import Data

KINDS: dict[str, str] = {
    "match": "plyground.lab.contests.match",
    "tournament": "plyground.lab.contests.tournament",
    "tuning": "plyground.lab.contests.tuning",
    "study": "plyground.lab.studies.experiment",
    "growth": "plyground.lab.studies.growth_report",
}
"""The module of each kind; it has a function `from_settings` that makes the experiment."""


def experiment_of(kind: str, settings: Data) -> Experiment:
    """The experiment that a manifest describes."""
    if kind not in KINDS:
        raise RunError(f"There is no kind of run {quoted(kind)}; there are {', '.join(KINDS)}.")
    read: Callable[[Data], Experiment] = import_module(KINDS[kind]).from_settings
    try:
        return read(settings)
    except (KeyError, TypeError) as problem:
        raise RunError(f"The settings of this {kind} are damaged: {problem!r}.") from None
