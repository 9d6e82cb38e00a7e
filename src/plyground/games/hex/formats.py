"""The file formats in which Hex programs and sites write games."""

from plyground.core.file_format import FileFormat

SGF = FileFormat("sgf", "sgf", r"\(")
HEXWORLD = FileFormat(
    "hexworld",
    "url.txt",
    r"https?://|(?:www\.)?hexworld\.org|#|[0-9]+(?:x[0-9]+)?[a-z0-9]*(?:,|\s*$)",
)
"""A link, or only what stands behind its `#`: `11c1,a9:s`. The number of a move has a full stop behind it."""
FORMATS = (SGF, HEXWORLD)
