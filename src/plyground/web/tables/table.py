"""A table: one game after another, the sockets that watch it, and the events that they are sent.

Everything here runs on the event loop. A handler changes the match, and `changed` does the rest: the clock, the
computer, the save, and one event to every listener.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from typing import Any

from plyground.core.errors import PlygroundError
from plyground.core.position import Position
from plyground.language import Message
from plyground.play.match import HUMAN, ILLEGAL, TIME, Match, MatchError, Turn
from plyground.play.store.saved_match import SaveSlot
from plyground.play.store.store import DamagedGameError, MissingGameError, ResumedGame
from plyground.search.result import Result
from plyground.web.errors import WebError
from plyground.web.sessions import BrowserSession
from plyground.web.tables.autosave import Autosave, frozen
from plyground.web.tables.captions import drawn, drawn_after, encoded, forget, joined, picture_text
from plyground.web.tables.computer import Computer
from plyground.web.tables.interfaces import Listener, TableServices
from plyground.web.tables.position_view import score_data
from plyground.web.tables.proposals import Proposals
from plyground.web.tables.seats import Seats
from plyground.web.tables.stopwatch import Stopwatch
from plyground.web.tables.views import common_text, saving_data, shown_problem, viewer_data
from plyground.web.token_file import new_secret

USUAL_PACE = 0.5
FLAG_SLACK = 0.02
"""The flag is checked this much after it falls: timers are not exact."""
GRACE_SECONDS = 5.0
"""A message that arrived in time counts if it is handled within this; otherwise the flag falls."""


class Table:
    """A game in progress and its audience."""

    def __init__(
        self, server: TableServices, owner: BrowserSession, match: Match, slot: SaveSlot | None = None, name: str = ""
    ) -> None:
        self.server = server
        self.id = new_secret()
        self.seats = Seats(owner)
        self.audience: list[Listener] = []
        self.version = 0
        self.left_at = time.monotonic()
        self.stopwatch = Stopwatch(time.monotonic)
        self.computer = Computer(self)
        self.proposals = Proposals(self)
        self._flag: asyncio.TimerHandle | None = None
        self.other: Match | None = None
        """What was played here while another program continued the saved game; the owner decides whether to keep it."""
        self._set(match, slot, name)

    def _set(self, match: Match, slot: SaveSlot | None, name: str) -> None:
        """Put a game on the table."""
        self.match = match
        self.game_id = new_secret()[:12]
        self.autosave: Autosave = self.server.autosave(self, slot, name)
        self.scores: dict[bytes, Any] = {}
        self.hints: dict[object, Result] = {}
        self.graph: dict[bytes, dict[str, Any]] = {}
        self.paused, self.pace = False, USUAL_PACE
        self.proposals.drop()
        self.shown_at = time.monotonic()
        self._events: deque[tuple[int, str]] = deque(maxlen=self.server.limits.events)
        self._sent_turns: list[Turn] = []
        self._pictured: tuple[Position | None, str] = (None, "")
        self._saved_key: object = None if slot is None else self._save_key()

    @property
    def open(self) -> bool:
        """Whether moves can be made."""
        return self.match.outcome is None and len(self.match.turns) < self.server.limits.plies

    @property
    def computers_turn(self) -> bool:
        """Whether a computer is to move."""
        return self.open and self.match.turn_of != HUMAN

    @property
    def turn(self) -> tuple[str, int, bytes]:
        """Identifies the position on the board among those of all games."""
        return self.game_id, len(self.match.turns), self.match.position.key

    def is_present(self, session: BrowserSession | None) -> bool:
        """Whether a session watches the table."""
        return any(listener.session is session for listener in self.audience)

    def others(self, session: BrowserSession) -> list[BrowserSession]:
        """The other people who play at the table, present or not."""
        humans = (seat for seat, player in enumerate(self.match.players) if player == HUMAN)
        holders = {holder for seat in humans if (holder := self.seats.holder(seat)) is not None}
        return list(holders - {session})

    def replace(self, match: Match, guest_seats: frozenset[int], slot: SaveSlot | None = None, name: str = "") -> None:
        """Start another game at the table."""
        self.computer.stop()
        self.server.pool.sessions.drop(self.game_id)
        self._detach_autosave()
        self._set(match, slot, name)
        self.seats.invite(guest_seats)
        self.changed(full=True)

    def enter(self, listener: Listener, since: int | None = None) -> None:
        """Add a listener; it is sent the events it missed, or the full state."""
        if listener not in self.audience:
            self.audience.append(listener)
            self.changed(skip=listener)
        missed = [text for version, text in self._events if since is not None and version > since]
        if since is not None and 0 < len(missed) == self.version - since:
            for text in missed:
                listener.send(joined(text, self._viewer(listener)))
        else:
            self.send_full_state(listener)

    def leave(self, listener: Listener) -> None:
        """Remove a listener."""
        if listener in self.audience:
            self.audience.remove(listener)
            self.left_at = time.monotonic()
            self.changed()

    def close(self) -> None:
        """Close the table; its game stays in the store."""
        self.audience.clear()
        self.proposals.drop()
        self.computer.stop()
        self.server.pool.sessions.drop(self.game_id)
        self._detach_autosave()
        self.stopwatch.set(self.turn, running=False)
        self._set_flag()

    def changed(self, *, full: bool = False, skip: Listener | None = None) -> None:
        """Bring clock, computer and save up to date after a change, and send the event."""
        self.stopwatch.set(self.turn, running=bool(self.audience) and self.match.outcome is None)
        self.proposals.recheck()
        self._set_flag()
        self.computer.update()
        if self._saved_key != self._save_key():
            self._saved_key = self._save_key()
            self.autosave.save(self.match)
        self._send_event(full=full, skip=skip)

    def _save_key(self) -> object:
        """Identifies what is saved: a change of it calls for a save."""
        match = self.match
        return len(match.turns), match.turns[-1:], match.players, match.ended

    def _send_event(self, *, full: bool, skip: Listener | None) -> None:
        """Send one event to every listener."""
        self.version += 1
        text = self._common(0 if full else self._same_turns(), full=full)
        self._sent_turns = list(self.match.turns)
        if full:
            self._events.clear()
        else:
            self._events.append((self.version, text))
        for listener in self.audience:
            if listener is not skip:
                listener.send(joined(text, self._viewer(listener)))

    def send_full_state(self, listener: Listener) -> None:
        """Send everything to a listener that has seen nothing yet."""
        listener.send(joined(self._common(0, full=True), self._viewer(listener)))

    def _same_turns(self) -> int:
        """Number of leading turns that are as in the last event."""
        pairs = zip(self._sent_turns, self.match.turns, strict=False)
        longest = min(len(self._sent_turns), len(self.match.turns))
        return next((index for index, (sent, turn) in enumerate(pairs) if sent is not turn), longest)

    def _common(self, begin: int, *, full: bool) -> str:
        position, before = self.match.position, self._pictured[0]
        if before is not position:
            self._pictured = position, picture_text(self.match)
            forget(before)
        return joined(common_text(self, begin, full=full), self._pictured[1])

    def _viewer(self, listener: Listener) -> str:
        return encoded(viewer_data(self, listener))

    def _set_flag(self) -> None:
        """Set the timer that ends a human's time."""
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        match = self.match
        deadline = match.clock.deadline(match.position.mover)
        if deadline is None or not self.stopwatch.runs or not self.open or match.turn_of != HUMAN:
            return
        rest = max(0.0, deadline - self.stopwatch.spent())
        due = time.monotonic() + rest
        self._flag = asyncio.get_running_loop().call_later(rest + FLAG_SLACK, self._flag_fell, self.turn, due)

    def _flag_fell(self, turn: object, due: float) -> None:
        """End the game on time, unless the mover has moved meanwhile or a message that arrived in time is pending."""
        if turn != self.turn or self.match.outcome is not None:
            return
        if self._message_pending(due):
            self._flag = asyncio.get_running_loop().call_later(FLAG_SLACK, self._flag_fell, turn, due)
            return
        self.match.forfeit(self.match.position.mover, TIME)
        self.changed()

    def _message_pending(self, due: float) -> bool:
        """Whether a message of the mover arrived in time and is not handled yet, within the grace period."""
        holder = self.seats.holder(self.match.position.mover)
        sent = (listener.pending_since for listener in self.audience if listener.session is holder)
        return time.monotonic() < due + GRACE_SECONDS and any(at is not None and at <= due for at in sent)

    async def draw_after(self, move: str) -> Position | None:
        """The position after a move, its picture drawn in a thread so that the event loop need not wait.

        Raises an error for an illegal move. None where the game has ended otherwise, or the position on the board is
        another one by now.
        """
        match, before = self.match, self.match.position
        if match.ended is not None:
            return None
        after = await asyncio.to_thread(drawn_after, before, move)
        return after if self.match is match and match.position is before else None

    async def draw_back(self, what: str) -> None:
        """Draw the board after `undo` or `redo` in a thread."""
        ahead = frozen(self.match)
        with contextlib.suppress(PlygroundError):
            ahead.undo() if what == "undo" else ahead.redo()
            await asyncio.to_thread(drawn, ahead.position)

    def play_computer(self, result: Result, after: Position | None = None) -> None:
        """Play the move that a computer found."""
        try:
            turn = self.match.play(str(result.move), result.seconds, remark(result), result.nodes, after)
            self.note_score(turn.position, score_data(result.score, turn.position.game) if remark(result) else None)
        except MatchError:
            """It came too late, and the match has ended on time."""
        except PlygroundError as refusal:
            self.fail_computer(ILLEGAL, self.server.public(refusal))
            return
        self.shown_at = time.monotonic()
        self.changed()

    def fail_computer(self, reason: str, detail: str) -> None:
        """End the game against a computer that could not move."""
        if self.match.outcome is None:
            self.match.forfeit(self.match.position.mover, reason, detail)
        self.changed()

    def note_score(self, position: Position, score: Any) -> None:
        """Note the mover's score of a position."""
        self.scores[position.key] = score

    def pause_before_showing(self) -> float:
        """Seconds until a computer's move may be shown, where only computers play."""
        alone = HUMAN not in self.match.players
        return max(0.0, self.pace - (time.monotonic() - self.shown_at)) if alone else 0.0

    def send_error(self, problem: PlygroundError) -> None:
        """Send every listener an error that no message caused."""
        for listener in self.audience:
            listener.send_error(shown_problem(problem, listener.session))

    def send_notice(self, sentence: str) -> None:
        """Send every listener a notice."""
        for listener in self.audience:
            listener.send(encoded({"type": "notice", "text": listener.language.translate(sentence)}))

    def send_saving(self) -> None:
        """Send every listener whether the game is saved."""
        for listener in self.audience:
            data = {"type": "saving", "table": self.id, "game": self.game_id} | saving_data(
                self, listener.session, listener.language
            )
            listener.send(encoded(data))

    def number_changed(self) -> None:
        """Show the game's new number in the store."""
        self.changed()

    def _detach_autosave(self) -> None:
        """Let pending saves finish without the table; an undecided other game is saved as well."""
        self.autosave.listener = None
        if self.other is not None:
            other, self.other = self.other, None
            self.server.autosave(None).save(other)

    async def show_newer(self) -> None:
        """Show the game as another program continued it, and keep what was played here until the owner decides."""
        autosave = self.autosave
        assert autosave.saved is not None
        try:
            found, slot = await self.server.saved_game(autosave.saved)
        except (MissingGameError, DamagedGameError):
            autosave.slot = None
            raise
        if self.autosave is autosave:
            self._show(found, slot, frozen(self.match))
            self.send_notice(Message("store.newer_shown", game=slot.number))

    def catch_up(self, found: ResumedGame, slot: SaveSlot) -> None:
        """Show the game as another program saved it, unless a save is pending here."""
        if self.autosave.state == "saved":
            self._show(found, slot, None)

    def _show(self, found: ResumedGame, slot: SaveSlot, mine: Match | None) -> None:
        self.replace(found.match, self.seats.guest_seats, slot, found.name)
        self.other = mine
        self.changed()

    def decide(self, keep: bool) -> None:
        """Continue what was played here as another game, or drop it."""
        if self.other is None:
            raise WebError("wrong", Message("server.no_other_game"))
        other, self.other = self.other, None
        if keep:
            self.replace(other, self.seats.guest_seats)
        else:
            self.changed()


def remark(result: Result) -> str:
    """The comment of a computer's move in a record: score and depth, an exact score alone, nothing without a search."""
    if result.depth > 0:
        return f"{result.score}, depth {result.depth}"
    return "" if result.score.kind == "estimate" else str(result.score)
