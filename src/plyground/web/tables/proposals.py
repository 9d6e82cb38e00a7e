"""What one person at a table asks the other: to take a move back, or to play it again.

Nobody's silence is a yes: a question ends with no when its time is over, when one of the two closes the page, or when
the game goes on meanwhile.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from plyground.web.errors import WebError
from plyground.web.sessions import BrowserSession
from plyground.web.tables.views import encoded

if TYPE_CHECKING:
    from plyground.web.tables.table import Table

How = Literal["refused", "late", "away"]
"""Why the answer is no."""


@dataclass(frozen=True)
class Proposal:
    """What is asked, by whom, of whom, in which position, and until when."""

    what: str
    seat: int
    session: BrowserSession
    others: tuple[BrowserSession, ...]
    turn: object
    ends: float

    def as_data(self, session: BrowserSession) -> dict[str, Any]:
        """What the page of a session is told."""
        left = max(0.0, self.ends - time.monotonic())
        return {"what": self.what, "seat": self.seat, "mine": self.session is session, "left": round(left, 1)}


class Proposals:
    """The question at a table, if there is one."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.question: Proposal | None = None
        self._timer: asyncio.TimerHandle | None = None

    def ask(self, what: str, seat: int, session: BrowserSession) -> None:
        """Begin to wait for an answer; a question of before is forgotten."""
        self.forget()
        seconds, others = self.table.server.limits.answer_seconds, tuple(self.table.others(session))
        ends = time.monotonic() + seconds
        self.question = Proposal(what, seat, session, others, self.table.turn, ends)
        self._timer = asyncio.get_running_loop().call_later(seconds, self._too_late, self.question)

    def forget(self) -> None:
        """Nothing is asked any more."""
        self.question = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def answered(self, session: BrowserSession, agree: bool) -> Proposal | None:
        """Take an answer; the question, if it is yes. Whoever asked may only take the question back."""
        question = self.question
        if question is None or not (session in question.others or (session is question.session and not agree)):
            raise WebError("wrong", "Nobody asks you for anything.")
        if not agree and session is not question.session:
            self._tell(question, "refused")
        self.forget()
        return question if agree else None

    def look_again(self) -> None:
        """Something has changed: the question ends where it makes no sense any more."""
        question = self.question
        if question is None:
            return
        if question.turn != self.table.turn or not self.table.is_present(question.session):
            self.forget()
        elif not all(map(self.table.is_present, question.others)):
            self._tell(question, "away")
            self.forget()

    def _too_late(self, question: Proposal) -> None:
        """The time is over, unless the question was answered in the same moment."""
        if question is self.question:
            self._tell(question, "late")
            self.forget()
            self.table.changed()

    def _tell(self, question: Proposal, how: How) -> None:
        """Tell whoever asked that the answer is no, and why."""
        text = encoded({"type": "answered", "what": question.what, "how": how})
        for listener in self.table.audience:
            if listener.session is question.session:
                listener.send(text)
