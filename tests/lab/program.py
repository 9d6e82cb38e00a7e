"""A program that runs cheap jobs and can be killed: `python -m tests.lab.program FOLDER COUNT MILLISECONDS [FILE]`.

With a file, the first job waits until that file is there.

It is started many times, so the package's own imports (Numba among them) are left out: only what runs jobs is loaded.
"""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

SPEC = importlib.util.find_spec("plyground")
assert SPEC is not None
PACKAGE = ModuleType("plyground")
PACKAGE.__path__ = list(SPEC.submodule_search_locations or [])
sys.modules["plyground"] = PACKAGE

from plyground.lab.runs.executors import local_executor  # noqa: E402
from plyground.lab.runs.jobs import Job, run_jobs  # noqa: E402
from tests.lab.work import jobs, square  # noqa: E402


def main() -> None:
    folder, count, milliseconds = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    planned = jobs(count, milliseconds)
    for path in sys.argv[4:]:
        planned[0] = Job(planned[0].id, planned[0].task | {"until": path})
    with local_executor(2) as workers:
        run_jobs(folder, planned, square, workers)


if __name__ == "__main__":
    main()
