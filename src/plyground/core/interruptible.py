"""Long work in another thread, so that Ctrl-C is heard at once: a kernel runs without the GIL and hears no signal."""

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from threading import Thread, current_thread, main_thread
from types import FrameType
from typing import TypeVar

Result = TypeVar("Result")

LISTEN_SECONDS = 0.05
"""So long Ctrl-C may wait to be heard."""
LAST_SECONDS = 0.5
"""So long what was stopped may take to end: a program that leaves while it still runs may never come to its end."""


def interruptible(work: Callable[[], Result], stop: Callable[[], None], *, take_rest: bool = False) -> Result:
    """What `work` returns; if this thread is interrupted meanwhile, `stop` is called and the interruption goes on.

    With `take_rest` the first interruption ends there, and what `work` then returns is taken; a second one goes on.
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
    """The interruptions while inside, which are only noted: one that broke into a wait could leave its lock half taken.

    Where interruptions mean something else, or reach another thread, nothing is noted.
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
