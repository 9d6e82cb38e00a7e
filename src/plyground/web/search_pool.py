"""A pool of threads for searches, with a bounded priority queue and ceilings for every search.

Everything here runs on the event loop but `SearchJob.run`, which runs in a thread and releases the GIL inside its
kernels. A long analysis is preempted when a computer's move waits and no core is free; it starts again afterwards.

The queue is fair. A table has one move at a time in it, first come first served, so tables take turns; where many wait,
each searches for less time, and all have moved once in `ServerLimits.round_seconds`. A hint or an analysis that has
waited for long counts as a move, and is not preempted for a moment.

A search about a game at a table uses the engine session of that game: see engine_sessions.py.
"""

import asyncio
import gc
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import Any

from plyground.core.game import Game
from plyground.core.jit import announcing_compilation
from plyground.core.position import Position
from plyground.core.tablebase_progress import announcing_tablebases
from plyground.language import Message
from plyground.play.agents.agent import Agent, Player, read_agent, read_search
from plyground.play.agents.spec import AgentError, AgentSpec
from plyground.search.budget import Cancel
from plyground.search.engine.session import Session
from plyground.search.result import Result
from plyground.search.task import ignore
from plyground.web.engine_sessions import EngineSessions, SessionOwner
from plyground.web.errors import WebError
from plyground.web.limits import ServerLimits

MOVE, HINT, ANALYSIS, GRAPH = range(4)
"""Purposes of a search, the most urgent first."""
PREEMPTIBLE = (ANALYSIS, GRAPH)
PROGRESS_SECONDS = 0.1
"""Shortest interval between two reports of progress."""
SHORTEST_SECONDS = 0.05
LONG_WAIT = {MOVE: 0.0, HINT: 5.0, ANALYSIS: 10.0, GRAPH: 10.0}
"""Seconds after which a job that waits is as urgent as a move …"""
SLICE_SECONDS = 2.0
"""… and for how long it is not preempted then."""
SHORTEST_SHARE = 0.25
"""Seconds that a move gets at least, however many wait."""


def read_visitors_agent(named: str | AgentSpec, game: Game, seed: int, limits: ServerLimits) -> Agent:
    """The agent that a visitor names: a level or a search within the ceilings, never a program or a file."""
    spec = AgentSpec.parse(named) if isinstance(named, str) else named
    if "network" in dict(spec.options):
        raise AgentError(Message("server.no_network_files"))
    agent = read_search(spec, game, seed)
    return replace(agent, options=tuple((key, _allowed(key, value, limits)) for key, value in agent.options))


def _allowed(option: str, value: Any, limits: ServerLimits) -> Any:
    """An option's value within the ceilings; nobody searches on another's time."""
    if option == "ponder":
        return False
    highest = {"megabytes": limits.search_megabytes, "threads": limits.search_threads}
    return min(value, highest[option]) if option in highest else value


@dataclass(frozen=True)
class NamedEngine:
    """An outside engine that the person who started the server has named; it runs for one move at a time."""

    text: str
    game: Game

    def think(self, position: Position, **asked: Any) -> Result:
        """Start the program, let it choose a move, and end it."""
        with closing(read_agent(self.text, self.game)) as player:
            return player.think(position, **asked)

    def new_game(self) -> None:
        """Nothing is kept from move to move."""

    def close(self) -> None:
        """Nothing is held between moves."""


def read_visitors_player(named: str, game: Game, seed: int, limits: ServerLimits) -> Player:
    """The player that a visitor names: an engine by the name that it was given at the start, a level or a search."""
    if named in dict(limits.engines):
        return NamedEngine(named, game)
    return read_visitors_agent(named, game, seed, limits)


