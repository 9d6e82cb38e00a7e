"""Searches in threads: so many at a time, a bounded queue, the urgent ones first, ceilings on all of them.

Everything here runs on the event loop but `SearchJob.run`, which runs in a thread and lets go of the GIL inside its
kernels. A long analysis makes way when a computer's move waits and no core is free; it begins again afterwards.

Turns are fair. A table has one move at a time in the queue, first come first served, so tables take turns; where many
wait, each of them thinks shorter, and all have moved once in `ServerLimits.round_seconds`. A hint or an analysis that
has waited for long counts as a move, and is left alone for a moment.
"""

import asyncio
import gc
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any

from plyground.core.game import Game
from plyground.core.jit import announcing_compilation
from plyground.core.position import Position
from plyground.core.table_progress import announcing_tables
from plyground.play.agents.agent import Agent, AgentError, Player, read_search
from plyground.search.budget import Cancel
from plyground.search.result import Result
from plyground.search.task import ignore
from plyground.web.errors import WebError
from plyground.web.limits import ServerLimits

MOVE, HINT, ANALYSIS, GRAPH = range(4)
"""What searches are for, the most urgent first."""
MAKES_WAY = (ANALYSIS, GRAPH)
PROGRESS_SECONDS = 0.1
"""Progress is told at most so often."""
SHORTEST_SECONDS = 0.05
LONG_WAIT = {MOVE: 0.0, HINT: 5.0, ANALYSIS: 10.0, GRAPH: 10.0}
"""Seconds after which a job that waits is as urgent as a move …"""
SLICE_SECONDS = 2.0
"""… and for how long it makes way for none then."""
SHORTEST_SHARE = 0.25
"""Seconds that a move gets, however many wait."""


def read_visitors_agent(text: str, game: Game, seed: int, limits: ServerLimits) -> Agent:
    """The agent that a visitor names: a level or a search, never a program or a file, within the ceilings."""
    if "network" in (part.partition("=")[0] for part in text.partition(":")[2].split(",")):
        raise AgentError("The page plays with the networks that came with the games: no file can be named here.")
    agent = read_search(text, game, seed)
    highest = {"megabytes": limits.search_megabytes, "threads": limits.search_threads}
    options = tuple((key, min(value, highest[key]) if key in highest else value) for key, value in agent.options)
    return replace(agent, options=options)


