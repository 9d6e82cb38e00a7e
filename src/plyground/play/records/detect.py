"""Any text that holds a whole game, whatever its format: games say which formats they have, and how these begin."""

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
    """What reads and writes a format."""

    read: Callable[[str], Record]
    write: Callable[[Record], str]


CODECS = {"sgf": Codec(read_sgf, write_sgf), "hexworld": Codec(read_hexworld, write_hexworld)}
"""By the name of the format."""


def known_formats() -> Iterator[FileFormat]:
    """The formats of all games that can be read and written here."""
    return (each for name in names() for each in game_class(name).formats if each.name in CODECS)


def read_any(text: str) -> Record:
    """The game of a text record or of a text in another format, told apart by how it begins."""
    begin = Source(text).text.lstrip()[:40]
    if not begin.startswith("["):
        for known in known_formats():
            if re.match(known.begins, begin, re.IGNORECASE):
                return CODECS[known.name].read(text)
    return read_record(text)


def write_as(record: Record, ending: str) -> str:
    """The text of a game in the format that a file's ending asks for: our own, where it asks for no other."""
    for known in known_formats():
        if known.ending == ending.lower():
            return CODECS[known.name].write(record)
    return write_record(record)
