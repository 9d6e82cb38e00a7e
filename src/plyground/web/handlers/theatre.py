"""The search theatre: a search of which the page gets the whole tree."""

from functools import partial
from typing import Any

from plyground.core.game import Game
from plyground.play.agents.agent import Agent
from plyground.play.agents.spec import AgentSpec
from plyground.play.theatre.recording import RecordedAgent, check_shown, tree_data
from plyground.web import messages as m
from plyground.web.connection import Connection
from plyground.web.handlers.analysis import find_spot, think
from plyground.web.search_pool import ANALYSIS, SearchJob, read_visitors_agent
from plyground.web.tables.captions import encoded
from plyground.web.tables.position_view import board_data


async def watch_search(connection: Connection, message: m.WatchSearch) -> None:
    """Search a position, and send everything that the search looked at."""
    connection.think(f"tree{message.side}", partial(_watch_search, connection, message), message.id)


async def _watch_search(connection: Connection, message: m.WatchSearch) -> None:
    limits = connection.server.limits
    spot = await find_spot(connection, message.place)
    position = spot.position
    agent = read_visitors_agent(spec_of(message.agent), position.game, 0, limits)
    recorded = RecordedAgent(agent, limits.tree_nodes)
    check_shown(recorded.agent, position)
    found = await think(connection, f"tree{message.side}", SearchJob(ANALYSIS, recorded, position, limits.tree_seconds))
    number = {} if message.id is None else {"id": message.id}
    names = {"type": "tree"} | number | {"side": message.side, "board": board_data(position.game)}
    data = tree_data(position, recorded, found)
    connection.send(await connection.work(encoded, names | data | {"search": search_data(agent, position.game, data)}))


def spec_of(chosen: str | m.SearchChoice) -> AgentSpec:
    """A search that is named by a text, as in a link, or chosen in parts."""
    if isinstance(chosen, str):
        return AgentSpec.parse(chosen)
    options = tuple(chosen.options.items())
    return AgentSpec(chosen.name, heuristic=chosen.heuristic, depth=chosen.depth, nodes=chosen.nodes, options=options)


def search_data(agent: Agent, game: Game, tree: dict[str, Any]) -> dict[str, Any]:
    """The search that was watched in parts, as a form shows it, with the depth that it was given."""
    return {
        "name": agent.algorithm,
        "heuristic": tree["heuristic"],
        "depth": tree["depth"],
        "nodes": agent.nodes,
        "options": dict(agent.spec.resolved(game).options),
    }
