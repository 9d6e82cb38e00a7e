"""Long work in another thread, so that Ctrl-C works at once: a kernel runs without the GIL and handles no signal."""

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from threading import Thread, current_thread, main_thread
from types import FrameType
from typing import TypeVar

Result = TypeVar("Result")

LISTEN_SECONDS = 0.05
"""At most this many seconds before Ctrl-C is noticed."""
LAST_SECONDS = 0.5
"""Seconds to wait for stopped work to end: a process that exits while a kernel is running may hang."""


def interruptible(work: Callable[[], Result], stop: Callable[[], None], *, take_rest: bool = False) -> Result:
    """Return the result of `work`; if this thread is interrupted, call `stop` and re-raise the interruption.

    With `take_rest` the first interruption is absorbed and the result of `work` returned; a second one is re-raised.
    """
    future: Future[Result] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as problem:
            future.set_exception(problem)

    thread = Thread(target=run, daemon=True)
    borne = 1 if take_rest else 0
    with counted_interruptions() as heard:
        thread.start()
        while thread.is_alive() and not heard:
            thread.join(LISTEN_SECONDS)
        if heard:
            stop()
        while thread.is_alive() and len(heard) <= borne:
            thread.join(LISTEN_SECONDS)
        if len(heard) > borne:
            thread.join(LAST_SECONDS)
            raise KeyboardInterrupt
    return future.result()


@contextmanager
def counted_interruptions() -> Iterator[list[int]]:
    """Record interruptions instead of raising them: one raised during a wait could leave its lock half taken.

    Nothing is recorded if SIGINT has another handler, or outside the main thread.
    """
    heard: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        heard.append(number)

    before = signal.getsignal(signal.SIGINT)
    if current_thread() is not main_thread() or before not in (signal.default_int_handler, raise_first_interrupt):
        yield heard
        return
    after = before
    signal.signal(signal.SIGINT, note)
    try:
        yield heard
    except KeyboardInterrupt:
        after = before if before is signal.default_int_handler else ignore_interrupt
        raise
    finally:
        signal.signal(signal.SIGINT, after)


def raise_first_interrupt(number: int, frame: FrameType | None) -> None:
    """Raise `KeyboardInterrupt` on Ctrl-C, and ignore every later one until `rearm_interrupts`.

    Between an exception and whatever handles it there is no line on which a second Ctrl-C could be shut out; so the
    handler itself does it.
    """
    signal.signal(signal.SIGINT, ignore_interrupt)
    raise KeyboardInterrupt


def ignore_interrupt(number: int, frame: FrameType | None) -> None:
    """Do nothing on Ctrl-C: unlike `SIG_IGN`, without a warning about one that was already on its way."""


def rearm_interrupts() -> None:
    """Raise the next Ctrl-C again, after the first has been handled."""
    if signal.getsignal(signal.SIGINT) is ignore_interrupt:
        signal.signal(signal.SIGINT, raise_first_interrupt)


@contextmanager
def first_interrupt_raised() -> Iterator[None]:
    """Raise only the first Ctrl-C inside.

    Nothing changes if SIGINT has another handler, or outside the main thread.
    """
    before = signal.getsignal(signal.SIGINT)
    if current_thread() is not main_thread() or before is not signal.default_int_handler:
        yield
        return
    signal.signal(signal.SIGINT, raise_first_interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
