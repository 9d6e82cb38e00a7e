"""The messages about the game at the table."""

from plyground.core.game import Game
from plyground.core.position import Position
from plyground.play.clock import TimeControl, read_time
from plyground.play.match import HUMAN, Match
from plyground.web import messages as m
from plyground.web.connection import Visit, handles
from plyground.web.errors import WebError
from plyground.web.handlers import actions
from plyground.web.links import read_link
from plyground.web.tables.captions import prepare
from plyground.web.tables.table import Table


@handles(m.Ping)
async def ping(visit: Visit, message: m.Ping) -> None:
    """Say that the server is there."""
    visit.reply(message, "pong")


@handles(m.SetLanguage)
async def set_language(visit: Visit, message: m.SetLanguage) -> None:
    """Speak another language."""
    visit.speak(message.language)
    if visit.table is not None:
        visit.table.tell_all(visit)


@handles(m.New)
async def new(visit: Visit, message: m.New) -> None:
    """Begin a game."""
    game = await visit.game(message.game, message.options)
    match, guests = await visit.work(_new_match, visit, game, message)
    await _put(visit, match, guests)


def _new_match(visit: Visit, game: Game, message: m.New) -> tuple[Match, frozenset[int]]:
    """The match that a message describes, its first moves played."""
    start = game.start() if message.start is None else game.position(message.start)
    if start.outcome is not None:
        raise WebError("wrong", "The game is over in this position.")
    seating = actions.seating(message.players, start, visit.house.limits)
    control = read_time(message.time)
    return _played(start, message.moves, seating.players, control, visit), seating.guest_seats


def _played(start: Position, moves: list[str], players: tuple[str, ...], control: TimeControl, visit: Visit) -> Match:
    if len(moves) > visit.house.limits.plies:
        raise WebError("wrong", f"A game has at most {visit.house.limits.plies} moves here.")
    match = Match(start, players, control)
    for move in moves:
        match.restore(move)
    prepare(match)
    return match


async def _put(visit: Visit, match: Match, guests: frozenset[int] = frozenset()) -> None:
    """Put a match on the visitor's own table, or on a new one."""
    table = visit.table
    if table is not None and table.seats.owner is visit.session:
        await table.keeper.settled()
        visit.stop_thinking()
        table.replace(match, guests)
        return
    table = visit.house.new_table(visit.session, match)
    table.seats.invite(guests)
    visit.move_to(table)


@handles(m.Open)
async def open_link(visit: Visit, message: m.Open) -> None:
    """Begin from a link that contains a whole game."""
    start, moves = await visit.work(read_link, message.link)
    await visit.warm(start.game)
    players = (HUMAN,) * len(start.game.seats)
    match = await visit.work(_played, start, moves, players, TimeControl(), visit)
    await _put(visit, match)


@handles(m.Resume)
async def resume(visit: Visit, message: m.Resume) -> None:
    """Go on with a saved game."""
    table = await visit.house.resume(visit.session, message.saved, visit.warm)
    visit.move_to(table)


@handles(m.Join)
async def join(visit: Visit, message: m.Join) -> None:
    """Come back to a table."""
    visit.move_to(visit.house.find(message.table, visit.session), message.since)


@handles(m.Leave)
async def leave(visit: Visit, message: m.Leave) -> None:
    """Leave the table."""
    visit.leave()
    visit.reply(message, "left")


async def settled(visit: Visit) -> Table:
    """The visitor's table once its last move is saved."""
    table = visit.must_sit()
    game = table.game_id
    await table.keeper.settled()
    if visit.must_sit().game_id != game:
        raise WebError("stale", "The position has changed meanwhile.")
    return table


async def drawn_back(visit: Visit, what: str) -> Table:
    """The same, with the picture of what `undo` or `redo` leads to drawn."""
    await (await settled(visit)).draw_back(what)
    return await settled(visit)


@handles(m.Move)
async def move(visit: Visit, message: m.Move) -> None:
    """Play a move."""
    at = visit.arrived
    await actions.play(await settled(visit), visit.session, message.ply, message.move, at)


@handles(m.Undo)
async def undo(visit: Visit, message: m.Undo) -> None:
    """Take back."""
    actions.take_back(await drawn_back(visit, "undo"), visit.session, "undo")


@handles(m.Redo)
async def redo(visit: Visit, message: m.Redo) -> None:
    """Play again what was taken back."""
    actions.take_back(await drawn_back(visit, "redo"), visit.session, "redo")


@handles(m.Answer)
async def answer(visit: Visit, message: m.Answer) -> None:
    """Say yes or no to what the other person asks."""
    question = visit.must_sit().asking.question
    actions.answer(await drawn_back(visit, question.what if question else "undo"), visit.session, message.agree)


@handles(m.Resign)
async def resign(visit: Visit, message: m.Resign) -> None:
    """Give up."""
    actions.resign(await settled(visit), visit.session)


@handles(m.Sit)
async def sit(visit: Visit, message: m.Sit) -> None:
    """Let somebody else go on in a seat."""
    actions.sit(await settled(visit), message.seat, message.player)


@handles(m.Sides)
async def sides(visit: Visit, message: m.Sides) -> None:
    """Every player takes the next one's seat."""
    actions.change_sides(await settled(visit))


@handles(m.Pause)
async def pause(visit: Visit, message: m.Pause) -> None:
    """Let the computers stop, or go on."""
    actions.pause(visit.must_sit(), message.paused)


@handles(m.Step)
async def step(visit: Visit, message: m.Step) -> None:
    """One move of the computer."""
    actions.step(visit.must_sit())


@handles(m.Pace)
async def pace(visit: Visit, message: m.Pace) -> None:
    """How long a computer's move is shown at least."""
    actions.set_pace(visit.must_sit(), message.seconds)
