"""Formats of whole games: our own text record, and those of each game, found by name, file extension or text."""

import re
from collections.abc import Iterator

from plyground.core.errors import quoted
from plyground.core.file_format import FileFormat
from plyground.core.game import Game
from plyground.core.record import Record
from plyground.core.record_source import RecordError, Source
from plyground.games import game_class, names
from plyground.language import Message
from plyground.play.records.text_format import read_record, write_record

RECORD = FileFormat("record", "txt", r"\[", read_record, write_record)
"""Our own format, for every game."""


def known_formats() -> Iterator[FileFormat]:
    """Our own format, then those of all games."""
    yield RECORD
    yield from (each for name in names() for each in game_class(name).formats)


def find_format(game: Game, name: str) -> FileFormat:
    """The format of a game with this name."""
    known = {each.name: each for each in (RECORD, *game.formats)}
    if name not in known:
        raise RecordError(Message("record.no_format", name=quoted(name), game=game.title, known=list(known)))
    return known[name]


def read_any(text: str) -> Record:
    """Read a game in any format, detected by how the text begins; our own by default."""
    begin = Source(text).text.lstrip()[:40]
    for known in known_formats():
        if re.match(known.begins, begin, re.IGNORECASE):
            return known.read(text)
    return read_record(text)


def write_as(record: Record, ending: str) -> str:
    """Write a game in the format of a file extension; our own by default."""
    for known in known_formats():
        if known.ending == ending.lower():
            return known.write(record)
    return write_record(record)
