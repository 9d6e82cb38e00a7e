"""The computer at a table: searches when it is its turn, and only then.

What it should search is determined anew after every change (`update`). A search of anything else is stopped and its
result dropped, so no late move is ever played.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from dataclasses import dataclass
from typing import Any, Protocol

from plyground.core.errors import PlygroundError
from plyground.core.position import Position
from plyground.language import Message
from plyground.play.match import CRASH, Match
from plyground.search.result import Result
from plyground.web.engine_sessions import SessionOwner
from plyground.web.errors import WebError
from plyground.web.search_pool import MOVE, SearchJob, read_visitors_player
from plyground.web.tables.autosave import Autosave
from plyground.web.tables.interfaces import Listener, TableServices

QUEUE_SECONDS = 1.0
"""Interval at which the place in the queue is sent, while it changes."""
PACE_SECONDS = 0.1
"""Delay until a new pace takes effect, at most."""


class ComputerTable(Protocol):
    """The part of a table that its computer uses."""

    server: TableServices
    audience: list[Listener]
    match: Match
    game_id: str
    autosave: Autosave
    paused: bool

    @property
    def computers_turn(self) -> bool:
        """Whether a computer is to move."""

    def changed(self) -> None:
        """Bring the table up to date after a change."""

    async def draw_after(self, move: str) -> Position | None:
        """The position after a move, its picture drawn."""

    def play_computer(self, result: Result, after: Position | None) -> None:
        """Play the move that a search found."""

    def fail_computer(self, reason: str, detail: str) -> None:
        """End the game against a computer that failed."""

    def pause_before_showing(self) -> float:
        """Seconds until a computer's move may be shown."""


@dataclass(frozen=True)
class Thought:
    """What is being searched: the game, the position by its ply and key, the seat and its agent."""

    game_id: str
    ply: int
    key: bytes
    seat: int
    agent: str


class Computer:
    """Plays every seat of a table that is not a human's."""

    def __init__(self, table: ComputerTable) -> None:
        self.table = table
        self.thought: Thought | None = None
        self.job: SearchJob | None = None
        self.stepping = False
        self.seed = secrets.randbelow(2**31)
        self._task: asyncio.Task[None] | None = None
        self._sent_waiting = False
        self._sent_ahead = 0

    @property
    def thinking(self) -> dict[str, Any] | None:
        """What the page shows of it."""
        if self.thought is None:
            return None
        pool = self.table.server.pool
        self._sent_waiting = pool.full if self.job is None else self.job in pool.waiting
        self._sent_ahead = self._ahead()
        return {
            "seat": self.thought.seat,
            "agent": self.thought.agent,
            "waiting": self._sent_waiting,
            "before": self._sent_ahead,
            "compiling": self.job is not None and self.job.compiling,
            "building": self.job is not None and self.job.building,
        }

    def wanted(self) -> Thought | None:
        """What should be searched now."""
        table = self.table
        if not table.audience or not table.computers_turn or (table.paused and not self.stepping):
            return None
        match = table.match
        position = match.position
        return Thought(table.game_id, len(match.turns), position.key, position.mover, match.turn_of)

    def update(self) -> None:
        """Search what should be searched now, and nothing else."""
        wanted = self.wanted()
        if wanted == self.thought:
            return
        self.stop()
        if wanted is not None:
            self.thought = wanted
            self._task = self.table.server.task(self._move(wanted))

    def stop(self) -> None:
        """Stop the search, if any."""
        task, job = self._task, self.job
        self.thought = self._task = self.job = None
        if job is not None:
            self.table.server.pool.stop(job)
        if task is not None and task is not asyncio.current_task():
            task.cancel()

    async def _move(self, thought: Thought) -> None:
        """Search, and play the move that was found unless it is too late."""
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
        """The agent's result, once it may be shown; that of a single step at once."""
        table, limits = self.table, self.table.server.limits
        match = table.match
        agent = read_visitors_player(match.turn_of, match.start.game, self.seed, limits)
        allowed = match.clock.allowance(match.position.mover)
        seconds = limits.search_seconds if allowed is None else allowed
        owner = SessionOwner(table.game_id, match.position.mover)
        job = SearchJob(
            MOVE, agent, match.position, seconds, owner=owner, on_start=self._on_start, on_compile=table.changed
        )
        self.job = table.server.pool.submit(job)
        while not self.job.over:
            await asyncio.wait([self.job.done], timeout=min(QUEUE_SECONDS, limits.stuck_seconds / 4))
            if self._ahead() != self._sent_ahead:
                table.changed()
            if self.job.stuck(limits.stuck_seconds):
                raise WebError("wrong", Message("server.computer_silent"))
        while not self.stepping and (pause := table.pause_before_showing()) > 0:
            await asyncio.sleep(min(pause, PACE_SECONDS))
        return self.job.done.result()

    def _on_start(self) -> None:
        """The search has a core: say so where it was shown as waiting."""
        if self._sent_waiting and self.thought is not None:
            self.table.changed()

    def _ahead(self) -> int:
        """Number of searches in the queue ahead of this one."""
        pool = self.table.server.pool
        if self.job is None:
            return len(pool.waiting) if pool.full else 0
        return pool.ahead_of(self.job) if self.job in pool.waiting else 0
