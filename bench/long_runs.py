"""Long measurements: every result is kept as it comes, and the same command goes on where Ctrl-C stopped it.

Results lie in `runs/figures`, in a folder for each program and version of the package: those of another version are
never taken for this one's. `--folder` names another folder, such as one that was brought from a larger machine, and
`--tell` plays nothing: it shows what is there.
"""

import argparse
import hashlib
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from bench import figures

from plyground.core.jit import PACKAGE, sources_hash
from plyground.lab.runs.executors import local_executor
from plyground.lab.runs.jobs import Job, RunProgress, RunSettings, run_jobs
from plyground.lab.runs.journal import read_results
from plyground.lab.runs.run import PLAYING_LAYERS

Data = dict[str, Any]


def version() -> str:
    """A hash of everything that decides what is played: sources, and the cards of the networks."""
    sources = sources_hash(*(PACKAGE / layer for layer in PLAYING_LAYERS))
    cards = (path.read_bytes() for path in sorted((PACKAGE / "games").glob("*/n*.json")))
    return hashlib.sha256(b"\0".join([sources.encode(), *cards])).hexdigest()[:12]


def kept_folder(name: str) -> Path:
    """Where a program keeps the results of this version."""
    return figures.ROOT / "runs" / "figures" / f"{name}-{version()}"


def add_options(parser: argparse.ArgumentParser, name: str, what: str) -> None:
    """The options of every long run."""
    parser.add_argument("--workers", type=int, default=2, help=f"{what} at a time (2)")
    parser.add_argument("--folder", type=Path, default=kept_folder(name), help=f"results (runs/figures/{name}-VERSION)")
    parser.add_argument("--tell", action="store_true", help="play nothing, show what is there")


def results(jobs: Sequence[Job], work: Callable[[Data], Data], given: argparse.Namespace) -> dict[str, Data]:
    """The results of the jobs by their ids; unless `--tell` is given, what is missing is done first."""
    if not given.tell:
        try:
            with local_executor(given.workers) as workers:
                done = run_jobs(given.folder, jobs, work, workers, RunSettings(on_progress=show))
        except KeyboardInterrupt:
            sys.exit("\nStopped. The same command goes on from here, and --tell shows what there is.")
        print("", *done.errors.values(), sep="\n", file=sys.stderr)
    known = read_results(given.folder)
    return {job.id: known[job.id] for job in jobs if job.id in known}


def show(progress: RunProgress) -> None:
    """How far it is, on standard error; nothing in a file, where every line would stay."""
    if not sys.stderr.isatty():
        return
    rest = "" if progress.rest is None else f", about {progress.rest / 60:.0f} min left"
    print(f"\r{progress.done} of {progress.total}{rest}   ", end="", file=sys.stderr, flush=True)


def taken(found: Iterable[Data]) -> list[figures.Conditions]:
    """When and where these results came."""
    return [figures.Conditions(*each["taken"]) for each in found if "taken" in each]
