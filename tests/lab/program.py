"""A program that runs cheap units and can be killed: `python -m tests.lab.program FOLDER COUNT MILLISECONDS`.

It is started many times, so the package's own imports (Numba among them) are left out: only what runs units is loaded.
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

from plyground.lab.executors import local_executor  # noqa: E402
from plyground.lab.units import run_units  # noqa: E402
from tests.lab.work import square, units  # noqa: E402


def main() -> None:
    folder, count, milliseconds = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    with local_executor(2) as workers:
        run_units(folder, units(count, milliseconds), square, workers)


if __name__ == "__main__":
    main()
