"""Searches that end in time whatever the heuristic does.

Built-in heuristics run in the calling thread. An external heuristic may hang, and a compiled function that hangs cannot
be interrupted within its process, so it runs in a separate process (search_process.py), which the watchdog can kill.
A heuristic that another process cannot import, such as one typed at a prompt, runs in another thread; if it hangs, the
watchdog abandons the thread, which ends with the program.
"""

import atexit
import os
import pickle
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread, get_ident
from typing import Any, NoReturn

from plyground.core.errors import PlygroundError, quoted
from plyground.core.game import Game
from plyground.core.heuristic import PLUGIN_PREFIX, check_heuristic, find_heuristic, heuristics_of, usual_heuristic
from plyground.core.kernel_cache import is_nameless, is_ours
from plyground.core.numba_internals import as_if_compiling
from plyground.core.position import Position
from plyground.core.text import duration
from plyground.language import Message
from plyground.play.agents.heartbeat import BEAT_SECONDS, Heartbeat, SearchTimeouts
from plyground.play.agents.search_process import Answer, Request, with_tables
from plyground.search.api import search as search_here
from plyground.search.budget import Cancel
from plyground.search.engine.session import Session
from plyground.search.leaf_tables import LeafTables
from plyground.search.registry import ALGORITHMS
from plyground.search.result import Result
from plyground.search.task import Progress, ignore

SILENT_SECONDS = 300.0
"""A process that sends nothing for this long, not even a heartbeat, has failed; the limit allows for start-up."""
LAST_WORDS, BEATS = ("found", "failed", "unknown"), ("alive", "stuck")
"""Messages at the end of a search, and heartbeats during it."""
LEAVING_SECONDS = 2.0
"""Seconds a stopped search has to report its result."""


class HeuristicHangsError(PlygroundError):
    """A heuristic does not return; its search was ended."""


class UnknownElsewhereError(PlygroundError):
    """Another process does not know the heuristic or the game."""


def search(
    position: Position,
    algorithm: str = "pvs",
    *,
    heuristic: str | Any = None,
    seconds: float | None = None,
    cancel: Cancel | None = None,
    on_progress: Progress = ignore,
    session: Session | None = None,
    tables: LeafTables | None = None,
    **manner: Any,
) -> Result:
    """Choose a move, as `search` in search/api.py; a search that hangs is ended with a `HeuristicHangsError`.

    External heuristics are searched separately, outside the session; a separate process loads the tables itself.
    """
    guided = algorithm not in ALGORITHMS or ALGORITHMS[algorithm].guided
    outsider = outside_heuristic(position.game, heuristic) if guided else None
    if outsider is None:
        heard: dict[str, Any] = {"cancel": cancel, "on_progress": on_progress}
        heard |= {"session": session, "tables": tables}
        return search_here(position, algorithm, heuristic=heuristic, seconds=seconds, **heard, **manner)
    asked = {"position": position, "algorithm": algorithm, "heuristic": outsider, "seconds": seconds} | manner
    asked |= {"tables": tables is not None}
    watch = Watchdog(outsider, asked, cancel or Cancel(), on_progress)
    with suppress(UnknownElsewhereError):
        if can_be_found(outsider, position.game):
            return watch.elsewhere()
    return watch.beside()


def outside_heuristic(game: Game, given: Any) -> Any:
    """The heuristic if it is not built in, else None."""
    if given is None or isinstance(given, str):
        given = find_heuristic(game, usual_heuristic(game) if given is None else given)
    if is_ours(type(given)):
        return None
    check_heuristic(game, given)
    return given


def can_be_found(heuristic: Any, game: Game) -> bool:
    """True if another process can find the heuristic and the game by name."""
    outsiders = [kind for kind in (type(heuristic), type(game)) if not is_ours(kind)]
    return bool(sys.executable) and not any(map(is_nameless, outsiders))


def name_of(heuristic: Any, game: Game) -> str:
    """The name of a heuristic, quoted."""
    known = (name for name, kind in heuristics_of(game).items() if kind is type(heuristic))
    return quoted(next(known, type(heuristic).__name__))


def plugin_of(heuristic: Any) -> Path | None:
    """The plugin file a heuristic was loaded from; None for an importable module."""
    module = type(heuristic).__module__
    return Path(str(sys.modules[module].__file__)) if module.startswith(PLUGIN_PREFIX) else None


def again(kind: type[PlygroundError], sentence: str) -> PlygroundError:
    """Rebuild an error raised in another process from its type and message, without its other attributes."""
    return kind.__new__(kind, sentence)


