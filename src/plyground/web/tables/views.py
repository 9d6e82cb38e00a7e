"""The state of a table as data for the page: a part that all viewers share, and a part for each of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from plyground.core.errors import PlygroundError
from plyground.core.outcome import Outcome
from plyground.language import Language, Message
from plyground.play.ending import worded_reason
from plyground.play.match import HUMAN, Match, at_fault
from plyground.web import messages as m
from plyground.web.errors import WebError
from plyground.web.sessions import BrowserSession
from plyground.web.tables.autosave import Autosave
from plyground.web.tables.captions import board_text, encoded, joined, summary_text, turn_texts
from plyground.web.tables.computer import Computer
from plyground.web.tables.interfaces import Listener, TableServices
from plyground.web.tables.position_view import game_data
from plyground.web.tables.proposals import Proposals
from plyground.web.tables.seats import GUEST, Seats
from plyground.web.tables.stopwatch import Stopwatch


class ShownTable(Protocol):
    """The part of a table that is shown."""

    server: TableServices
    id: str
    version: int
    seats: Seats
    stopwatch: Stopwatch
    computer: Computer
    proposals: Proposals
    match: Match
    other: Match | None
    game_id: str
    autosave: Autosave
    scores: dict[bytes, Any]
    paused: bool
    pace: float

    @property
    def open(self) -> bool:
        """Whether moves can be made."""

    @property
    def computers_turn(self) -> bool:
        """Whether a computer is to move."""

    def is_present(self, session: BrowserSession | None) -> bool:
        """Whether a session watches the table."""


def mode_of(players: tuple[str, ...]) -> str:
    """Whether people or computers play."""
    humans = players.count(HUMAN)
    if humans == len(players):
        return "human-human"
    return "human-computer" if humans else "computer-computer"


def clock_data(table: ShownTable) -> dict[str, Any]:
    """The clock: time left, whose time runs, and for how long it has run."""
    match, control = table.match, table.match.first_clock.control
    running = match.outcome is None and table.stopwatch.runs
    return {
        "control": str(control),
        "left": [round(left, 2) for left in match.clock.left],
        "per_move": control.per_move,
        "running": match.position.mover if running else None,
        "spent": round(table.stopwatch.spent(), 2),
    }


def common_text(table: ShownTable, begin: int, *, full: bool) -> str:
    """The part that all viewers share, without the board's picture; the move list from the turn `begin` on."""
    turns = ",".join(turn_texts(table.match, table.scores)[begin:])
    long = f'{{"turns":{{"from":{begin},"list":[{turns}]}},"summary":{summary_text(table.match)}}}'
    parts = [encoded(_common_data(table, full=full)), long]
    return joined(*parts, board_text(table.match.start.game)) if full else joined(*parts)


def _common_data(table: ShownTable, *, full: bool) -> dict[str, Any]:
    """The short fields of it."""
    match = table.match
    return {
        "type": "state",
        "table": table.id,
        "version": table.version,
        "full": full,
        "mode": mode_of(match.players),
        "undone": len(match.undone),
        "clock": clock_data(table),
        "thinking": table.computer.thinking,
        "paused": table.paused,
        "pace": table.pace,
    }


def viewer_data(table: ShownTable, viewer: Listener) -> dict[str, Any]:
    """The part for one viewer."""
    session, language, match = viewer.session, viewer.language, table.match
    mine = table.seats.of(session, match.players)
    may_move = table.open and match.position.mover in mine
    game = game_data(match.start.game)
    game |= {"title": language.translate(game["title"]), "id": table.game_id, "start": str(match.start)}
    return {
        "game": game | {"saved": table.autosave.saved, "called": table.autosave.name},
        "saving": saving_data(table, session, language),
        "other": len(table.other.turns) if table.other is not None and session is table.seats.owner else None,
        "players": [_player(table, seat, seat in mine) for seat in range(len(match.players))],
        "owner": session is table.seats.owner,
        "invite": table.seats.key if session is table.seats.owner and table.seats.guest_seats else None,
        "my_turn": may_move,
        "outcome": outcome_data(match.outcome, match.start.game.seats, language),
        "can": _abilities(table, viewer, mine, may_move=may_move),
        "asks": table.proposals.pending and table.proposals.pending.as_data(session),
    }


def saving_data(table: ShownTable, session: BrowserSession, language: Language) -> dict[str, Any]:
    """Whether the game is saved as it is now, and if not, why."""
    autosave = table.autosave
    why = (
        ""
        if autosave.problem is None
        else language.translate(table.server.public(shown_problem(autosave.problem, session)))
    )
    return {"state": autosave.state, "saved": autosave.saved, "why": why}


def shown_problem(problem: PlygroundError, session: BrowserSession) -> PlygroundError:
    """Why a game is not saved, as a visitor may see it: guests do not see where the host's games are."""
    return problem if session.host else WebError("wrong", Message("server.not_saved_now"))


def _player(table: ShownTable, seat: int, mine: bool) -> dict[str, Any]:
    player = table.match.players[seat]
    shown = GUEST if seat in table.seats.guest_seats else player
    return {"player": shown, "mine": mine, "present": player != HUMAN or table.is_present(table.seats.holder(seat))}


def _abilities(table: ShownTable, viewer: Listener, mine: frozenset[int], *, may_move: bool) -> dict[str, bool]:
    """What the viewer may do now."""
    match, may = table.match, viewer.may
    return {
        "move": may_move,
        "undo": can_undo(match) and may(m.Undo),
        "redo": bool(match.undone) and match.ended is None and may(m.Redo),
        "resign": match.outcome is None and bool(mine) and may(m.Resign),
        "step": table.paused and table.computers_turn and may(m.StepComputer),
        "seat": may(m.Sit),
    }


def can_undo(match: Match) -> bool:
    """Whether there is a move to take back, or an end."""
    if match.ended is not None or HUMAN not in match.players:
        return match.ended is not None or bool(match.turns)
    befores = (match.start, *(turn.position for turn in match.turns[:-1])) if match.turns else ()
    return any(match.players[before.mover] == HUMAN for before in befores)


def outcome_data(outcome: Outcome | None, seats: Sequence[str], language: Language) -> dict[str, Any] | None:
    """How a game ended; `fault` is the seat whose fault ended it where nobody has won by that.

    `detail` says what exactly went wrong, if anything did.
    """
    if outcome is None:
        return None
    seat, reason = at_fault(outcome, seats)
    reason = reason if outcome.winner is None else worded_reason(outcome, seats)
    words = {"reason": language.clause(reason), "detail": language.translate(outcome.detail)}
    return {"winner": outcome.winner, "fault": seat} | words
