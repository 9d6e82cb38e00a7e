"""A process that evaluates positions with the heuristics of one file: if the file hangs or crashes, only it ends.

It is restarted when the file has changed, so that nothing stale remains.
"""

import multiprocessing
import threading
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from plyground.core.errors import PlygroundError
from plyground.core.position import Position
from plyground.games import game as make_game
from plyground.games import load_plugin
from plyground.language import Message
from plyground.play.bench.assessment import assess

LOAD_SECONDS = 120.0
"""For the start of the process and the compilation of a heuristic."""
ASSESS_SECONDS = 20.0
Asked = tuple[str, dict[str, str], str, str, dict[str, int], bool]


class PluginHangsError(PlygroundError):
    """A file's heuristic does not return."""


def serve_plugin(pipe: Connection, path: Path) -> None:
    """Load the file and answer, in the process."""
    try:
        load_plugin(path)
    except PlygroundError as problem:
        pipe.send(("failed", str(problem)))
        return
    pipe.send(("loaded", None))
    with suppress(EOFError, OSError):
        while True:
            pipe.send(_answer(pipe.recv()))


def _answer(asked: Asked) -> tuple[str, Any]:
    game, options, text, name, changes, moves = asked
    try:
        return "found", assess(make_game(game, **options).position(text), name, changes, moves=moves)
    except PlygroundError as problem:
        return "failed", str(problem)
    except Exception as problem:
        return "failed", f"{type(problem).__name__}: {problem}"


def stamp_of(path: Path) -> tuple[int, int] | None:
    """When a file was last changed, and its size; None if there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


@dataclass
class PluginProcess:
    """The process of one file, started when it is first needed."""

    path: Path
    patience: float = ASSESS_SECONDS
    first_patience: float = LOAD_SECONDS
    """For the first answer, since the heuristic is compiled for it."""

    def __post_init__(self) -> None:
        self._guard = threading.Lock()
        self._stamp: tuple[int, int] | None = None
        self._process: Any = None
        self._pipe: Connection | None = None

    def assess(self, position: Position, name: str, changes: dict[str, int], *, moves: bool) -> dict[str, Any]:
        """As `assess`, in the process; an error in the file is raised as such."""
        asked = (position.game.name, position.game.option_texts(), str(position), name, changes, moves)
        with self._guard:
            fresh = self._start()
            assert self._pipe is not None
            self._pipe.send(asked)
            word, value = self._next_answer(self.first_patience if fresh else self.patience)
            if word == "failed":
                raise PlygroundError(value)
            found: dict[str, Any] = value
            return found

    def _start(self) -> bool:
        """Start the process if there is none or the file has changed; True if so."""
        stamp = stamp_of(self.path)
        if self._process is not None and self._process.is_alive() and stamp == self._stamp:
            return False
        self._end()
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=serve_plugin, args=(theirs, self.path), daemon=True)
        self._process.start()
        theirs.close()
        self._stamp = stamp
        word, value = self._next_answer(LOAD_SECONDS)
        if word == "failed":
            self._end()
            raise PlygroundError(value)
        return True

    def _next_answer(self, seconds: float) -> tuple[str, Any]:
        """The next answer; a process that does not answer in time is killed."""
        assert self._pipe is not None
        try:
            if self._pipe.poll(seconds):
                answer: tuple[str, Any] = self._pipe.recv()
                return answer
        except (EOFError, OSError):
            self._end()
            raise PluginHangsError(Message("bench.crashes", file=self.path.name)) from None
        self._end()
        raise PluginHangsError(Message("bench.hangs", file=self.path.name, seconds=seconds))

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None

    def close(self) -> None:
        """End the process."""
        with self._guard:
            self._end()
