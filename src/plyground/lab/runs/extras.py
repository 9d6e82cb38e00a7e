"""The optional extras of the package, and the command that installs one."""

import shlex
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2]
CHECKOUT = PACKAGE.parent.parent
"""The folder above `src`, if the package is not installed but used where its sources are."""


def install_command(extra: str) -> str:
    """The command line that installs an extra beside the Python that runs now; in a checkout, the tested versions."""
    locked = CHECKOUT / "requirements" / f"{extra}.txt"
    checkout = locked.is_file() and PACKAGE.parent.name == "src"
    wanted = ["--require-hashes", "--requirement", str(locked)] if checkout else [f"plyground[{extra}]"]
    return shlex.join([sys.executable, "-m", "pip", "install", *wanted])
