"""What holds for every test: a data folder of its own, Ctrl-C for the programs it starts, and an end to what hangs."""

import faulthandler
import gc
import os
import shutil
import signal
import tempfile

import pytest

SECONDS_TO_END = 120
"""What a process may take to end after its last test."""

NEW_OBJECTS = 50_000
"""After how many Python looks for garbage: compiling makes many objects, and most stay."""

data_folder = pytest.StashKey[str]()


def pytest_configure(config: pytest.Config) -> None:
    """Keep away from the user's games and tables, and listen to Ctrl-C.

    Tests that are started in the background ignore it, and so would the programs that they start.
    """
    config.stash[data_folder] = os.environ["PLYGROUND_DATA"] = tempfile.mkdtemp(prefix="plyground-tests-")
    gc.set_threshold(NEW_OBJECTS, *gc.get_threshold()[1:])
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_sessionfinish() -> None:
    """End this process, with the stacks of its threads, if one of them keeps it alive: pytest would wait for ever."""
    faulthandler.dump_traceback_later(SECONDS_TO_END, exit=True)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Leave nothing behind."""
    shutil.rmtree(config.stash[data_folder], ignore_errors=True)