@dataclass(eq=False)
class SearchJob:
    """A search, waiting, running or done."""

    purpose: int
    agent: Player
    position: Position
    seconds: float
    lines: int = 1
    on_progress: Callable[[Result], None] = ignore
    """Called on the event loop, as are `on_start` and `on_compile`."""
    on_start: Callable[[], None] = lambda: None
    on_compile: Callable[[], None] = lambda: None
    """Called when compiling its kernels or building its table starts, and when it ends."""
    owner: SessionOwner | None = None
    """Whose engine session it uses; none if it is not about a game at a table."""
    cancel: Cancel = field(default_factory=Cancel)
    preempted: bool = False
    """Stopped for a more urgent one, and to be started again."""

    def __post_init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.done: asyncio.Future[Result] = self.loop.create_future()
        self.progress_at = 0.0
        self.since = time.monotonic()
        self.began = 0.0
        self.protected_until = 0.0
        """Not preempted before this, after a long wait."""
        self.compiling = self.compiled = self.building = False

    @property
    def over(self) -> bool:
        """Whether its result is there, or no longer wanted."""
        return self.done.done()

    def waited_long(self, now: float) -> bool:
        """Whether it has waited so long that it is as urgent as a move."""
        return now - self.since >= LONG_WAIT[self.purpose]

    def rank(self, now: float) -> tuple[int, float]:
        """Sort key in the queue: urgent ones first, then first come first served."""
        return MOVE if self.waited_long(now) else self.purpose, self.since

    @property
    def limited_by_time(self) -> bool:
        """Whether only time limits it, so that it may be given less; not so for a search to a depth or of nodes."""
        return getattr(self.agent, "depth", None) is None and getattr(self.agent, "nodes", None) is None

    def stuck(self, patience: float) -> bool:
        """Whether it has run longer than its time by this many seconds."""
        return not self.over and self.began > 0 and time.monotonic() - self.began > self.seconds + patience

    def run(self) -> Result:
        """Search, in a thread."""
        self.began = time.monotonic()
        with announcing_compilation(lambda: self._on_loop(self._compiles)), announcing_tablebases(self._on_table):
            return self.agent.think(
                self.position, lines=self.lines, seconds=self.seconds, cancel=self.cancel, on_progress=self._report
            )

    def _on_loop(self, work: Callable[..., None], *arguments: Any) -> None:
        """Call a function on the event loop."""
        self.loop.call_soon_threadsafe(work, *arguments)

    def _compiles(self) -> None:
        """Its kernels are being compiled; once it has reported progress, compilation is of another search."""
        if not (self.over or self.cancel.asked or self.progress_at or self.compiling):
            self.compiling = self.compiled = True
            self.on_compile()

    def _on_table(self, game: Game) -> None:
        """A table of exact values of a game is being built in a thread."""
        if game == self.position.game:
            self._on_loop(self._builds)

    def _builds(self) -> None:
        """The table that the search uses is being built first."""
        if not (self.over or self.cancel.asked or self.progress_at or self.building):
            self.building = True
            self.on_compile()

    def _report(self, result: Result) -> None:
        """Pass progress on to the event loop, at intervals."""
        now = time.monotonic()
        if now - self.progress_at >= PROGRESS_SECONDS and not self.cancel.asked:
            self.progress_at = now
            self._on_loop(self._progress, result)

    def _progress(self, result: Result) -> None:
        if not self.over and not self.cancel.asked:
            if self.compiling or self.building:
                self.compiling = self.building = False
                self.on_compile()
            self.on_progress(result)


