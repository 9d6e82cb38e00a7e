"""Messages about saved games, and games as texts."""

from typing import Any

from plyground.core.record import Record
from plyground.language import Language, Message
from plyground.play.records.registry import find_format, read_any
from plyground.play.store.store import SavedGame
from plyground.web import messages as m
from plyground.web.connection import Connection
from plyground.web.errors import WebError
from plyground.web.links import write_link
from plyground.web.tables.captions import prepare

LISTED = 300
"""Saved games in the list, the last changed ones."""
LONGEST_SHOWN = 200
"""Characters of a name or a reason in the list."""
LINK, LINK_ENDING = "link", "url.txt"
"""The page's own format: a link to the game; see links.py."""


def saved_data(game: SavedGame) -> dict[str, Any]:
    """A saved game in the list."""
    return {
        "saved": game.id,
        "name": game.name,
        "game": game.game,
        "options": game.options,
        "plies": game.plies,
        "players": game.players,
        "result": game.result,
        "reason": game.reason,
        "changed": game.changed,
    }


async def send_saved(
    connection: Connection, message: m.ClientMessage, *, unfinished: bool = False, imported: int | None = None
) -> None:
    """Answer with the list, once the visitor's own game is saved."""
    if connection.table is not None:
        await connection.table.autosave.settled()
    found = await connection.server.with_store(lambda store: store.listing(unfinished=unfinished or None, limit=LISTED))
    listed = await connection.work(listing, found.games, connection.language)
    damaged = await connection.work(lambda: [connection.language.translate(each) for each in found.damaged[:LISTED]])
    connection.reply(message, "saved", games=listed, imported=imported, damaged=damaged)


def listing(games: list[SavedGame], speech: Language) -> list[dict[str, Any]]:
    """The list in a language; long names and reasons are cut."""
    lines = (saved_data(game) | {"reason": speech.translate(game.reason)} for game in games)
    return [{key: _cut(value) for key, value in line.items()} for line in lines]


def _cut(value: Any) -> Any:
    if isinstance(value, str) and len(value) > LONGEST_SHOWN:
        return f"{value[:LONGEST_SHOWN]}…"
    return [_cut(each) for each in value] if isinstance(value, list | tuple) else value


async def list_saved(connection: Connection, message: m.ListSaved) -> None:
    """List the saved games."""
    await send_saved(connection, message, unfinished=message.unfinished)


async def rename(connection: Connection, message: m.Rename) -> None:
    """Name a saved game."""
    await connection.server.with_store(lambda store: store.rename(message.saved, message.name))
    for table in connection.server.tables.values():
        if table.autosave.saved == message.saved:
            table.autosave.name = message.name
            table.changed()
    await send_saved(connection, message)


async def delete(connection: Connection, message: m.Delete) -> None:
    """Delete a saved game that is not being played."""
    playing = [table for table in connection.server.tables.values() if table.autosave.saved == message.saved]
    if any(table.audience for table in playing):
        raise WebError("denied", Message("server.being_played"))
    for table in playing:
        table.autosave.cancel()
        connection.server.remove(table)
    await connection.server.with_store(lambda store: store.delete(message.saved))
    await send_saved(connection, message)


async def keep(connection: Connection, message: m.Keep) -> None:
    """Keep or drop what was played here while another program continued the saved game."""
    table = connection.require_table()
    await table.autosave.settled()
    if message.agree and table.other is not None:
        await connection.work(prepare, table.other)
    table.decide(message.agree)


async def export(connection: Connection, message: m.Export) -> None:
    """Send the game at the table as a text."""
    table = connection.require_table()
    await table.autosave.settled()
    saved = table.autosave.saved if table.autosave.state == "saved" else None
    record = (
        table.match.record() if saved is None else await connection.server.with_store(lambda store: store.export(saved))
    )
    text, ending = await connection.work(written, record, message.format)
    name = f"{record.game.name}-{saved or 'new'}.{ending}"
    connection.reply(message, "exported", format=message.format, name=name, text=text)


def written(record: Record, form: str) -> tuple[str, str]:
    """A record as a link or in a format of its game, and the extension of its file."""
    if form == LINK:
        return write_link(record), LINK_ENDING
    found = find_format(record.game, form)
    return found.write(record), found.ending


async def import_game(connection: Connection, message: m.Import) -> None:
    """Save a game from its text."""
    record = await connection.work(read_any, message.text)
    imported = await connection.server.with_store(lambda store: store.import_(record))
    await send_saved(connection, message, imported=imported)
