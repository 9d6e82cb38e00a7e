"""The messages about saved games, and games as texts."""

from typing import Any

from plyground.language import Language
from plyground.play.records.detect import read_any
from plyground.play.records.hexworld import write_hexworld
from plyground.play.records.sgf import write_sgf
from plyground.play.records.text_format import Record, write_record
from plyground.play.store.store import Saved
from plyground.web import messages as m
from plyground.web.connection import Visit, handles
from plyground.web.errors import WebError
from plyground.web.links import write_link
from plyground.web.state import LISTED
from plyground.web.tables.captions import prepare

LONGEST_SHOWN = 200
"""Characters of a name or a reason in the list."""
WRITERS = {"record": write_record, "sgf": write_sgf, "hexworld": write_hexworld, "link": write_link}
ENDINGS = {"record": "txt", "sgf": "sgf", "hexworld": "url.txt", "link": "url.txt"}


def saved_data(game: Saved) -> dict[str, Any]:
    """One line of the list."""
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


async def tell_saved(
    visit: Visit, message: m.Message, *, unfinished: bool = False, imported: int | None = None
) -> None:
    """Answer with the list, the game on the visitor's table as it is now."""
    if visit.table is not None:
        await visit.table.keeper.settled()
    found = await visit.house.with_store(lambda store: store.listing(unfinished=unfinished or None, limit=LISTED))
    listed = await visit.work(listing, found.games, visit.language)
    damaged = await visit.work(lambda: [visit.language.translate(each) for each in found.damaged[:LISTED]])
    visit.reply(message, "saved", games=listed, imported=imported, damaged=damaged)


def listing(games: list[Saved], speech: Language) -> list[dict[str, Any]]:
    """The lines of the list in a language; what somebody wrote into a game is cut where it is long."""
    lines = (saved_data(game) | {"reason": speech.translate(game.reason)} for game in games)
    return [{key: _cut(value) for key, value in line.items()} for line in lines]


def _cut(value: Any) -> Any:
    if isinstance(value, str) and len(value) > LONGEST_SHOWN:
        return f"{value[:LONGEST_SHOWN]}…"
    return [_cut(each) for each in value] if isinstance(value, list | tuple) else value


@handles(m.ListSaved)
async def list_saved(visit: Visit, message: m.ListSaved) -> None:
    """The saved games."""
    await tell_saved(visit, message, unfinished=message.unfinished)


@handles(m.Rename)
async def rename(visit: Visit, message: m.Rename) -> None:
    """Name a saved game."""
    await visit.house.with_store(lambda store: store.rename(message.saved, message.name))
    for table in visit.house.tables.values():
        if table.keeper.saved == message.saved:
            table.keeper.name = message.name
            table.changed()
    await tell_saved(visit, message)


@handles(m.Delete)
async def delete(visit: Visit, message: m.Delete) -> None:
    """Delete a saved game that nobody plays."""
    playing = [table for table in visit.house.tables.values() if table.keeper.saved == message.saved]
    if any(table.audience for table in playing):
        raise WebError("denied", "This game is being played; leave it first.")
    for table in playing:
        table.keeper.forget()
        visit.house.clear(table)
    await visit.house.with_store(lambda store: store.delete(message.saved))
    await tell_saved(visit, message)


@handles(m.Keep)
async def keep(visit: Visit, message: m.Keep) -> None:
    """Decide about what was played while another program went on with the game."""
    table = visit.must_sit()
    await table.keeper.settled()
    if message.agree and table.other is not None:
        await visit.work(prepare, table.other)
    table.decide(message.agree)


@handles(m.Export)
async def export(visit: Visit, message: m.Export) -> None:
    """The game at the table as a text."""
    table = visit.must_sit()
    await table.keeper.settled()
    saved = table.keeper.saved if table.keeper.state == "saved" else None
    record = table.match.record() if saved is None else await visit.house.with_store(lambda store: store.export(saved))
    text = await visit.work(written, record, message.format)
    name = f"{record.game.name}-{saved or 'new'}.{ENDINGS[message.format]}"
    visit.reply(message, "exported", format=message.format, name=name, text=text)


def written(record: Record, form: str) -> str:
    """A record in a format."""
    return WRITERS[form](record)


@handles(m.Import)
async def import_game(visit: Visit, message: m.Import) -> None:
    """Keep a game that is written down."""
    record = await visit.work(read_any, message.text)
    imported = await visit.house.with_store(lambda store: store.import_(record))
    await tell_saved(visit, message, imported=imported)
