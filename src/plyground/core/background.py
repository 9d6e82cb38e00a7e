"""Long work in another thread, so that Ctrl-C is heard at once: a kernel runs without the GIL and hears no signal."""

from collections.abc import Callable
from concurrent.futures import Future, wait
from threading import Thread
from typing import TypeVar

Result = TypeVar("Result")

LISTEN_SECONDS = 0.25
"""An interruption that comes in the moment before a wait begins does not end that wait, but is heard after it."""
LAST_SECONDS = 0.5
"""So long what was stopped may take to end: a program that leaves while it still runs may never come to its end."""


def interruptible(work: Callable[[], Result], stop: Callable[[], None], *, take_rest: bool = False) -> Result:
    """What `work` returns; if this thread is interrupted meanwhile, `stop` is called and the interruption goes on.

    With `take_rest` the interruption ends there, and what `work` then returns is taken.
    """
    future: Future[Result] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as problem:
            future.set_exception(problem)

    try:
        Thread(target=run, daemon=True).start()
        return _awaited(future)
    except KeyboardInterrupt:
        stop()
        if take_rest:
            return _awaited(future)
        wait([future], LAST_SECONDS)
        raise


def _awaited(future: Future[Result]) -> Result:
    """What it brings, waited for with open ears."""
    while not wait([future], LISTEN_SECONDS).done:
        pass
    return future.result()
