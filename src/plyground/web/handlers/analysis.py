"""Messages that change nothing: looking at positions, hints, analyses, graphs, the position editor."""

from dataclasses import dataclass
from functools import partial
from math import hypot
from typing import Any

from plyground.core.errors import InvalidPositionError
from plyground.core.game import Game
from plyground.core.position import Position
from plyground.core.record import advance
from plyground.core.scene import Cell
from plyground.language import Language, Message
from plyground.play.agents.analyst import analyst
from plyground.play.agents.levels import strongest_level
from plyground.play.agents.spec import AgentSpec
from plyground.play.match import Match
from plyground.search.result import Result
from plyground.web import messages as m
from plyground.web.connection import Connection
from plyground.web.engine_sessions import ANALYST, SessionOwner
from plyground.web.errors import WebError
from plyground.web.search_pool import ANALYSIS, GRAPH, HINT, SearchJob, read_visitors_agent
from plyground.web.tables.autosave import frozen
from plyground.web.tables.captions import drawn, encoded, forget, joined
from plyground.web.tables.position_view import analysis_data, bar, board_data, last_data, scene_of
from plyground.web.tables.views import outcome_data

HINT_SECONDS = 1.0
GRAPH_SECONDS = 0.15
EXPLORING = "explorer"
"""What the explorer's work is called among a connection's tasks."""
MOST_REASONS = 20
"""Reasons against a scene that are sent."""
AREA_NEIGHBOURS = 5
"""Cells that the middle of a hint's area is chosen from: the one that is meant, and those next to it."""
AREA_CELLS = 7
GRAPH_AT_ONCE = 16
"""Known points of a graph that are sent at once, before other connections get their turn."""


@dataclass(frozen=True)
class Spot:
    """A position that a visitor asks about, and how it is identified."""

    position: Position
    before: Position | None
    """The position one move earlier, if there is one."""
    move: str
    names: dict[str, Any]
    """Table, game and ply, by which the page sees whether it still shows this position."""
    own_game: bool


async def find_spot(connection: Connection, place: m.PositionRef) -> Spot:
    """The position of a place."""
    if place.game is not None:
        if place.ply is not None:
            raise WebError("wrong", Message("server.game_or_ply"))
        game, move = await connection.game(place.game, place.options), ""
        positions, ply = [await connection.work(_begin, game, place.start)], 0
        names: dict[str, Any] = {"table": None, "game": None}
    else:
        table = connection.require_table()
        names = {"table": table.id, "game": table.game_id if place.start is None else None}
        move, positions, ply = await connection.work(_on_table, frozen(table.match), place)
    if place.moves:
        positions += await connection.work(_line, positions[-1], place.moves)
        move = place.moves[-1]
    before = positions[-2] if len(positions) > 1 else None
    return Spot(positions[-1], before, move, names | {"ply": ply + len(place.moves)}, place.game is not None)


def _begin(game: Game, start: str | None) -> Position:
    return game.start() if start is None else game.position(start)


def _on_table(match: Match, place: m.PositionRef) -> tuple[str, list[Position], int]:
    """Of a place in the table's game: the last move, the position with the one before if there is one, and the ply."""
    if place.start is not None:
        if place.ply is not None:
            raise WebError("wrong", Message("server.start_or_ply"))
        return "", [match.start.game.position(place.start)], 0
    ply = len(match.turns) if place.ply is None else place.ply
    if ply > len(match.turns):
        raise WebError("stale", Message("server.no_ply", ply=ply))
    move = match.turns[ply - 1].move if ply else ""
    return move, [match.start, *(turn.position for turn in match.turns[:ply])][-2:], ply


def _line(position: Position, moves: list[str]) -> list[Position]:
    """The positions after each move."""
    found = []
    for text in moves:
        position = advance(position, text)
        found.append(position)
    return found


async def look(connection: Connection, message: m.Look) -> None:
    """Send a position that is not on the table."""
    spot = await find_spot(connection, message.place)
    connection.send(await connection.work(_shown, spot, message, connection.language))
    tidy(connection, spot.position)


