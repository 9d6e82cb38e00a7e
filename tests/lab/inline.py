"""Workers for tests that run jobs in this process, where the kernels are loaded already."""

from concurrent.futures import Future
from pathlib import Path
from typing import Any

from plyground.lab.runs.executors import Workers
from plyground.lab.runs.jobs import Data, ignore
from plyground.lab.runs.run import Experiment, open_run


class Inline(Workers):
    """Runs every job when it is submitted, and counts them."""

    def __init__(self) -> None:
        self.count = 0

    size = 1

    def submit(self, work: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run it now."""
        self.count += 1
        future: Future[Any] = Future()
        try:
            future.set_result(work(*args, **kwargs))
        except Exception as problem:
            future.set_exception(problem)
        return future

    def abandon(self) -> None:
        """Nothing is ever left."""


def carry_out(experiment: Experiment, folder: Path, workers: Workers | None = None) -> Data:
    """Run an experiment in a folder, with its report as Markdown too."""
    run = open_run(folder, experiment.manifest, "2026-11-15 12:00:00", markdown=True)
    return experiment.carry_out(run, workers or Inline(), ignore)