@dataclass
class Watchdog:
    """A search with an external heuristic, ended if it hangs."""

    heuristic: Any
    asked: dict[str, Any]
    """The arguments of `search`, except `cancel`, `on_progress` and `session`."""
    cancel: Cancel
    on_progress: Progress

    def __post_init__(self) -> None:
        self.began = time.monotonic()

    def elsewhere(self) -> Result:
        """Search in a separate process."""
        try:
            arguments = pickle.dumps(self.asked)
        except Exception as problem:
            raise UnknownElsewhereError(str(problem)) from problem
        reports = self.on_progress is not ignore
        with borrowed() as process:
            process.ask(plugin_of(self.heuristic), arguments, self._patience, reports)
            return self._result_of(process)

    def _result_of(self, process: "SearchProcess") -> Result:
        """Wait for the result of the process; any early exit kills it."""
        silent_since, deadline = time.monotonic(), None
        while True:
            message, now = process.read(BEAT_SECONDS), time.monotonic()
            if message is not None:
                silent_since = now
                if (found := self._taken(message)) is not None:
                    return found
            if self.cancel.asked and deadline is None:
                deadline = now + LEAVING_SECONDS
                process.stop()
            if now - silent_since > SILENT_SECONDS:
                self._hangs()
            if deadline is not None and now > deadline:
                self._was_stopped()

    def _taken(self, message: Answer) -> Result | None:
        """Handle a message; return the result if it is one."""
        word, value = message
        if word == "found":
            return value  # type: ignore[no-any-return]
        if word == "progress":
            self.on_progress(value)
        elif word == "compiling":
            with as_if_compiling():  # notifies the listeners of this process
                pass
        elif word == "stuck":
            self._hangs()
        elif word == "failed":
            raise again(*value)
        elif word == "unknown":
            raise UnknownElsewhereError(value)
        return None

    def beside(self) -> Result:
        """Search in another thread; abandon it if it hangs."""
        future: Future[Result] = Future()
        identity: SimpleQueue[int] = SimpleQueue()

        def run() -> None:
            identity.put(get_ident())
            try:
                asked = with_tables(self.asked)
                future.set_result(search_here(**asked, cancel=self.cancel, on_progress=self.on_progress))
            except BaseException as problem:
                future.set_exception(problem)

        Thread(target=run, daemon=True).start()
        try:
            self._listen_to(future, Heartbeat(identity.get(), self._patience))
        except BaseException:
            self.cancel.now()
            raise
        return future.result()

    def _listen_to(self, future: "Future[Result]", pulse: Heartbeat) -> None:
        """Wait for the thread as long as its search is alive."""
        before, deadline = time.monotonic(), None
        while not wait([future], BEAT_SECONDS).done:
            now = time.monotonic()
            if pulse.stopped(now - before):
                self._hangs()
            if self.cancel.asked:
                deadline = deadline or now + LEAVING_SECONDS
                if now > deadline:
                    self._was_stopped()
            before = now

    def _hangs(self) -> NoReturn:
        """Raise the error that names the heuristic and how long it hung."""
        raise HeuristicHangsError(Message("watchdog.endless", heuristic=self._name, time=self._spent))

    def _was_stopped(self) -> NoReturn:
        """Raise the error for a search stopped before it found anything."""
        raise HeuristicHangsError(Message("watchdog.stopped", heuristic=self._name, time=self._spent))

    @property
    def _patience(self) -> SearchTimeouts:
        return SearchTimeouts.with_search_of(self.asked["seconds"])

    @property
    def _name(self) -> str:
        return name_of(self.heuristic, self.asked["position"].game)

    @property
    def _spent(self) -> str:
        return duration(time.monotonic() - self.began)


class SearchProcess:
    """A search process, seen from its parent."""

    def __init__(self) -> None:
        paths = [str(Path(path or ".").resolve()) for path in sys.path]
        self._child = subprocess.Popen(
            [sys.executable, "-P", "-c", "from plyground.play.agents.search_process import main; main()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C at our terminal must not reach it
            env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
        )
        self._messages: SimpleQueue[Answer | None] = SimpleQueue()
        self._thread = Thread(target=self._listen, daemon=True)
        self._thread.start()
        self._asked = 0
        self.busy = False
        """True until it has answered."""

    def ask(self, *request: Any) -> None:
        """Send it a search request."""
        self._asked += 1
        self.busy = True
        self._send(Request(self._asked, *request))

    def stop(self) -> None:
        """Ask it to stop and report its result so far."""
        self._send("stop")

    def _send(self, order: object) -> None:
        assert self._child.stdin is not None
        with suppress(OSError):
            self._child.stdin.write(pickle.dumps(order))
            self._child.stdin.flush()

    def read(self, seconds: float) -> Answer | None:
        """Its next message, or None on timeout."""
        try:
            message = self._messages.get(timeout=seconds)
        except Empty:
            return None
        if message is None:
            raise PlygroundError(Message("watchdog.ended", status=self._child.wait()))
        word, value = message
        self.busy = self.busy and word not in LAST_WORDS
        return None if word in BEATS and value != self._asked else message

    def _listen(self) -> None:
        assert self._child.stdout is not None
        with suppress(Exception):
            while True:
                self._messages.put(pickle.load(self._child.stdout))  # noqa: S301 (from our own program)
        self._messages.put(None)

    def end(self) -> None:
        """Kill it at once."""
        self._child.kill()
        self._child.wait()
        self._thread.join()
        for pipe in (self._child.stdin, self._child.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()


_idle: dict[int, list[SearchProcess]] = {}
"""Idle processes, by the process id of the program that started them."""
MOST_IDLE = os.cpu_count() or 1


@contextmanager
def borrowed() -> Iterator[SearchProcess]:
    """An idle process; if still busy afterwards, it is killed."""
    idle = _idle.setdefault(os.getpid(), [])
    try:
        process = idle.pop()
    except IndexError:
        process = SearchProcess()
    try:
        yield process
    finally:
        if process.busy or len(idle) >= MOST_IDLE:
            process.end()
        else:
            idle.append(process)


@atexit.register
def end_processes() -> None:
    """Kill the idle processes."""
    for process in _idle.pop(os.getpid(), []):
        process.end()
