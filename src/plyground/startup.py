"""Startup: what makes importing the package faster, and quiet if this process is the command `plyground`.

The package imports this module first. While it is imported, garbage collection is off, which would take a fifth of the
time. For the command it stays off until `started`, and Ctrl-C exits without a traceback.
"""

import gc
import os
import signal
import sys
from importlib import import_module
from types import FrameType

INTERRUPTED = 130
"""Exit status of a program ended by Ctrl-C."""
NAMES = ("plyground", "plyground.exe", "plyground-script.py")
SPARED = ("coverage", "scipy.linalg")
"""Packages that Numba imports where it finds them: no kernel multiplies matrices, none is measured by lines."""
_collecting = gc.isenabled()


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
    """Keep garbage collection off, and let Ctrl-C exit the command without a message."""
    gc.disable()
    if is_the_command(sys.argv, sys.orig_argv) and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, leave_quietly)


def import_numba() -> None:
    """Import Numba without the packages that it only looks for; they can be imported as usual afterwards."""
    absent = [name for name in SPARED if name not in sys.modules]
    sys.modules.update(dict.fromkeys(absent))  # type: ignore[arg-type]
    try:
        import_module("numba.np.arraymath")
    finally:
        for name in absent:
            del sys.modules[name]


def imported() -> None:
    """Turn garbage collection on again if it was; the command waits until it has `started`."""
    if _collecting and not is_the_command(sys.argv, sys.orig_argv):
        gc.enable()


def started() -> None:
    """Restore `KeyboardInterrupt` on Ctrl-C, and exclude the imported objects from garbage collection."""
    gc.freeze()
    gc.enable()
    if signal.getsignal(signal.SIGINT) is leave_quietly:
        signal.signal(signal.SIGINT, signal.default_int_handler)
