"""Long work in another thread, so that Ctrl-C is heard at once: a kernel runs without the GIL and hears no signal."""

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import TypeVar

Result = TypeVar("Result")


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

    Thread(target=run, daemon=True).start()
    try:
        return future.result()
    except KeyboardInterrupt:
        stop()
        if take_rest:
            return future.result()
        raise
