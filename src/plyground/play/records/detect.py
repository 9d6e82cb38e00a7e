"""Any text that holds a whole game, whatever its format."""

import re

from plyground.play.records.hexworld import read_hexworld
from plyground.play.records.reader import Source
from plyground.play.records.sgf import read_sgf
from plyground.play.records.text_format import Record, read_record

LINK = re.compile(r"https?://|(?:www\.)?hexworld\.org|#|[0-9]+(?:x[0-9]+)?[a-z0-9]*(?:,|\s*$)", re.IGNORECASE)
"""A link, or only what stands behind its `#`: `11c1,a9:s`. The number of a move has a full stop behind it."""


def read_any(text: str) -> Record:
    """The game of a text record, an SGF file or a HexWorld link, told apart by how they begin."""
    begin = Source(text).text.lstrip()[:40]
    if begin.startswith("("):
        return read_sgf(text)
    return read_hexworld(text) if LINK.match(begin) else read_record(text)
