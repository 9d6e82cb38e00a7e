"""Messages about the game at a table: start or join one, play it, decide who plays.

Each handler checks the message, changes the match, and calls `Table.changed`, which does the rest. dispatch.py has
checked before that the visitor may send the message at all.
"""

from plyground.core.game import Game
from plyground.core.position import Position
from plyground.language import Message
from plyground.play.clock import TimeControl, read_time
from plyground.play.match import HUMAN, Match, MatchError
from plyground.web import messages as m
from plyground.web.connection import Connection
from plyground.web.errors import WebError, denied
from plyground.web.links import read_link
from plyground.web.permissions import NO_SEAT, OTHER_IS_AWAY
from plyground.web.sessions import BrowserSession
from plyground.web.tables.captions import prepare
from plyground.web.tables.proposals import Takeback
from plyground.web.tables.seating import check_player, seating
from plyground.web.tables.seats import GUEST
from plyground.web.tables.table import Table


async def ping(connection: Connection, message: m.Ping) -> None:
    """Show that the server is alive."""
    connection.reply(message, "pong")


async def set_language(connection: Connection, message: m.SetLanguage) -> None:
    """Switch to another language."""
    connection.set_language(message.language)
    if connection.table is not None:
        connection.table.send_full_state(connection)


async def new(connection: Connection, message: m.New) -> None:
    """Start a game."""
    game = await connection.game(message.game, message.options)
    match, guests = await connection.work(_new_match, connection, game, message)
    await _place(connection, match, guests)


def _new_match(connection: Connection, game: Game, message: m.New) -> tuple[Match, frozenset[int]]:
    """The match that a message describes, its first moves played."""
    start = game.start() if message.start is None else game.position(message.start)
    if start.outcome is not None:
        raise WebError("wrong", Message("server.position_over"))
    seated = seating(message.players, start, connection.server.limits)
    control = read_time(message.time)
    return _played(start, message.moves, seated.players, control, connection), seated.guest_seats


def _played(
    start: Position, moves: list[str], players: tuple[str, ...], control: TimeControl, connection: Connection
) -> Match:
    if len(moves) > connection.server.limits.plies:
        raise WebError("wrong", Message("server.too_many_moves", most=connection.server.limits.plies))
    match = Match(start, players, control)
    for move in moves:
        match.restore(move)
    prepare(match)
    return match


async def _place(connection: Connection, match: Match, guests: frozenset[int] = frozenset()) -> None:
    """Put a match on the visitor's own table, or on a new one."""
    table = connection.table
    if table is not None and table.seats.owner is connection.session:
        await table.autosave.settled()
        connection.stop_thinking()
        table.replace(match, guests)
        return
    table = connection.server.new_table(connection.session, match)
    table.seats.invite(guests)
    connection.move_to(table)


async def open_link(connection: Connection, message: m.Open) -> None:
    """Start from a link that contains a whole game."""
    start, moves = await connection.work(read_link, message.link)
    await connection.warm(start.game)
    players = (HUMAN,) * len(start.game.seats)
    match = await connection.work(_played, start, moves, players, TimeControl(), connection)
    await _place(connection, match)


async def resume(connection: Connection, message: m.Resume) -> None:
    """Resume a saved game."""
    table = await connection.server.resume(connection.session, message.saved, connection.warm)
    connection.move_to(table)


async def join(connection: Connection, message: m.Join) -> None:
    """Return to a table."""
    connection.move_to(connection.server.find(message.table, connection.session), message.since)


async def leave(connection: Connection, message: m.Leave) -> None:
    """Leave the table."""
    connection.leave()
    connection.reply(message, "left")


async def _settled(connection: Connection) -> Table:
    """The visitor's table once its last move is saved."""
    table = connection.require_table()
    game = table.game_id
    await table.autosave.settled()
    if connection.require_table().game_id != game:
        raise WebError("stale", Message("server.position_changed"))
    return table


async def _settled_and_drawn(connection: Connection, what: Takeback) -> Table:
    """The same, with the board after `undo` or `redo` already drawn."""
    await (await _settled(connection)).draw_back(what)
    return await _settled(connection)


async def move(connection: Connection, message: m.PlayMove) -> None:
    """Play a move."""
    arrived = connection.arrived
    await play_move(await _settled(connection), connection.session, message.ply, message.move, arrived)


