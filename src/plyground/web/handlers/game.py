"""The messages about the game at the table."""

from plyground.core.game import Game
from plyground.core.position import Position
from plyground.play.clock import TimeControl, read_time
from plyground.play.match import HUMAN, Match
from plyground.web import messages as m
from plyground.web.connection import Connection, handles
from plyground.web.errors import WebError
from plyground.web.handlers import actions
from plyground.web.links import read_link
from plyground.web.tables.captions import prepare
from plyground.web.tables.table import Table


@handles(m.Ping)
async def ping(connection: Connection, message: m.Ping) -> None:
    """Say that the server is there."""
    connection.reply(message, "pong")


@handles(m.SetLanguage)
async def set_language(connection: Connection, message: m.SetLanguage) -> None:
    """Speak another language."""
    connection.speak(message.language)
    if connection.table is not None:
        connection.table.tell_all(connection)


@handles(m.New)
async def new(connection: Connection, message: m.New) -> None:
    """Begin a game."""
    game = await connection.game(message.game, message.options)
    match, guests = await connection.work(_new_match, connection, game, message)
    await _put(connection, match, guests)


def _new_match(connection: Connection, game: Game, message: m.New) -> tuple[Match, frozenset[int]]:
    """The match that a message describes, its first moves played."""
    start = game.start() if message.start is None else game.position(message.start)
    if start.outcome is not None:
        raise WebError("wrong", "The game is over in this position.")
    seating = actions.seating(message.players, start, connection.server.limits)
    control = read_time(message.time)
    return _played(start, message.moves, seating.players, control, connection), seating.guest_seats


def _played(
    start: Position, moves: list[str], players: tuple[str, ...], control: TimeControl, connection: Connection
) -> Match:
    if len(moves) > connection.server.limits.plies:
        raise WebError("wrong", f"A game has at most {connection.server.limits.plies} moves here.")
    match = Match(start, players, control)
    for move in moves:
        match.restore(move)
    prepare(match)
    return match


async def _put(connection: Connection, match: Match, guests: frozenset[int] = frozenset()) -> None:
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


@handles(m.Open)
async def open_link(connection: Connection, message: m.Open) -> None:
    """Begin from a link that contains a whole game."""
    start, moves = await connection.work(read_link, message.link)
    await connection.warm(start.game)
    players = (HUMAN,) * len(start.game.seats)
    match = await connection.work(_played, start, moves, players, TimeControl(), connection)
    await _put(connection, match)


@handles(m.Resume)
async def resume(connection: Connection, message: m.Resume) -> None:
    """Go on with a saved game."""
    table = await connection.server.resume(connection.session, message.saved, connection.warm)
    connection.move_to(table)


@handles(m.Join)
async def join(connection: Connection, message: m.Join) -> None:
    """Come back to a table."""
    connection.move_to(connection.server.find(message.table, connection.session), message.since)


@handles(m.Leave)
async def leave(connection: Connection, message: m.Leave) -> None:
    """Leave the table."""
    connection.leave()
    connection.reply(message, "left")


async def settled(connection: Connection) -> Table:
    """The visitor's table once its last move is saved."""
    table = connection.must_sit()
    game = table.game_id
    await table.autosave.settled()
    if connection.must_sit().game_id != game:
        raise WebError("stale", "The position has changed meanwhile.")
    return table


async def drawn_back(connection: Connection, what: str) -> Table:
    """The same, with the picture of what `undo` or `redo` leads to drawn."""
    await (await settled(connection)).draw_back(what)
    return await settled(connection)


@handles(m.Move)
async def move(connection: Connection, message: m.Move) -> None:
    """Play a move."""
    at = connection.arrived
    await actions.play(await settled(connection), connection.session, message.ply, message.move, at)


@handles(m.Undo)
async def undo(connection: Connection, message: m.Undo) -> None:
    """Take back."""
    actions.take_back(await drawn_back(connection, "undo"), connection.session, "undo")


@handles(m.Redo)
async def redo(connection: Connection, message: m.Redo) -> None:
    """Play again what was taken back."""
    actions.take_back(await drawn_back(connection, "redo"), connection.session, "redo")


@handles(m.Answer)
async def answer(connection: Connection, message: m.Answer) -> None:
    """Say yes or no to what the other person asks."""
    question = connection.must_sit().asking.question
    actions.answer(
        await drawn_back(connection, question.what if question else "undo"), connection.session, message.agree
    )


@handles(m.Resign)
async def resign(connection: Connection, message: m.Resign) -> None:
    """Give up."""
    actions.resign(await settled(connection), connection.session)


@handles(m.Sit)
async def sit(connection: Connection, message: m.Sit) -> None:
    """Let somebody else go on in a seat."""
    actions.sit(await settled(connection), message.seat, message.player)


@handles(m.Sides)
async def sides(connection: Connection, message: m.Sides) -> None:
    """Every player takes the next one's seat."""
    actions.change_sides(await settled(connection))


@handles(m.Pause)
async def pause(connection: Connection, message: m.Pause) -> None:
    """Let the computers stop, or go on."""
    actions.pause(connection.must_sit(), message.paused)


@handles(m.Step)
async def step(connection: Connection, message: m.Step) -> None:
    """One move of the computer."""
    actions.step(connection.must_sit())


@handles(m.Pace)
async def pace(connection: Connection, message: m.Pace) -> None:
    """How long a computer's move is shown at least."""
    actions.set_pace(connection.must_sit(), message.seconds)
