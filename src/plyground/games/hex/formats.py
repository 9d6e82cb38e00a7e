"""The file formats used for games by Hex programs and sites."""

from plyground.core.file_format import FileFormat
from plyground.games.hex.hexworld import read_hexworld, write_hexworld
from plyground.games.hex.sgf import read_sgf, write_sgf

SGF = FileFormat("sgf", "sgf", r"\(", read_sgf, write_sgf)
HEXWORLD = FileFormat(
    "hexworld",
    "url.txt",
    r"https?://|(?:www\.)?hexworld\.org|#|[0-9]+(?:x[0-9]+)?[a-z0-9]*(?:,|\s*$)",
    read_hexworld,
    write_hexworld,
)
"""A link, or only the part after its `#`: `11c1,a9:s`. Move numbers are followed by a full stop."""
FORMATS = (SGF, HEXWORLD)
