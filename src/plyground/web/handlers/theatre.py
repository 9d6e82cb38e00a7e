"""The search theatre: a search of which the page gets the whole tree."""

from functools import partial

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
    recorded = RecordedAgent(read_visitors_agent(message.agent, position.game, 0, limits), limits.tree_nodes)
    check_shown(recorded.agent, position)
    found = await think(connection, f"tree{message.side}", SearchJob(ANALYSIS, recorded, position, limits.tree_seconds))
    number = {} if message.id is None else {"id": message.id}
    names = {"type": "tree"} | number | {"side": message.side, "board": board_data(position.game)}
    connection.send(await connection.work(encoded, names | tree_data(position, recorded, found)))
