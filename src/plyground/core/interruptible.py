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

    if current_thread() is not main_thread() or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield heard
        return
    signal.signal(signal.SIGINT, note)
    try:
        yield heard
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
