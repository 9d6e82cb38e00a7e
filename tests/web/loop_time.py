"""How long the callbacks of an event loop keep it from everybody else, in processor time of its thread."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass
class Stays:
    """What ran on the loop: seconds of processor time and what it was, the longest first."""

    seconds: list[tuple[float, str]] = field(default_factory=list)

    def longest(self) -> tuple[float, str]:
        """The longest stay so far."""
        return max(self.seconds, default=(0.0, ""))

    def clear(self) -> None:
        """Begin again."""
        self.seconds.clear()


@contextmanager
def timed(loop: asyncio.AbstractEventLoop) -> Iterator[Stays]:
    """Note the time of every callback of the loop, while inside.

    It is the time of the loop's own thread on a core, so whatever else the machine does adds nothing to it.
    """
    stays, run = Stays(), asyncio.Handle._run

    def timed_run(handle: asyncio.Handle) -> None:
        if handle._loop is not loop:  # type: ignore[attr-defined]
            run(handle)
            return
        began = time.thread_time()
        try:
            run(handle)
        finally:
            stays.seconds.append((time.thread_time() - began, repr(handle)[:200]))

    asyncio.Handle._run = timed_run  # type: ignore[method-assign]
    try:
        yield stays
    finally:
        asyncio.Handle._run = run  # type: ignore[method-assign]
