"""What people do at a table, if permissions.py lets them: each changes the match, and lets the table do the rest."""

from dataclasses import dataclass

from plyground.core.errors import PlygroundError
from plyground.core.position import Position
from plyground.play.match import HUMAN, Match, MatchError
from plyground.web.errors import WebError, denied
from plyground.web.limits import ServerLimits
from plyground.web.permissions import NO_SEAT, OTHER_IS_AWAY
from plyground.web.search_pool import read_visitors_agent
from plyground.web.sessions import BrowserSession
from plyground.web.tables.seats import GUEST
from plyground.web.tables.table import Table

LONGEST_PLAYER = 200
"""Characters of an agent's text, as in a message."""


@dataclass(frozen=True)
class Seating:
    """Who plays, in a match's words, and which seats are for the guest."""

    players: tuple[str, ...]
    guest_seats: frozenset[int]


def seating(players: list[str], start: Position, limits: ServerLimits) -> Seating:
    """The players that a visitor names, every agent checked: never a program."""
    for player in players:
        check_player(player, start, limits)
    guests = frozenset(seat for seat, player in enumerate(players) if player == GUEST)
    return Seating(tuple(HUMAN if player == GUEST else player for player in players), guests)


def check_player(player: str, start: Position, limits: ServerLimits) -> None:
    """Raise an error unless a visitor may name this player."""
    if player not in (HUMAN, GUEST):
        read_visitors_agent(player, start.game, 0, limits)


def without_programs(match: Match, limits: ServerLimits) -> None:
    """A human takes the seat of every player whom a visitor could not have named."""
    for seat, player in enumerate(match.players):
        if len(player) > LONGEST_PLAYER or not _may_be_named(player, match.start, limits):
            match.seat(seat, HUMAN)


def _may_be_named(player: str, start: Position, limits: ServerLimits) -> bool:
    try:
        check_player(player, start, limits)
    except PlygroundError:
        return False
    return True


async def play(table: Table, session: BrowserSession, ply: int, move: str, at: float) -> None:
    """Play a move in one's own seat that arrived `at` this time: nobody pays for the time until it is looked at."""
    check_turn(table, session, ply)
    turn = table.turn
    after = await table.draw_after(move)
    if table.turn != turn:
        raise WebError("stale", "The position has changed meanwhile.")
    check_turn(table, session, ply)
    ended = table.match.ended
    try:
        table.match.play(move, table.watch.spent(at), after=after)
    except MatchError:
        if table.match.ended is not ended:
            table.changed()
        raise
    table.changed()


def check_turn(table: Table, session: BrowserSession, ply: int) -> None:
    """Raise an error unless the visitor may play a move now."""
    match = table.match
    if ply != len(match.turns):
        raise WebError("stale", "The position has changed meanwhile.")
    if match.outcome is None and match.position.mover not in table.seats.of(session, match.players):
        raise denied("It is not your turn.")
    if not table.open and match.outcome is None:
        raise MatchError(f"A game has at most {table.server.limits.plies} moves here.")


def take_back(table: Table, session: BrowserSession, what: str) -> None:
    """`undo` or `redo`, or ask the other person for it."""
    others = table.others(session)
    if not others:
        _do(table, what)
    elif all(map(table.is_present, others)):
        seats = table.seats.of(session, table.match.players)
        table.asking.ask(what, min(seats, default=0), session)
    else:
        raise denied(OTHER_IS_AWAY)
    table.changed()


def _do(table: Table, what: str) -> None:
    if what == "undo":
        table.match.undo()
    else:
        table.match.redo()


def answer(table: Table, session: BrowserSession, agree: bool) -> None:
    """Say yes or no to what the other person asks; whoever asked may say no as well."""
    question = table.asking.answered(session, agree)
    if question is not None:
        _do(table, question.what)
    table.changed()


def resign(table: Table, session: BrowserSession) -> None:
    """Give up, in the seat to move if it is one's own."""
    mine = table.seats.of(session, table.match.players)
    if not mine:
        raise denied(NO_SEAT)
    mover = table.match.position.mover
    table.match.resign(mover if mover in mine else min(mine))
    table.changed()


def sit(table: Table, seat: int, player: str) -> None:
    """Let somebody else go on in a seat."""
    match = table.match
    if seat >= len(match.players):
        raise WebError("wrong", f"There is no seat {seat}.")
    check_player(player, match.start, table.server.limits)
    match.seat(seat, HUMAN if player == GUEST else player)
    others = table.seats.guest_seats - {seat}
    table.seats.invite(others | {seat} if player == GUEST else others)
    table.changed()


def change_sides(table: Table) -> None:
    """Every player takes the next one's seat."""
    table.match.change_sides()
    table.seats.rotate(len(table.match.players))
    table.changed()


def pause(table: Table, paused: bool) -> None:
    """Let the computers stop, or go on."""
    table.paused, table.computer.stepping = paused, False
    table.changed()


def step(table: Table) -> None:
    """One move of the computer while it is paused."""
    if not table.paused or not table.computers_turn:
        raise WebError("wrong", "There is no computer to move.")
    table.computer.stepping = True
    table.changed()


def set_pace(table: Table, seconds: float) -> None:
    """How long a computer's move is shown at least."""
    table.pace = seconds
    table.changed()
