"""A search process that its parent can kill: Python cannot interrupt a kernel that hangs.

It reads pickled requests from standard input and writes pickled answers to standard output, so only its parent may
talk to it. It exits when the parent is gone, whatever it is doing.
"""

import os
import pickle
import signal
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from threading import Lock, Thread, main_thread
from typing import Any, BinaryIO, Literal

from plyground.core.errors import PlygroundError
from plyground.core.heuristic import load_installed_plugins, load_plugin_file
from plyground.core.jit import announcing_compilation
from plyground.play.agents.heartbeat import BEAT_SECONDS, Heartbeat, SearchTimeouts
from plyground.play.agents.perfect import leaf_tables
from plyground.search.api import search
from plyground.search.budget import Cancel
from plyground.search.result import Result
from plyground.search.task import ignore

Word = Literal["alive", "compiling", "progress", "found", "failed", "stuck", "unknown"]
Answer = tuple[Word, Any]


@dataclass(frozen=True)
class Request:
    """A search request: the pickled arguments of `search`, and the plugin file of the heuristic, if there is one."""

    number: int
    """Unique within the process."""
    plugin: Path | None
    arguments: bytes
    patience: SearchTimeouts
    tells_progress: bool


@dataclass
class AnswerChannel:
    """Sends answers; usable from any thread."""

    file: BinaryIO
    guard: Lock = field(default_factory=Lock)

    def send(self, word: Word, value: Any = None) -> None:
        """Send a message; do nothing if the pipe is closed."""
        data = pickle.dumps((word, value))
        with self.guard:
            try:
                self.file.write(data)
                self.file.flush()
            except OSError:
                os._exit(1)


class RequestListener(Thread):
    """Receives requests, and cancellations of the current one; ends the process when the parent is gone."""

    def __init__(self, file: BinaryIO) -> None:
        super().__init__(daemon=True)
        self.file = file
        self.requests: SimpleQueue[tuple[Request, Cancel]] = SimpleQueue()
        self.cancel = Cancel()

    def run(self) -> None:
        """Listen until the pipe is closed."""
        with suppress(Exception):
            while True:
                heard = pickle.load(self.file)  # noqa: S301 (from the program that started this one)
                if isinstance(heard, Request):
                    self.cancel = Cancel()
                    self.requests.put((heard, self.cancel))
                else:
                    self.cancel.now()
        os._exit(0)


class Beating(Thread):
    """Reports whether the current search is alive or hangs."""

    def __init__(self, channel: AnswerChannel) -> None:
        super().__init__(daemon=True)
        self.channel = channel
        self.search: tuple[int, Heartbeat] | None = None
        """Number of the current request, and the heartbeat of its search."""

    def run(self) -> None:
        """Check the heartbeat whenever a search runs."""
        before = time.monotonic()
        while True:
            time.sleep(BEAT_SECONDS)
            now, search = time.monotonic(), self.search
            if search is not None:
                number, pulse = search
                self.channel.send("stuck" if pulse.stopped(now - before) else "alive", number)
            before = now


def answer(request: Request, cancel: Cancel, channel: AnswerChannel) -> None:
    """Run the search, and send the result or the error."""
    try:
        if request.plugin is not None:
            _load(request.plugin)
        arguments = pickle.loads(request.arguments)  # noqa: S301 (from the program that started this one)
    except Exception as problem:
        channel.send("unknown", str(problem))
        return

    def tell(result: Result) -> None:
        channel.send("progress", result)

    try:
        with announcing_compilation(lambda: channel.send("compiling")):
            found = search(
                **with_tables(arguments), cancel=cancel, on_progress=tell if request.tells_progress else ignore
            )
        channel.send("found", found)
    except PlygroundError as problem:
        channel.send("failed", (type(problem), str(problem)))


def with_tables(asked: dict[str, Any]) -> dict[str, Any]:
    """The arguments of `search` with the tables of the game, where `tables` asks for them."""
    return asked | {"tables": leaf_tables(asked["position"].game) if asked.get("tables") else None}


_loaded: set[Path] = set()


def _load(plugin: Path) -> None:
    """Load a plugin once."""
    if plugin not in _loaded:
        load_plugin_file(plugin)
        _loaded.add(plugin)


def own_files() -> tuple[BinaryIO, BinaryIO]:
    """Private copies of standard input and output; a plugin's prints go to standard error."""
    reading, writing = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with suppress(OSError):
        os.dup2(2, 1)
    return reading, writing


def main() -> None:
    """Answer requests until the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    load_installed_plugins()
    reading, writing = own_files()
    channel, listener = AnswerChannel(writing), RequestListener(reading)
    beating = Beating(channel)
    beating.start()
    listener.start()
    here = main_thread().ident or 0
    while True:
        request, cancel = listener.requests.get()
        beating.search = request.number, Heartbeat(here, request.patience)
        answer(request, cancel, channel)
        beating.search = None
