"""Search limits, and the thread that stops a search on time."""

import os
import signal
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from functools import cache
from socket import socket, socketpair
from threading import Event, Thread, current_thread, main_thread
from time import monotonic
from typing import Any

from plyground.core.errors import PlygroundError
from plyground.language import Message

DEEPEST = 60
MOST_NODES = 10**15
LONGEST_SECONDS = 10**6
POLL_SECONDS = 0.005
NO_DESCRIPTOR = -1
"""No file descriptor is set for signals."""


class BudgetError(PlygroundError):
    """A search has no limit, or an invalid one."""


@dataclass(frozen=True)
class Budget:
    """The limits of a search; at least one is set."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    optimum: float | None = None
    """When a clock is running: target time for the move in seconds; `seconds` is the maximum."""

    def __post_init__(self) -> None:
        if self.depth is None and self.nodes is None and self.seconds is None:
            raise BudgetError(Message("search.no_limit"))
        _check("depth", self.depth, 1, DEEPEST, whole=True)
        _check("nodes", self.nodes, 1, MOST_NODES, whole=True)
        _check("seconds", self.seconds, 0.001, LONGEST_SECONDS, whole=False)
        _check("optimum", self.optimum, 0.001, LONGEST_SECONDS, whole=False)


def _check(name: str, value: Any, low: float, high: float, *, whole: bool) -> None:
    """Raise an error unless `value` is None or in range."""
    if value is None:
        return
    number = not isinstance(value, bool) and isinstance(value, int if whole else int | float)
    if not number or not low <= value <= high:
        kind = Message("core.option.whole") if whole else Message("core.option.number")
        raise BudgetError(Message("search.limit", name=name, kind=kind, low=low, high=high, found=repr(value)))


@dataclass
class Deadline:
    """Seconds from the start of a search to its end; may change during the search. None: no deadline."""

    seconds: float | None = None


class Cancel:
    """Stops a search from another thread."""

    def __init__(self) -> None:
        self.event = Event()

    def now(self) -> None:
        """Stop the search at once."""
        self.event.set()

    @property
    def asked(self) -> bool:
        """True if the search was cancelled."""
        return self.event.is_set()


class _InterruptListener:
    """Handle Ctrl-C for a search in the main thread, where Python runs no signal handler until the kernel returns.

    Python immediately writes each signal number to a wakeup file descriptor; a thread reads it there.
    """

    def __init__(self) -> None:
        reading, writing = socketpair()
        writing.setblocking(False)
        self._writing = writing.detach()
        self._stop: Any = None
        Thread(target=self._listen, args=(reading,), daemon=True).start()

    def _listen(self, reading: socket) -> None:
        while signals := reading.recv(64):
            if signal.SIGINT in signals and self._stop is not None:
                self._stop[0] = 1

    @contextmanager
    def listening(self, stop: Any) -> Iterator[None]:
        """Set `stop[0]` on Ctrl-C inside the context; an existing wakeup file descriptor stays in place."""
        before = signal.set_wakeup_fd(self._writing, warn_on_full_buffer=False)
        if before not in (NO_DESCRIPTOR, self._writing):
            signal.set_wakeup_fd(before)
        self._stop = stop
        try:
            yield
        finally:
            self._stop = None
            signal.set_wakeup_fd(before)


@cache
def _listener_of(process: int) -> _InterruptListener:
    """The listener of a process; a forked process needs a new one."""
    return _InterruptListener()


def interruptible(stop: Any) -> AbstractContextManager[None]:
    """In the main thread, set `stop[0]` on Ctrl-C inside the context, unless SIGINT is ignored."""
    if current_thread() is main_thread() and callable(signal.getsignal(signal.SIGINT)):
        return _listener_of(os.getpid()).listening(stop)
    return nullcontext()


@contextmanager
def watched(stop: Any, deadline: Deadline, cancel: Cancel | None) -> Iterator[None]:
    """Inside the context, set `stop[0]` on timeout or cancellation; kernels poll it without the GIL."""
    over, started = Event(), monotonic()

    def left() -> float:
        return LONGEST_SECONDS if deadline.seconds is None else started + deadline.seconds - monotonic()

    def watch() -> None:
        while not over.wait(min(POLL_SECONDS, max(0.0, left()))):
            if left() <= 0 or (cancel is not None and cancel.asked):
                stop[0] = 1
                return

    if deadline.seconds is not None or cancel is not None:
        Thread(target=watch, daemon=True).start()
    try:
        with interruptible(stop):
            yield
    finally:
        over.set()
