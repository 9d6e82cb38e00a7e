"""What both protocols share: thread-safe output of whole answers, and errors in one line."""

from threading import RLock
from typing import IO

from plyground.core.errors import PlygroundError


class Channel:
    """The output of answers; those of several threads are never mixed."""

    def __init__(self, writing: IO[bytes]) -> None:
        self._writing = writing
        self.lock = RLock()

    def say(self, *lines: str) -> None:
        """Write lines together, and flush."""
        with self.lock:
            self._writing.write("".join(f"{line}\n" for line in lines).encode("utf-8", "replace"))
            self._writing.flush()


def sentence_of(problem: Exception) -> str:
    """An error in one line: the user's, or one of ours."""
    said = str(problem) if isinstance(problem, PlygroundError) else f"Plyground failed ({repr(problem)[:200]})."
    return " ".join(said.split())
