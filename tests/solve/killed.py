"""`plyground` in a process that is killed at a given flush to the disk: a death in the middle of a write, each time.

python -m tests.solve.killed FLUSH solve morris …
"""

import os
import signal
import sys
from collections.abc import Callable
from itertools import count

from plyground.cli import main


def killed_at(flush: int) -> Callable[[int], None]:
    """`os.fsync`, which kills this process instead at the given call."""
    calls, flushed = count(1), os.fsync

    def flush_or_die(file: int) -> None:
        if next(calls) == flush:
            os.kill(os.getpid(), signal.SIGKILL)
        flushed(file)

    return flush_or_die


if __name__ == "__main__":
    os.fsync = killed_at(int(sys.argv.pop(1)))  # type: ignore[assignment]
    main()
