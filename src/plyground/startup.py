"""Startup of the command, whose imports take about a second: Ctrl-C exits without a traceback, and garbage collection,
which would take a tenth of that time, is off.

The package imports this module first. It does nothing unless this process is the command `plyground`.
"""

import gc
import os
import signal
import sys
from types import FrameType

INTERRUPTED = 130
"""Exit status of a program ended by Ctrl-C."""
NAMES = ("plyground", "plyground.exe", "plyground-script.py")


def is_the_command(argv: list[str], original: list[str]) -> bool:
    """True if a process with these arguments was started as `plyground` or as `python -m plyground`."""
    if "--multiprocessing-fork" in original:
        return False
    name = argv[0] if argv else ""
    return os.path.basename(name) in NAMES or (name == "-m" and "plyground" in original)  # noqa: PTH119


def leave_quietly(number: int, frame: FrameType | None) -> None:
    """Exit at once: there is nothing to clean up yet."""
    os._exit(INTERRUPTED)


def be_quiet() -> None:
    """Until `started`, let Ctrl-C exit without a message, and keep garbage collection off."""
    if not is_the_command(sys.argv, sys.orig_argv):
        return
    gc.disable()
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, leave_quietly)


def started() -> None:
    """Restore `KeyboardInterrupt` on Ctrl-C, and exclude the imported objects from garbage collection."""
    gc.freeze()
    gc.enable()
    if signal.getsignal(signal.SIGINT) is leave_quietly:
        signal.signal(signal.SIGINT, signal.default_int_handler)