class SearchPool:
    """All searches of the server."""

    def __init__(self, limits: ServerLimits) -> None:
        self.limits = limits
        self.waiting: list[SearchJob] = []
        self.running: set[SearchJob] = set()
        self._threads = ThreadPoolExecutor(limits.searches, thread_name_prefix="search")
        self.sessions = EngineSessions(limits.session_megabytes, self._close_session)

    def _close_session(self, session: Session) -> None:
        """Close a session in a thread: it waits for its last search, which has been stopped."""
        self._threads.submit(session.close)

    def submit(self, job: SearchJob) -> SearchJob:
        """Queue a job; an error if the queue is full. Moves always find room."""
        others = sum(each.purpose != MOVE for each in self.waiting)
        if job.purpose != MOVE and others >= self.limits.waiting:
            raise WebError("busy", Message("server.busy"))
        job.seconds = max(SHORTEST_SECONDS, min(job.seconds, self.limits.search_seconds))
        self._enqueue(job)
        return job

    def _enqueue(self, job: SearchJob) -> None:
        self.waiting.append(job)
        self._start()
        if job in self.waiting:
            self._preempt(job)

    def ahead_of(self, job: SearchJob) -> int:
        """Number of jobs ahead of this one in the queue."""
        now = time.monotonic()
        return sum(other.rank(now) < job.rank(now) for other in self.waiting)

    def share(self) -> float:
        """Seconds for a move, such that all that wait are played within a round."""
        moves = sum(job.purpose == MOVE for job in (*self.waiting, *self.running))
        return max(SHORTEST_SHARE, self.limits.round_seconds * self.limits.searches / max(1, moves))

    def stop(self, job: SearchJob) -> None:
        """Cancel a job; its future is cancelled at once, and its core is free a few milliseconds later."""
        job.cancel.now()
        job.preempted = False
        job.done.cancel()
        if job in self.waiting:
            self.waiting.remove(job)

    def close(self) -> None:
        """Stop everything."""
        for job in (*self.waiting, *self.running):
            self.stop(job)
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _start(self) -> None:
        """Start as many jobs as there are cores for."""
        while self.waiting and len(self.running) < self.limits.searches:
            now = time.monotonic()
            job = min(self.waiting, key=lambda each: each.rank(now))
            self.waiting.remove(job)
            self.running.add(job)
            self._allot(job, now)
            if job.owner is not None:
                job.agent = self.sessions.attach(job.agent, job.owner)
            job.loop.call_soon(job.on_start)
            future = job.loop.run_in_executor(self._threads, job.run)
            future.add_done_callback(lambda done, job=job: self._finish(job, done))  # type: ignore[misc]

    def _allot(self, job: SearchJob, now: float) -> None:
        """Give a job its time: a move its share, one that has waited for long some time without preemption."""
        if job.purpose == MOVE and job.limited_by_time:
            job.seconds = min(job.seconds, self.share())
        job.protected_until = now + SLICE_SECONDS if job.purpose != MOVE and job.waited_long(now) else 0.0

    def _preempt(self, urgent: SearchJob) -> None:
        """Preempt a job for a more urgent one, now or as soon as it is no longer protected."""
        if any(job.preempted or job.over for job in self.running) or urgent.purpose in PREEMPTIBLE:
            return
        able = [job for job in self.running if job.purpose in PREEMPTIBLE]
        if not able or urgent not in self.waiting:
            return
        first = min(able, key=lambda job: job.protected_until)
        rest = first.protected_until - time.monotonic()
        if rest > 0:
            first.loop.call_later(rest, self._preempt, urgent)
        else:
            first.preempted = True
            first.cancel.now()

    def _finish(self, job: SearchJob, future: "asyncio.Future[Result]") -> None:
        """Take a job's result from its thread."""
        self.running.discard(job)
        if job.compiled:
            gc.freeze()  # as after the start: compiled kernels are many objects that live for good
        problem = None if future.cancelled() else future.exception()
        if job.preempted and not job.over and problem is None:
            self._requeue(job)
        elif not job.over and not future.cancelled():
            if problem is None:
                job.done.set_result(future.result())
            else:
                job.done.set_exception(problem)
        self._start()

    def _requeue(self, job: SearchJob) -> None:
        job.seconds = max(1.0, job.seconds - (time.monotonic() - job.began))
        job.preempted, job.cancel, job.since = False, Cancel(), time.monotonic()
        self._enqueue(job)

    @property
    def full(self) -> bool:
        """Whether no core is free."""
        return len(self.running) >= self.limits.searches
