"""Compiling ahead: what a game will use, while its visitor still chooses."""

from dataclasses import replace
from functools import partial

from plyground.core.errors import PlygroundError
from plyground.core.game import Game
from plyground.play.agents.agent import Agent
from plyground.play.agents.spec import AgentSpec
from plyground.play.match import HUMAN
from plyground.web import messages as m
from plyground.web.connection import Connection
from plyground.web.handlers.analysis import hinter, usual_agent
from plyground.web.limits import ServerLimits
from plyground.web.search_pool import GRAPH, SHORTEST_SECONDS, SearchJob, read_visitors_agent
from plyground.web.tables.captions import encoded
from plyground.web.tables.seats import GUEST


async def prepare(connection: Connection, message: m.Prepare) -> None:
    """Compile the rules and the searches of a game in the background, and say when that is done."""
    connection.think("prepare", partial(_prepare, connection, message), message.id)


async def _prepare(connection: Connection, message: m.Prepare) -> None:
    game = await connection.game(message.game, message.options)
    for agent in agents_of(game, message.players, connection.server.limits):
        job = SearchJob(GRAPH, agent, game.start(), SHORTEST_SECONDS)
        job.on_compile = partial(_send_preparing, connection, job)
        connection.jobs["prepare"] = connection.server.pool.submit(job)
        await job.done
    connection.reply(message, "prepared", game=game.name)


def agents_of(game: Game, players: list[str], limits: ServerLimits) -> list[Agent]:
    """The searches of the computers, of hints and of analyses; none that builds a table of exact values for hours."""
    computers = {player for player in players if player not in (HUMAN, GUEST)}
    specs = [*map(AgentSpec.parse, sorted(computers)), hinter(game), usual_agent(game, SHORTEST_SECONDS)]
    found = []
    for spec in specs:
        try:
            found.append(read_visitors_agent(replace(spec, tables=False), game, 0, limits))
        except PlygroundError:
            continue  # an agent that is still being typed
    return found


def _send_preparing(connection: Connection, job: SearchJob) -> None:
    if job.compiling:
        connection.send(encoded({"type": "preparing", "game": job.position.game.name}))
