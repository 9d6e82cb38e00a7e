"""What both protocols share: whole answers written one at a time, whichever thread has them, and complaints."""

from threading import RLock
from typing import IO

from plyground.core.errors import PlygroundError


class Channel:
    """Where answers go; two threads never mix theirs."""

    def __init__(self, writing: IO[bytes]) -> None:
        self._writing = writing
        self.lock = RLock()

    def say(self, *lines: str) -> None:
        """Write lines, at once and together."""
        with self.lock:
            self._writing.write("".join(f"{line}\n" for line in lines).encode("utf-8", "replace"))
            self._writing.flush()


def sentence_of(problem: Exception) -> str:
    """What is wrong in one line: the user's mistake, or ours."""
    said = str(problem) if isinstance(problem, PlygroundError) else f"Plyground failed ({repr(problem)[:200]})."
    return " ".join(said.split())
