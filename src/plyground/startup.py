"""Startup: what makes importing the package faster, and quiet if this process is the command `plyground`.

The package imports this module first. While most of it is imported, garbage collection is off, which would take a fifth
of the time. For the command it stays off until `started`, and Ctrl-C exits without a traceback.
"""

import gc
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import FrameType

INTERRUPTED = 130
"""Exit status of a program ended by Ctrl-C."""
NAMES = ("plyground", "plyground.exe", "plyground-script.py")
SPARED = ("coverage", "scipy")
"""Packages that Numba imports where it finds them: no kernel multiplies matrices, none is measured by lines."""
SETTINGS, READER = ".numba_config.yaml", "yaml"
"""A file with settings of Numba in the current folder, and the package that reads it: spared where there is no file."""


def is_the_command(argv: list[str], original: list[str]) -> bool:
    """True if a process with these arguments was started as `plyground` or as `python -m plyground`."""
    if "--multiprocessing-fork" in original:
        return False
    name = argv[0] if argv else ""
    return os.path.basename(name) in NAMES or (name == "-m" and "plyground" in original)  # noqa: PTH119


def leave_quietly(number: int, frame: FrameType | None) -> None:
    """Exit at once: there is nothing to clean up yet."""
    os._exit(INTERRUPTED)


def begin() -> None:
    """For the command: turn garbage collection off, and let Ctrl-C exit without a message."""
    if is_the_command(sys.argv, sys.orig_argv):
        gc.disable()
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, leave_quietly)


@contextmanager
def without_collecting() -> Iterator[None]:
    """Import inside the context without garbage collection; afterwards it is as it was."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def import_numba() -> None:
    """Import Numba without the packages that it only looks for; they can be imported as usual afterwards."""
    spared = SPARED if Path(SETTINGS).exists() else (*SPARED, READER)
    absent = [name for name in spared if name not in sys.modules]
    sys.modules.update(dict.fromkeys(absent))  # type: ignore[arg-type]
    try:
        with without_collecting():
            import_module("numba.np.arraymath")
    finally:
        for name in absent:
            del sys.modules[name]


def started() -> None:
    """Restore `KeyboardInterrupt` on Ctrl-C, and exclude the imported objects from garbage collection."""
    gc.freeze()
    gc.enable()
    if signal.getsignal(signal.SIGINT) is leave_quietly:
        signal.signal(signal.SIGINT, signal.default_int_handler)
