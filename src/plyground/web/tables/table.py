"""A table: one game after the other, the people around it, and the events that they are told.

Everything here runs on the event loop. A visitor's wish is checked, the match changes, and `changed` does the rest:
the clock, the store, the computer, and one event to everybody.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from typing import TYPE_CHECKING, Any, Protocol

from plyground.core.errors import PlygroundError
from plyground.core.position import Position
from plyground.language import Language
from plyground.play.match import HUMAN, ILLEGAL, TIME, Match, MatchError, Turn
from plyground.play.store.saved_match import SaveSlot
from plyground.play.store.store import DamagedGameError, MissingGameError, ResumedGame
from plyground.search.result import Result
from plyground.web.errors import WebError
from plyground.web.sessions import BrowserSession
from plyground.web.tables.autosave import Autosave, frozen
from plyground.web.tables.captions import drawn, drawn_after, forget, picture_text
from plyground.web.tables.computer import Computer
from plyground.web.tables.proposals import Proposals
from plyground.web.tables.seats import Seats
from plyground.web.tables.stopwatch import Stopwatch
from plyground.web.tables.views import common_text, encoded, joined, saving_data, shown_problem, viewer_data
from plyground.web.token_file import new_secret

if TYPE_CHECKING:
    from plyground.web.state import ServerState

USUAL_PACE = 0.5
FLAG_SLACK = 0.02
"""The flag is looked at this much after it falls: timers are not exact."""
HEARING_SECONDS = 5.0
"""A message that came in time is followed within this, or the flag falls all the same."""


class Listener(Protocol):
    """A socket that looks at a table."""

    session: BrowserSession
    language: Language
    unheard: float | None
    """When the message came that is not yet followed, if there is one."""

    def send(self, text: str) -> None:
        """Send a message."""

    def tell_problem(self, problem: PlygroundError) -> None:
        """Send an error."""


class Table:
    """A game in progress with everybody who looks at it."""

    def __init__(
        self, server: ServerState, owner: BrowserSession, match: Match, place: SaveSlot | None = None, name: str = ""
    ) -> None:
        self.server = server
        self.id = new_secret()
        self.seats = Seats(owner)
        self.audience: list[Listener] = []
        self.version = 0
        self.left_at = time.monotonic()
        self.watch = Stopwatch(time.monotonic)
        self.computer = Computer(self)
        self.asking = Proposals(self)
        self._flag: asyncio.TimerHandle | None = None
        self.other: Match | None = None
        """What was played here while another program went on with the game; its owner is asked whether to keep it."""
        self._set(match, place, name)

    def _set(self, match: Match, place: SaveSlot | None, name: str) -> None:
        """Put a game on the table."""
        self.match = match
        self.game_id = new_secret()[:12]
        self.autosave: Autosave = self.server.autosave(self, place, name)
        self.scores: dict[bytes, Any] = {}
        self.hints: dict[object, Result] = {}
        self.graph: dict[bytes, dict[str, Any]] = {}
        self.paused, self.pace = False, USUAL_PACE
        self.asking.forget()
        self.shown_at = time.monotonic()
        self._events: deque[tuple[int, str]] = deque(maxlen=self.server.limits.events)
        self._told: list[Turn] = []
        self._pictured: tuple[Position | None, str] = (None, "")
        self._kept: object = None if place is None else self._keepsake()

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
        """What names the position on the board among all of all games."""
        return self.game_id, len(self.match.turns), self.match.position.key

    def is_present(self, session: BrowserSession | None) -> bool:
        """Whether a session looks at the table."""
        return any(listener.session is session for listener in self.audience)

    def others(self, session: BrowserSession) -> list[BrowserSession]:
        """The other people who play at the table, also those who are away."""
        humans = (seat for seat, player in enumerate(self.match.players) if player == HUMAN)
        holders = {holder for seat in humans if (holder := self.seats.holder(seat)) is not None}
        return list(holders - {session})

    def replace(self, match: Match, guest_seats: frozenset[int], place: SaveSlot | None = None, name: str = "") -> None:
        """Begin another game at the table."""
        self.computer.stop()
        self._let_go()
        self._set(match, place, name)
        self.seats.invite(guest_seats)
        self.changed(full=True)

    def enter(self, listener: Listener, since: int | None = None) -> None:
        """Somebody looks from now on; they are told what they missed, or everything."""
        if listener not in self.audience:
            self.audience.append(listener)
            self.changed(skip=listener)
        missed = [text for version, text in self._events if since is not None and version > since]
        if since is not None and 0 < len(missed) == self.version - since:
            for text in missed:
                listener.send(joined(text, self._viewer(listener)))
        else:
            self.tell_all(listener)

    def leave(self, listener: Listener) -> None:
        """Somebody looks away."""
        if listener in self.audience:
            self.audience.remove(listener)
            self.left_at = time.monotonic()
            self.changed()

    def close(self) -> None:
        """Nobody comes back: the game is in the store."""
        self.audience.clear()
        self.asking.forget()
        self.computer.stop()
        self._let_go()
        self.watch.set(self.turn, running=False)
        self._set_flag()

    def changed(self, *, full: bool = False, skip: Listener | None = None) -> None:
        """Set everything right after a change, and tell everybody."""
        self.watch.set(self.turn, running=bool(self.audience) and self.match.outcome is None)
        self.asking.look_again()
        self._set_flag()
        self.computer.settle()
        if self._kept != self._keepsake():
            self._kept = self._keepsake()
            self.autosave.save(self.match)
        self._tell(full=full, skip=skip)

    def _keepsake(self) -> object:
        """Whatever must be saved when it changes."""
        match = self.match
        return len(match.turns), match.turns[-1:], match.players, match.ended

    def _tell(self, *, full: bool, skip: Listener | None) -> None:
        """One event to everybody."""
        self.version += 1
        text = self._common(0 if full else self._same_turns(), full=full)
        self._told = list(self.match.turns)
        if full:
            self._events.clear()
        else:
            self._events.append((self.version, text))
        for listener in self.audience:
            if listener is not skip:
                listener.send(joined(text, self._viewer(listener)))

    def tell_all(self, listener: Listener) -> None:
        """Everything, to one who has seen nothing yet."""
        listener.send(joined(self._common(0, full=True), self._viewer(listener)))

    def _same_turns(self) -> int:
        """How many turns of the move list are as they were told last."""
        pairs = zip(self._told, self.match.turns, strict=False)
        longest = min(len(self._told), len(self.match.turns))
        return next((index for index, (told, turn) in enumerate(pairs) if told is not turn), longest)

    def _common(self, begin: int, *, full: bool) -> str:
        position, before = self.match.position, self._pictured[0]
        if before is not position:
            self._pictured = position, picture_text(self.match)
            forget(before)
        return joined(common_text(self, begin, full=full), self._pictured[1])

    def _viewer(self, listener: Listener) -> str:
        return encoded(viewer_data(self, listener.session, listener.language))

    def _set_flag(self) -> None:
        """See to it that a human's time ends."""
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        match = self.match
        deadline = match.clock.deadline(match.position.mover)
        if deadline is None or not self.watch.runs or not self.open or match.turn_of != HUMAN:
            return
        rest = max(0.0, deadline - self.watch.spent())
        due = time.monotonic() + rest
        self._flag = asyncio.get_running_loop().call_later(rest + FLAG_SLACK, self._flag_falls, self.turn, due)

    def _flag_falls(self, turn: object, due: float) -> None:
        """The time of whoever is to move is up, unless they moved meanwhile, or a message from before waits."""
        if turn != self.turn or self.match.outcome is not None:
            return
        if self._unheard_before(due):
            self._flag = asyncio.get_running_loop().call_later(FLAG_SLACK, self._flag_falls, turn, due)
            return
        self.match.forfeit(self.match.position.mover, TIME)
        self.changed()

    def _unheard_before(self, due: float) -> bool:
        """Whether a message of whoever is to move came in time and is not yet followed; that counts for a while."""
        holder = self.seats.holder(self.match.position.mover)
        sent = (listener.unheard for listener in self.audience if listener.session is holder)
        return time.monotonic() < due + HEARING_SECONDS and any(at is not None and at <= due for at in sent)

    async def draw_after(self, move: str) -> Position | None:
        """The position after a move, its picture drawn in a thread: nobody else waits while a board is drawn.

        An error where the move is no good. None where the game was ended otherwise, or the position on the board is
        another one by now.
        """
        match, before = self.match, self.match.position
        if match.ended is not None:
            return None
        after = await asyncio.to_thread(drawn_after, before, move)
        return after if self.match is match and match.position is before else None

    async def draw_back(self, what: str) -> None:
        """Draw in a thread what the board shows after `undo` or `redo`."""
        ahead = frozen(self.match)
        with contextlib.suppress(PlygroundError):
            ahead.undo() if what == "undo" else ahead.redo()
            await asyncio.to_thread(drawn, ahead.position)

    def play_computer(self, result: Result, after: Position | None = None) -> None:
        """Play what a computer found."""
        try:
            turn = self.match.play(str(result.move), result.seconds, remark(result), result.nodes, after)
            self.note_score(turn.position, result.score.as_data() if remark(result) else None)
        except MatchError:
            """It came too late: the match has ended by it."""
        except PlygroundError as refusal:
            self.fail_computer(ILLEGAL, self.server.public(refusal))
            return
        self.shown_at = time.monotonic()
        self.changed()

    def fail_computer(self, reason: str, detail: str) -> None:
        """A computer could not move: the game ends against it."""
        if self.match.outcome is None:
            self.match.forfeit(self.match.position.mover, reason, detail)
        self.changed()

    def note_score(self, position: Position, score: Any) -> None:
        """Remember what the mover thought of a position."""
        self.scores[position.key] = score

    def pause_before_showing(self) -> float:
        """How long a computer's move waits where computers play among themselves."""
        alone = HUMAN not in self.match.players
        return max(0.0, self.pace - (time.monotonic() - self.shown_at)) if alone else 0.0

    def tell_problem(self, problem: PlygroundError) -> None:
        """Tell everybody what went wrong behind the scenes."""
        for listener in self.audience:
            listener.tell_problem(shown_problem(problem, listener.session))

    def tell_notice(self, sentence: str) -> None:
        """Tell everybody what they should know."""
        for listener in self.audience:
            listener.send(encoded({"type": "notice", "text": listener.language.translate(sentence)}))

    def tell_saving(self) -> None:
        """Tell everybody whether the game is saved."""
        for listener in self.audience:
            data = {"type": "saving", "table": self.id, "game": self.game_id} | saving_data(
                self, listener.session, listener.language
            )
            listener.send(encoded(data))

    def numbered(self) -> None:
        """The game has another number in the store."""
        self.changed()

    def _let_go(self) -> None:
        """Whatever is not saved yet is saved without the table; a game that nobody decided about is kept."""
        self.autosave.owner = None
        if self.other is not None:
            other, self.other = self.other, None
            self.server.autosave(None).save(other)

    async def show_newer(self) -> None:
        """Another program went on with the game: show that, and keep what was played here until somebody decides."""
        autosave = self.autosave
        assert autosave.saved is not None
        try:
            found, place = await self.server.saved_game(autosave.saved)
        except (MissingGameError, DamagedGameError):
            autosave.place = None
            raise
        if self.autosave is autosave:
            self._take(found, place, frozen(self.match))
            self.tell_notice(f"Another program went on with saved game {place.number}; the newer game is shown.")

    def catch_up(self, found: ResumedGame, place: SaveSlot) -> None:
        """Show the game as another program saved it, unless something here waits to be saved."""
        if self.autosave.state == "saved":
            self._take(found, place, None)

    def _take(self, found: ResumedGame, place: SaveSlot, mine: Match | None) -> None:
        self.replace(found.match, self.seats.guest_seats, place, found.name)
        self.other = mine
        self.changed()

    def decide(self, keep: bool) -> None:
        """Go on with what was played here as another game, or let it go."""
        if self.other is None:
            raise WebError("wrong", "There is no other game to keep.")
        other, self.other = self.other, None
        if keep:
            self.replace(other, self.seats.guest_seats)
        else:
            self.changed()


def remark(result: Result) -> str:
    """What a record says of a move: the score with the depth, an exact one alone; nothing without a search."""
    if result.depth > 0:
        return f"{result.score}, depth {result.depth}"
    return "" if result.score.kind == "estimate" else str(result.score)
