"""The explorer on the page: moves from a position in all saved games."""

from plyground.play.explorer import explore, saved_records
from plyground.web import messages as m
from plyground.web.connection import Connection
from plyground.web.handlers.analysis import find_spot


async def explore_position(connection: Connection, message: m.ExplorePosition) -> None:
    """Count the moves from a position in the saved games."""
    spot = await find_spot(connection, message.place)
    found = await connection.server.with_store(lambda store: explore(spot.position, saved_records(store)))
    connection.reply(message, "explored", **spot.names, position=str(spot.position), **found.as_data())
