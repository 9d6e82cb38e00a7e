"""The explorer on the page: moves from a position in all saved games."""

from functools import partial

from plyground.web import messages as m
from plyground.web.connection import Connection
from plyground.web.handlers.analysis import EXPLORING, find_spot

AT_ONCE = 200
"""Games that are replayed before what is known is sent and others get their turn; a few tenths of a second."""


async def explore_position(connection: Connection, message: m.ExplorePosition) -> None:
    """Count the moves from a position in the saved games."""
    connection.think(EXPLORING, partial(_explore, connection, message), message.id)


async def _explore(connection: Connection, message: m.ExplorePosition) -> None:
    """Replay the games that are not known yet, and say after each part of them what was found."""
    spot = await find_spot(connection, message.place)
    index, final = connection.server.positions, False
    while not final:
        final = not await connection.work(index.replay, spot.position.game.name, AT_ONCE)
        found = await connection.work(index.explore, spot.position)
        names = spot.names | {"position": str(spot.position), "final": final}
        connection.reply(message, "explored", **names, **found.as_data())
