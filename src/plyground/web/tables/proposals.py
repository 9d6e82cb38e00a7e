"""Proposals between the people at a table: to take a move back, or to replay it.

Silence is never consent: a proposal is refused when its time runs out, when one of the two closes the page, or when
the game moves on.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from plyground.language import Message
from plyground.web.errors import WebError
from plyground.web.sessions import BrowserSession
from plyground.web.tables.captions import encoded
from plyground.web.tables.interfaces import Listener, TableServices

Takeback = Literal["undo", "redo"]
Refusal = Literal["refused", "late", "away"]


class ProposalTable(Protocol):
    """The part of a table that proposals use."""

    server: TableServices
    audience: list[Listener]

    @property
    def turn(self) -> object:
        """Identifies the position on the board."""

    def others(self, session: BrowserSession) -> list[BrowserSession]:
        """The other people who play, present or not."""

    def is_present(self, session: BrowserSession | None) -> bool:
        """Whether a session watches the table."""

    def changed(self) -> None:
        """Bring the table up to date after a change."""


@dataclass(frozen=True)
class Proposal:
    """What is proposed, by whom, to whom, in which position, and until when."""

    what: Takeback
    seat: int
    session: BrowserSession
    others: tuple[BrowserSession, ...]
    turn: object
    ends: float

    def as_data(self, session: BrowserSession) -> dict[str, Any]:
        """What the page of a session shows."""
        left = max(0.0, self.ends - time.monotonic())
        return {"what": self.what, "seat": self.seat, "mine": self.session is session, "left": round(left, 1)}


class Proposals:
    """The proposal at a table, if there is one."""

    def __init__(self, table: ProposalTable) -> None:
        self.table = table
        self.pending: Proposal | None = None
        self._timer: asyncio.TimerHandle | None = None

    def propose(self, what: Takeback, seat: int, session: BrowserSession) -> None:
        """Wait for an answer; an earlier proposal is dropped."""
        self.drop()
        seconds, others = self.table.server.limits.answer_seconds, tuple(self.table.others(session))
        ends = time.monotonic() + seconds
        self.pending = Proposal(what, seat, session, others, self.table.turn, ends)
        self._timer = asyncio.get_running_loop().call_later(seconds, self._time_out, self.pending)

    def drop(self) -> None:
        """Drop the proposal, if there is one."""
        self.pending = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def answer(self, session: BrowserSession, agree: bool) -> Proposal | None:
        """Take an answer; the proposal, if it is accepted. Its author may only withdraw it."""
        pending = self.pending
        if pending is None or not (session in pending.others or (session is pending.session and not agree)):
            raise WebError("wrong", Message("server.no_proposal"))
        if not agree and session is not pending.session:
            self._send_refusal(pending, "refused")
        self.drop()
        return pending if agree else None

    def recheck(self) -> None:
        """Drop the proposal where a change at the table has made it void."""
        pending = self.pending
        if pending is None:
            return
        if pending.turn != self.table.turn or not self.table.is_present(pending.session):
            self.drop()
        elif not all(map(self.table.is_present, pending.others)):
            self._send_refusal(pending, "away")
            self.drop()

    def _time_out(self, proposal: Proposal) -> None:
        """The time is up, unless the proposal was answered at the same moment."""
        if proposal is self.pending:
            self._send_refusal(proposal, "late")
            self.drop()
            self.table.changed()

    def _send_refusal(self, proposal: Proposal, how: Refusal) -> None:
        """Send the author the refusal, and why."""
        text = encoded({"type": "answered", "what": proposal.what, "how": how})
        for listener in self.table.audience:
            if listener.session is proposal.session:
                listener.send(text)