def _shown(spot: Spot, message: m.Look, speech: Language) -> str:
    """The answer to a look."""
    position = spot.position
    number = {} if message.id is None else {"id": message.id}
    data: dict[str, Any] = {"place": message.place.model_dump(exclude_defaults=True)}
    if spot.own_game:
        data["board"] = board_data(position.game)
    data["last"] = last_data(spot.before, position, spot.move) if spot.before is not None else None
    data["outcome"] = outcome_data(position.outcome, position.game.seats, speech)
    names = {"type": "position"} | number | spot.names | {"game": position.game.name}
    return joined(encoded(names | data), drawn(position))


async def think(connection: Connection, what: str, job: SearchJob) -> Result:
    """The result of a search for this visitor, who can stop it."""
    job.on_compile = partial(_send_compiling, connection, job)
    connection.jobs[what] = connection.server.pool.submit(job)
    try:
        return await job.done
    finally:
        tidy(connection, job.position)


def _send_compiling(connection: Connection, job: SearchJob) -> None:
    if job.compiling or job.building:
        connection.send_loading(job.position.game, "table" if job.building else "search")


def tidy(connection: Connection, position: Position) -> None:
    """Free the cached moves and picture of a position that is not on the table."""
    if connection.table is None or position is not connection.table.match.position:
        forget(position)


async def hint(connection: Connection, message: m.Hint) -> None:
    """Suggest a piece, or a move."""
    connection.think("hint", partial(_hint, connection, message), message.id)


async def _hint(connection: Connection, message: m.Hint) -> None:
    table = connection.require_table()
    names = {"table": table.id, "game": table.game_id, "ply": len(table.match.turns)}
    position, turn = table.match.position, table.turn
    agent = read_visitors_agent(hinter(position.game), position.game, 0, connection.server.limits)
    found = table.hints.get(turn)
    if found is None:
        found = await think(connection, "hint", SearchJob(HINT, agent, position, HINT_SECONDS))
        table.hints = {turn: found}
    if connection.table is table and table.turn == turn:
        data = _hint_data(position, found, message.stage)
        connection.reply(message, "hint", **names, position=str(position), stage=message.stage, **data)


def _hint_data(position: Position, found: Result, stage: int) -> dict[str, Any]:
    """The piece in the first stage, everything in the second."""
    steps = position.game.steps(position.state, found.move.value)
    cells = {cell.name: cell.holds for cell in position.game.board().cells}
    data: dict[str, Any] = {"step": steps[0] if len(steps) > 1 else None, "kind": cells.get(steps[0], "button")}
    if stage == 1:
        placed = len(steps) == 1 and steps[0] in cells and data["kind"] != "pawn"
        return data | {
            "area": area_of(position, steps[0]) if placed else [],
            "move": None,
            "steps": None,
            "score": None,
        }
    return data | {"area": [], "move": str(found.move), "steps": steps, "score": found.score.as_data()}


def area_of(position: Position, name: str) -> list[str]:
    """Some cells among which a good one lies; where in the area it lies depends on the position."""
    cells = {cell.name: cell for cell in position.game.board().cells}
    kin = [cell for cell in cells.values() if cell.shape == cells[name].shape]

    def near(middle: Cell, number: int) -> list[Cell]:
        return sorted(kin, key=lambda cell: hypot(cell.x - middle.x, cell.y - middle.y))[:number]

    around = near(cells[name], AREA_NEIGHBOURS)
    middle = around[sum(position.key) % len(around)]
    return sorted({name} | {cell.name for cell in near(middle, AREA_CELLS)})


def hinter(game: Game) -> AgentSpec:
    """The agent that gives hints: the strongest level, which never varies then."""
    return AgentSpec(strongest_level(game), seconds=HINT_SECONDS, vary=0, tables=True)


def usual_agent(game: Game, seconds: float) -> AgentSpec:
    """The agent of an analysis that names none."""
    return analyst(game, seconds=seconds)


async def analyse(connection: Connection, message: m.Analyse) -> None:
    """Analyse a position."""
    connection.think("analysis", partial(_analyse, connection, message), message.id)


