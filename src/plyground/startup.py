"""While the command starts: its imports take a second. Ctrl-C then ends it without a word about them, and nothing that
they make is looked through for garbage, which would take a tenth of that second.

The package imports this before everything else. It does nothing unless this process is the command `plyground`.
"""

import gc
import os
import signal
import sys
from types import FrameType

INTERRUPTED = 130
"""The exit status of a program that Ctrl-C ended."""
NAMES = ("plyground", "plyground.exe", "plyground-script.py")


def is_the_command(argv: list[str], original: list[str]) -> bool:
    """Whether a process with these arguments was started as `plyground` or as `python -m plyground`."""
    if "--multiprocessing-fork" in original:
        return False
    name = argv[0] if argv else ""
    return os.path.basename(name) in NAMES or (name == "-m" and "plyground" in original)  # noqa: PTH119


def leave_quietly(number: int, frame: FrameType | None) -> None:
    """End this process at once: there is nothing yet that would have to be put in order."""
    os._exit(INTERRUPTED)


def be_quiet() -> None:
    """From now on, until `started`, Ctrl-C ends the command without a word, and garbage stays."""
    if not is_the_command(sys.argv, sys.orig_argv):
        return
    gc.disable()
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, leave_quietly)


def started() -> None:
    """From now on Ctrl-C is a `KeyboardInterrupt` again, and what was imported is no garbage."""
    gc.freeze()
    gc.enable()
    if signal.getsignal(signal.SIGINT) is leave_quietly:
        signal.signal(signal.SIGINT, signal.default_int_handler)