async def play_move(table: Table, session: BrowserSession, ply: int, text: str, arrived: float) -> None:
    """Play a move in the visitor's own seat; the clock counts up to its arrival, not until it was handled."""
    check_turn(table, session, ply)
    turn = table.turn
    after = await table.draw_after(text)
    if table.turn != turn:
        raise WebError("stale", Message("server.position_changed"))
    check_turn(table, session, ply)
    ended = table.match.ended
    try:
        table.match.play(text, table.stopwatch.spent(arrived), after=after)
    except MatchError:
        if table.match.ended is not ended:
            table.changed()
        raise
    table.changed()


def check_turn(table: Table, session: BrowserSession, ply: int) -> None:
    """Raise an error unless the visitor may play a move now."""
    match = table.match
    if ply != len(match.turns):
        raise WebError("stale", Message("server.position_changed"))
    if match.outcome is None and match.position.mover not in table.seats.of(session, match.players):
        raise denied(Message("server.not_your_turn"))
    if not table.open and match.outcome is None:
        raise MatchError(Message("server.too_many_moves", most=table.server.limits.plies))


async def undo(connection: Connection, message: m.Undo) -> None:
    """Take a move back."""
    await _take_back(connection, "undo")


async def redo(connection: Connection, message: m.Redo) -> None:
    """Replay a move that was taken back."""
    await _take_back(connection, "redo")


async def _take_back(connection: Connection, what: Takeback) -> None:
    """`undo` or `redo` at once, or propose it to the other person."""
    table, session = await _settled_and_drawn(connection, what), connection.session
    others = table.others(session)
    if not others:
        _apply(table, what)
    elif all(map(table.is_present, others)):
        seats = table.seats.of(session, table.match.players)
        table.proposals.propose(what, min(seats, default=0), session)
    else:
        raise denied(OTHER_IS_AWAY)
    table.changed()


def _apply(table: Table, what: Takeback) -> None:
    if what == "undo":
        table.match.undo()
    else:
        table.match.redo()


async def answer(connection: Connection, message: m.Answer) -> None:
    """Accept or refuse the other person's proposal, or withdraw one's own."""
    pending = connection.require_table().proposals.pending
    table = await _settled_and_drawn(connection, pending.what if pending else "undo")
    accepted = table.proposals.answer(connection.session, message.agree)
    if accepted is not None:
        _apply(table, accepted.what)
    table.changed()


async def resign(connection: Connection, message: m.Resign) -> None:
    """Resign, for the seat to move if it is the visitor's."""
    table = await _settled(connection)
    mine = table.seats.of(connection.session, table.match.players)
    if not mine:
        raise denied(NO_SEAT)
    mover = table.match.position.mover
    table.match.resign(mover if mover in mine else min(mine))
    table.changed()


async def sit(connection: Connection, message: m.Sit) -> None:
    """Give a seat to another player."""
    table, seat = await _settled(connection), message.seat
    match = table.match
    if seat >= len(match.players):
        raise WebError("wrong", Message("server.no_seat", seat=seat))
    check_player(message.player, match.start, table.server.limits)
    is_guest = message.player == GUEST
    match.seat(seat, HUMAN if is_guest else message.player)
    others = table.seats.guest_seats - {seat}
    table.seats.invite(others | {seat} if is_guest else others)
    table.changed()


async def change_sides(connection: Connection, message: m.Sides) -> None:
    """Move every player to the next seat."""
    table = await _settled(connection)
    table.match.change_sides()
    table.seats.rotate(len(table.match.players))
    table.changed()


async def pause(connection: Connection, message: m.Pause) -> None:
    """Pause the computers, or let them play."""
    table = connection.require_table()
    table.paused, table.computer.stepping = message.paused, False
    table.changed()


async def step(connection: Connection, message: m.StepComputer) -> None:
    """Let a paused computer play one move."""
    table = connection.require_table()
    if not table.paused or not table.computers_turn:
        raise WebError("wrong", Message("server.no_computer"))
    table.computer.stepping = True
    table.changed()


async def set_pace(connection: Connection, message: m.Pace) -> None:
    """Set the shortest time that a computer's move is shown."""
    table = connection.require_table()
    table.pace = message.seconds
    table.changed()
