"""Run the long checks on every version of Python that the command line names and this machine has.

The version of this environment runs them as they are; every other one gets an environment of its own below `build` and
runs the whole suite before them.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.stages import Stage, report, target

CURRENT = f"{sys.version_info.major}.{sys.version_info.minor}"
ABLE = "import ensurepip, venv"
"""What makes environments; some distributions package it apart."""


def interpreter(version: str, path: str) -> str | None:
    """The first interpreter of a version in a search path that runs and can make environments."""
    for folder in path.split(os.pathsep):
        found = Path(folder) / f"python{version}"
        if found.is_file() and subprocess.run([found, "-c", ABLE], capture_output=True, check=False).returncode == 0:
            return str(found)
    return None


def stages(versions: Sequence[str], path: str) -> tuple[list[Stage], list[str]]:
    """A stage for each version that was found, and the versions that were not."""
    found, missing = [], []
    for version in versions:
        name = f"python{version}"
        if version == CURRENT:
            found.append(Stage(name, target("long")))
        elif (python := interpreter(version, path)) is not None:
            settings = (f"PYTHON={python}", f"VENV=build/{name}")
            found.append(Stage(name, target("unit interpreted long", *settings)))
        else:
            missing.append(version)
    return found, missing


def main() -> None:
    """One version after another: each takes all cores."""
    found, missing = stages(sys.argv[1:], os.environ["PATH"])
    for version in missing:
        print(f"Python {version} is not on this machine: left out.", flush=True)
    sys.exit(not report(found, sys.stdout, at_once=1))


if __name__ == "__main__":
    main()
