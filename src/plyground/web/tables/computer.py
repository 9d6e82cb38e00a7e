"""The computer at a table: thinks when it is its turn, and only then.

What it should think about is worked out anew after every change (`settle`). A thought about anything else is stopped
and its result is dropped, so no late move is ever played.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from plyground.core.errors import PlygroundError
from plyground.core.position import Position
from plyground.play.match import CRASH
from plyground.search.result import Result
from plyground.web.errors import WebError
from plyground.web.search_pool import MOVE, SearchJob, read_visitors_agent

if TYPE_CHECKING:
    from plyground.web.tables.table import Table

TURN_SECONDS = 1.0
"""How often the place in the queue is told, while it changes."""
PACE_SECONDS = 0.1
"""How soon a new pace is heeded."""


@dataclass(frozen=True)
class Thought:
    """What is being thought about: the game, the position by its ply and words, and who thinks."""

    game_id: str
    ply: int
    key: bytes
    seat: int
    agent: str


class Computer:
    """Moves for every seat of a table that no human has."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.thought: Thought | None = None
        self.job: SearchJob | None = None
        self.stepping = False
        self.seed = secrets.randbelow(2**31)
        self._task: asyncio.Task[None] | None = None
        self._told_waiting = False
        self._told_before = 0

    @property
    def thinking(self) -> dict[str, Any] | None:
        """What the page shows."""
        if self.thought is None:
            return None
        pool = self.table.server.pool
        self._told_waiting = pool.full if self.job is None else self.job in pool.waiting
        self._told_before = self._before()
        return {
            "seat": self.thought.seat,
            "agent": self.thought.agent,
            "waiting": self._told_waiting,
            "before": self._told_before,
            "compiling": self.job is not None and self.job.compiling,
            "building": self.job is not None and self.job.building,
        }

    def wanted(self) -> Thought | None:
        """What should be thought about now."""
        table = self.table
        if not table.audience or not table.computers_turn or (table.paused and not self.stepping):
            return None
        match = table.match
        position = match.position
        return Thought(table.game_id, len(match.turns), position.key, position.mover, match.turn_of)

    def settle(self) -> None:
        """Think about what should be thought about, and about nothing else."""
        wanted = self.wanted()
        if wanted == self.thought:
            return
        self.stop()
        if wanted is not None:
            self.thought = wanted
            self._task = self.table.server.task(self._move(wanted))

    def stop(self) -> None:
        """Drop the thought, if any."""
        task, job = self._task, self.job
        self.thought = self._task = self.job = None
        if job is not None:
            self.table.server.pool.stop(job)
        if task is not None and task is not asyncio.current_task():
            task.cancel()

    async def _move(self, thought: Thought) -> None:
        """Think, and play what was found unless it is too late for it."""
        result, problem, after = None, "", None
        try:
            result = await self._result()
            with contextlib.suppress(PlygroundError):
                after = await self.table.draw_after(str(result.move))
            await self.table.autosave.settled()
        except PlygroundError as failure:
            result, problem = None, self.table.server.public(failure)
        except Exception:
            self.table.server.note_failure()
            result = None
        if self.thought == thought:
            if result is None and self.job is not None:
                self.table.server.pool.stop(self.job)
            self.thought = self._task = self.job = None
            self.stepping = False
            self._play(result, problem, after)

    def _play(self, result: Result | None, problem: str, after: Position | None) -> None:
        if result is None:
            self.table.fail_computer(CRASH, problem)
        else:
            self.table.play_computer(result, after)

    async def _result(self) -> Result:
        """What the agent finds, not shown before its pace says so; a step is shown at once."""
        table, limits = self.table, self.table.server.limits
        match = table.match
        agent = read_visitors_agent(match.turn_of, match.start.game, self.seed, limits)
        allowed = match.clock.allowance(match.position.mover)
        seconds = limits.search_seconds if allowed is None else allowed
        job = SearchJob(MOVE, agent, match.position, seconds, on_start=self._begun, on_compile=table.changed)
        self.job = table.server.pool.submit(job)
        while not self.job.over:
            await asyncio.wait([self.job.done], timeout=min(TURN_SECONDS, limits.stuck_seconds / 4))
            if self._before() != self._told_before:
                table.changed()
            if self.job.stuck(limits.stuck_seconds):
                raise WebError("wrong", "The computer does not answer.")
        while not self.stepping and (pause := table.pause_before_showing()) > 0:
            await asyncio.sleep(min(pause, PACE_SECONDS))
        return self.job.done.result()

    def _begun(self) -> None:
        """The search has a core: whoever was told that it waits is told so."""
        if self._told_waiting and self.thought is not None:
            self.table.changed()

    def _before(self) -> int:
        """How many searches come before this one's turn."""
        pool = self.table.server.pool
        if self.job is None:
            return len(pool.waiting) if pool.full else 0
        return pool.before(self.job) if self.job in pool.waiting else 0
