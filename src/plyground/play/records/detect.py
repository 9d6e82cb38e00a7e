"""Format detection for texts that hold a whole game: each game lists its formats and how they begin."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from plyground.core.file_format import FileFormat
from plyground.games import game_class, names
from plyground.play.records.hexworld import read_hexworld, write_hexworld
from plyground.play.records.reader import Source
from plyground.play.records.sgf import read_sgf, write_sgf
from plyground.play.records.text_format import Record, read_record, write_record


@dataclass(frozen=True)
class Codec:
    """Reader and writer of a format."""

    read: Callable[[str], Record]
    write: Callable[[Record], str]


CODECS = {"sgf": Codec(read_sgf, write_sgf), "hexworld": Codec(read_hexworld, write_hexworld)}
"""Codecs by format name."""


def known_formats() -> Iterator[FileFormat]:
    """Formats of all games that can be read and written here."""
    return (each for name in names() for each in game_class(name).formats if each.name in CODECS)


def read_any(text: str) -> Record:
    """Read a game from a text record or another format, detected by how the text begins."""
    begin = Source(text).text.lstrip()[:40]
    if not begin.startswith("["):
        for known in known_formats():
            if re.match(known.begins, begin, re.IGNORECASE):
                return CODECS[known.name].read(text)
    return read_record(text)


def write_as(record: Record, ending: str) -> str:
    """Write a game in the format of a file extension; our own by default."""
    for known in known_formats():
        if known.ending == ending.lower():
            return CODECS[known.name].write(record)
    return write_record(record)