async def _analyse(connection: Connection, message: m.Analyse) -> None:
    spot = await find_spot(connection, message.place)
    position = spot.position
    text = message.agent or usual_agent(position.game, message.seconds)
    agent = read_visitors_agent(text, position.game, 0, connection.server.limits)

    def report(result: Result, *, final: bool = False) -> None:
        connection.reply(message, "analysis", **spot.names, **analysis_data(position, result, final=final))

    job = SearchJob(ANALYSIS, agent, position, message.seconds, lines=message.lines, on_progress=report)
    job.owner = analyst_of(connection, position)
    report(await think(connection, "analysis", job), final=True)


def analyst_of(connection: Connection, position: Position) -> SessionOwner | None:
    """The owner of the session for analysing the game at the visitor's table; None for another game's position."""
    table = connection.table
    alike = table is not None and table.match.start.game == position.game
    return SessionOwner(table.game_id, ANALYST) if table is not None and alike else None


async def graph(connection: Connection, message: m.Graph) -> None:
    """Evaluate every position of the game."""
    connection.think("graph", partial(_graph, connection, message), message.id)


async def _graph(connection: Connection, message: m.Graph) -> None:
    table = connection.require_table()
    game_id, match = table.game_id, table.match
    positions = [match.start, *(turn.position for turn in match.turns)]
    for ply, position in enumerate(positions):
        value = _end(position)
        if value is None and position.key not in table.graph:
            table.graph[position.key] = await _value(connection, position)
        names = {"table": table.id, "game": game_id, "ply": ply, "position": str(position)}
        known = table.graph[position.key] if value is None else value
        connection.reply(message, "graph", **names, **known, final=ply == len(positions) - 1)
        if ply % GRAPH_AT_ONCE == 0:
            await connection.all_sent()


def _end(position: Position) -> dict[str, Any] | None:
    """How the game ended in a position, if it did."""
    if position.outcome is None:
        return None
    winner = position.outcome.winner
    share = 0.5 if winner is None else float(winner == 0)
    return {"score": None, "bar": share if len(position.game.seats) == 2 else None}


async def _value(connection: Connection, position: Position) -> dict[str, Any]:
    """Score and bar of a position after a short search."""
    pair = len(position.game.seats) == 2
    text = AgentSpec("pvs" if pair else "paranoid", seconds=GRAPH_SECONDS, tables=True if pair else None)
    agent = read_visitors_agent(text, position.game, 0, connection.server.limits)
    found = await think(connection, "graph", SearchJob(GRAPH, agent, position, GRAPH_SECONDS))
    return {"score": found.score.as_data(), "bar": bar(found.score, position)}


async def stop(connection: Connection, message: m.Stop) -> None:
    """Stop the searches for this visitor; the explorer searches nothing."""
    kinds = [what for what in connection.tasks if what != EXPLORING]
    if kinds:
        connection.stop_thinking(*kinds)
    connection.reply(message, "stopped")


async def compose(connection: Connection, message: m.Compose) -> None:
    """The editor: write a scene as a position, or say why it is not one."""
    game = await connection.game(message.game, message.options)
    connection.reply(
        message, "composed", **await connection.work(_composition, game, message.scene, connection.language)
    )


def _composition(game: Game, data: m.SceneData, speech: Language) -> dict[str, Any]:
    """The editor's answer to a scene."""
    found = _composed(game, data)
    position = found.position
    return {
        "game": game.name,
        "options": game.option_texts(),
        "text": found.text,
        "reasons": [speech.translate(reason) for reason in found.reasons[:MOST_REASONS]],
        "unreachable": found.unreachable,
        "board": board_data(game),
        "scene": position and game.scene(position.state).as_data(),
        "outcome": position and outcome_data(position.outcome, position.game.seats, speech),
    }


@dataclass(frozen=True)
class Composition:
    """A scene as a position: its text if it has one, the reasons against it, and the position if there are none."""

    text: str | None
    reasons: tuple[str, ...] = ()
    position: Position | None = None
    unreachable: bool = False
    """True if no game leads there, but the position can be studied."""


def _composed(game: Game, data: m.SceneData) -> Composition:
    """What a scene is; one that no game leads to is a position where the game can study those."""
    text = None
    try:
        text = game.compose(scene_of(data))
        return Composition(text, position=game.position(text))
    except InvalidPositionError as problem:
        studied = None if text is None else game.study_text(text)
        if studied is None:
            return Composition(text, problem.reasons)
        return Composition(studied, position=game.position(studied), unreachable=True)
