"""What people may do at a table. Each checks first, changes the match, and lets the table do the rest."""

from dataclasses import dataclass

from plyground.core.errors import PlygroundError
from plyground.core.position import Position
from plyground.play.match import HUMAN, Match, MatchError
from plyground.web.limits import Limits
from plyground.web.pool import read_visitors_agent
from plyground.web.problems import WebError, denied
from plyground.web.seats import GUEST
from plyground.web.sessions import Session
from plyground.web.table import Ask, Table


@dataclass(frozen=True)
class Seating:
    """Who plays, in a match's words, and which seats are for the guest."""

    players: tuple[str, ...]
    guest_seats: frozenset[int]


def seating(players: list[str], start: Position, limits: Limits) -> Seating:
    """The players that a visitor names, every agent checked: never a program."""
    for player in players:
        check_player(player, start, limits)
    guests = frozenset(seat for seat, player in enumerate(players) if player == GUEST)
    return Seating(tuple(HUMAN if player == GUEST else player for player in players), guests)


def check_player(player: str, start: Position, limits: Limits) -> None:
    """Raise an error unless a visitor may name this player."""
    if player not in (HUMAN, GUEST):
        read_visitors_agent(player, start.game, 0, limits)


def without_programs(match: Match, limits: Limits) -> None:
    """A human takes the seat of every player whom a visitor could not have named."""
    for seat, player in enumerate(match.players):
        try:
            check_player(player, match.start, limits)
        except PlygroundError:
            match.seat(seat, HUMAN)


def play(table: Table, session: Session, ply: int, move: str) -> None:
    """Play a move in one's own seat."""
    match = table.match
    if ply != len(match.turns):
        raise WebError("stale", "The position has changed meanwhile.")
    if match.outcome is None and match.position.mover not in table.seats.of(session, match.players):
        raise denied("It is not your turn.")
    if not table.open and match.outcome is None:
        raise MatchError(f"A game has at most {table.house.limits.plies} moves here.")
    ended = match.ended
    try:
        match.play(move, table.watch.spent())
    except MatchError:
        if match.ended is not ended:
            table.changed()
        raise
    table.changed()


def must_take_part(table: Table, session: Session) -> frozenset[int]:
    """The visitor's seats; an error for somebody who has none and does not own the table."""
    mine = table.seats.of(session, table.match.players)
    if not mine and session is not table.seats.owner:
        raise denied("You have no seat at this table.")
    return mine


def must_own(table: Table, session: Session) -> None:
    """Raise an error unless the table is the visitor's."""
    if session is not table.seats.owner:
        raise denied("Only the person who began the game may do this.")


def other_person(table: Table, session: Session) -> bool:
    """Whether another person plays at the table, and is there."""
    humans = [seat for seat, player in enumerate(table.match.players) if player == HUMAN]
    holders = [table.seats.holder(seat) for seat in humans]
    return any(holder is not session and table.is_present(holder) for holder in holders)


def take_back(table: Table, session: Session, what: str) -> None:
    """`undo` or `redo`, or ask the other person for it."""
    mine = must_take_part(table, session)
    if other_person(table, session):
        table.ask = Ask(what, min(mine, default=0), session, table.turn)
    else:
        _do(table, what)
    table.changed()


def _do(table: Table, what: str) -> None:
    if what == "undo":
        table.match.undo()
    else:
        table.match.redo()


def answer(table: Table, session: Session, agree: bool) -> None:
    """Say yes or no to what the other person asks; whoever asked may say no as well."""
    must_take_part(table, session)
    ask = table.ask
    if ask is None or (agree and ask.session is session):
        raise WebError("wrong", "Nobody asks you for anything.")
    table.ask = None
    if agree:
        _do(table, ask.what)
    table.changed()


def resign(table: Table, session: Session) -> None:
    """Give up, in the seat to move if it is one's own."""
    mine = table.seats.of(session, table.match.players)
    if not mine:
        raise denied("You have no seat at this table.")
    mover = table.match.position.mover
    table.match.resign(mover if mover in mine else min(mine))
    table.changed()


def sit(table: Table, session: Session, seat: int, player: str) -> None:
    """Let somebody else go on in a seat."""
    must_own(table, session)
    match = table.match
    if seat >= len(match.players):
        raise WebError("wrong", f"There is no seat {seat}.")
    check_player(player, match.start, table.house.limits)
    match.seat(seat, HUMAN if player == GUEST else player)
    others = table.seats.guest_seats - {seat}
    table.seats.invite(others | {seat} if player == GUEST else others)
    table.changed()


def change_sides(table: Table, session: Session) -> None:
    """Every player takes the next one's seat."""
    must_own(table, session)
    table.match.change_sides()
    table.seats.rotate(len(table.match.players))
    table.changed()


def pause(table: Table, session: Session, paused: bool) -> None:
    """Let the computers stop, or go on."""
    must_own(table, session)
    table.paused, table.computer.stepping = paused, False
    table.changed()


def step(table: Table, session: Session) -> None:
    """One move of the computer while it is paused."""
    must_own(table, session)
    if not table.paused or not table.computers_turn:
        raise WebError("wrong", "There is no computer to move.")
    table.computer.stepping = True
    table.changed()


def set_pace(table: Table, session: Session, seconds: float) -> None:
    """How long a computer's move is shown at least."""
    must_own(table, session)
    table.pace = seconds
    table.changed()
