"""How much a search may spend, and the thread that stops it in time."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from socket import socket, socketpair
from threading import Event, Thread, current_thread, main_thread
from time import monotonic
from typing import Any

from plyground.core.errors import PlygroundError

DEEPEST = 60
MOST_NODES = 10**15
LONGEST_SECONDS = 10**6
POLL_SECONDS = 0.005
NOBODY = -1
"""Instead of the file that signals are told to: none."""


class BudgetError(PlygroundError):
    """A search was given no limit, or one that means nothing."""


@dataclass(frozen=True)
class Budget:
    """Limits of a search, in any mix; at least one."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.depth is None and self.nodes is None and self.seconds is None:
            raise BudgetError("A search needs a limit: depth, nodes or seconds.")
        _check("depth", self.depth, 1, DEEPEST, whole=True)
        _check("nodes", self.nodes, 1, MOST_NODES, whole=True)
        _check("seconds", self.seconds, 0.001, LONGEST_SECONDS, whole=False)


def _check(name: str, value: Any, low: float, high: float, *, whole: bool) -> None:
    """Raise an error unless `value` is None or in range."""
    if value is None:
        return
    number = not isinstance(value, bool) and isinstance(value, int if whole else int | float)
    if not number or not low <= value <= high:
        kind = "a whole number" if whole else "a number"
        raise BudgetError(f"{name} is {kind} from {low:g} to {high:g}, not {value!r}.")


class Cancel:
    """Stops a search from another thread."""

    def __init__(self) -> None:
        self.event = Event()

    def now(self) -> None:
        """Stop the search at once."""
        self.event.set()

    @property
    def asked(self) -> bool:
        """Whether somebody did."""
        return self.event.is_set()


@contextmanager
def interruptions() -> Iterator[Callable[[], bool] | None]:
    """Inside, a function says whether Ctrl-C was pressed, to any thread and at once.

    A kernel in the main thread hears no signal before it returns, but Python writes each signal's number to a file
    that one may name. None in other threads, and where Ctrl-C means nothing or another listens.
    """
    if current_thread() is not main_thread() or not callable(signal.getsignal(signal.SIGINT)):
        yield None
        return
    ear, mouth = socketpair()
    with ear, mouth:
        ear.setblocking(False)
        mouth.setblocking(False)
        before = signal.set_wakeup_fd(mouth.fileno(), warn_on_full_buffer=False)
        if before != NOBODY:
            signal.set_wakeup_fd(before)
        try:
            yield (lambda: _heard(ear)) if before == NOBODY else None
        finally:
            signal.set_wakeup_fd(before)


def _heard(ear: socket) -> bool:
    """Whether the number of Ctrl-C's signal has come; nothing comes any more once it is closed."""
    try:
        return signal.SIGINT in ear.recv(64)
    except OSError:
        return False


@contextmanager
def watched(stop: Any, seconds: float | None, cancel: Cancel | None) -> Iterator[None]:
    """While inside, set `stop[0]` when the time is over or somebody cancels: kernels look at it, and hold no GIL."""
    over = Event()
    deadline = monotonic() + (LONGEST_SECONDS if seconds is None else seconds)
    with interruptions() as interrupted:

        def watch() -> None:
            while not over.wait(min(POLL_SECONDS, max(0.0, deadline - monotonic()))):
                late = monotonic() >= deadline
                if late or (interrupted is not None and interrupted()) or (cancel is not None and cancel.asked):
                    stop[0] = 1
                    return

        if seconds is not None or cancel is not None or interrupted is not None:
            Thread(target=watch, daemon=True).start()
        try:
            yield
        finally:
            over.set()