@dataclass(eq=False)
class SearchJob:
    """One search, waiting, running or done."""

    purpose: int
    agent: Player
    position: Position
    seconds: float
    lines: int = 1
    on_progress: Callable[[Result], None] = ignore
    """Called on the event loop, as are `on_start` and `on_compile`."""
    on_start: Callable[[], None] = lambda: None
    on_compile: Callable[[], None] = lambda: None
    """Called when its kernels have to be compiled or its table has to be made, and once they are."""
    cancel: Cancel = field(default_factory=Cancel)
    makes_way: bool = False
    """It was stopped for a more urgent one and begins again."""

    def __post_init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.done: asyncio.Future[Result] = self.loop.create_future()
        self.told = 0.0
        self.since = time.monotonic()
        self.began = 0.0
        self.spared_until = 0.0
        """It has waited for long and makes way for none before this."""
        self.compiling = self.compiled = self.building = False

    @property
    def over(self) -> bool:
        """Whether nobody waits for it any more."""
        return self.done.done()

    def waited_long(self, now: float) -> bool:
        """Whether it has waited so long that it is as urgent as a move."""
        return now - self.since >= LONG_WAIT[self.purpose]

    def rank(self, now: float) -> tuple[int, float]:
        """Its place in the queue: the urgent ones first, then first come first served."""
        return MOVE if self.waited_long(now) else self.purpose, self.since

    @property
    def limited_by_time(self) -> bool:
        """Whether only the time says how far it searches, so that it may be shorter: not so a search to a depth."""
        return getattr(self.agent, "depth", None) is None and getattr(self.agent, "nodes", None) is None

    def stuck(self, patience: float) -> bool:
        """Whether it has run far longer than it may."""
        return not self.over and self.began > 0 and time.monotonic() - self.began > self.seconds + patience

    def run(self) -> Result:
        """Search, in a thread."""
        self.began = time.monotonic()
        with announcing_compilation(lambda: self._soon(self._compiles)), announcing_tables(self._hear_of_table):
            return self.agent.think(
                self.position, lines=self.lines, seconds=self.seconds, cancel=self.cancel, on_progress=self._tell
            )

    def _soon(self, work: Callable[..., None], *arguments: Any) -> None:
        """Do something on the event loop."""
        self.loop.call_soon_threadsafe(work, *arguments)

    def _compiles(self) -> None:
        """Kernels are compiled before a search thinks. One that has found something waits for nobody's."""
        if not (self.over or self.cancel.asked or self.told or self.compiling):
            self.compiling = self.compiled = True
            self.on_compile()

    def _hear_of_table(self, game: Game) -> None:
        """A thread makes a table of a game."""
        if game == self.position.game:
            self._soon(self._builds)

    def _builds(self) -> None:
        """The exact values that the search plays by are computed first."""
        if not (self.over or self.cancel.asked or self.told or self.building):
            self.building = True
            self.on_compile()

    def _tell(self, result: Result) -> None:
        """Pass progress on to the event loop, now and then."""
        now = time.monotonic()
        if now - self.told >= PROGRESS_SECONDS and not self.cancel.asked:
            self.told = now
            self._soon(self._progress, result)

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

    def submit(self, job: SearchJob) -> SearchJob:
        """Put a job into the queue; an error if that is full. There is room for a move of every table."""
        others = sum(each.purpose != MOVE for each in self.waiting)
        if job.purpose != MOVE and others >= self.limits.waiting:
            raise WebError("busy", "The server is thinking about too much already; try again in a moment.")
        job.seconds = max(SHORTEST_SECONDS, min(job.seconds, self.limits.search_seconds))
        self._enqueue(job)
        return job

    def _enqueue(self, job: SearchJob) -> None:
        self.waiting.append(job)
        self._start()
        if job in self.waiting:
            self._make_way(job)

    def before(self, job: SearchJob) -> int:
        """How many jobs in the queue come before this one."""
        now = time.monotonic()
        return sum(other.rank(now) < job.rank(now) for other in self.waiting)

    def share(self) -> float:
        """Seconds for a move, so that everybody who waits for one gets it in the time of a round."""
        moves = sum(job.purpose == MOVE for job in (*self.waiting, *self.running))
        return max(SHORTEST_SHARE, self.limits.round_seconds * self.limits.searches / max(1, moves))

    def stop(self, job: SearchJob) -> None:
        """Stop a job; whoever waits for it hears at once, and its core is free a few milliseconds later."""
        job.cancel.now()
        job.makes_way = False
        job.done.cancel()
        if job in self.waiting:
            self.waiting.remove(job)

    def close(self) -> None:
        """Stop everything."""
        for job in (*self.waiting, *self.running):
            self.stop(job)
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _start(self) -> None:
        """Begin as many jobs as there are cores for."""
        while self.waiting and len(self.running) < self.limits.searches:
            now = time.monotonic()
            job = min(self.waiting, key=lambda each: each.rank(now))
            self.waiting.remove(job)
            self.running.add(job)
            self._allot(job, now)
            job.loop.call_soon(job.on_start)
            future = job.loop.run_in_executor(self._threads, job.run)
            future.add_done_callback(lambda done, job=job: self._finish(job, done))  # type: ignore[misc]

    def _allot(self, job: SearchJob, now: float) -> None:
        """Give a job its time: a move its share, and one that has waited for long a moment of its own."""
        if job.purpose == MOVE and job.limited_by_time:
            job.seconds = min(job.seconds, self.share())
        job.spared_until = now + SLICE_SECONDS if job.purpose != MOVE and job.waited_long(now) else 0.0

    def _make_way(self, urgent: SearchJob) -> None:
        """Stop one job that can wait for one that cannot, now or as soon as it has had its moment."""
        if any(job.makes_way or job.over for job in self.running) or urgent.purpose in MAKES_WAY:
            return
        able = [job for job in self.running if job.purpose in MAKES_WAY]
        if not able or urgent not in self.waiting:
            return
        first = min(able, key=lambda job: job.spared_until)
        rest = first.spared_until - time.monotonic()
        if rest > 0:
            first.loop.call_later(rest, self._make_way, urgent)
        else:
            first.makes_way = True
            first.cancel.now()

    def _finish(self, job: SearchJob, future: "asyncio.Future[Result]") -> None:
        """A thread is done with a job."""
        self.running.discard(job)
        if job.compiled:
            gc.freeze()  # as after the start: compiled kernels are many objects that stay
        problem = None if future.cancelled() else future.exception()
        if job.makes_way and not job.over and problem is None:
            self._begin_again(job)
        elif not job.over and not future.cancelled():
            if problem is None:
                job.done.set_result(future.result())
            else:
                job.done.set_exception(problem)
        self._start()

    def _begin_again(self, job: SearchJob) -> None:
        job.seconds = max(1.0, job.seconds - (time.monotonic() - job.began))
        job.makes_way, job.cancel, job.since = False, Cancel(), time.monotonic()
        self._enqueue(job)

    @property
    def full(self) -> bool:
        """Whether a new job would have to wait."""
        return len(self.running) >= self.limits.searches
