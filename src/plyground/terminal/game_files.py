"""Games in files that a user names."""

from pathlib import Path

from plyground.core.errors import PlygroundError, quoted
from plyground.core.files import read_text, write_text
from plyground.core.record_source import MOST_TEXT
from plyground.language import Language
from plyground.play.records.registry import read_any, write_as
from plyground.play.records.text_format import Record


class GameFileError(PlygroundError):
    """A file is too long for a game, or would be overwritten."""


def read_game(path: Path, words: Language) -> Record:
    """The game of a file in any known format."""
    if _size(path) > 4 * MOST_TEXT:
        raise GameFileError(words.text("file.long", file=quoted(str(path))))
    return read_any(read_text(path))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0  # the error that matters is that of reading it


def game_text(record: Record, path: Path) -> str:
    """The text of a game in the format of the file's suffix."""
    return write_as(record, path.suffix[1:])


def write_game(record: Record, path: Path, words: Language, *, replace: bool = False) -> None:
    """Write a game into a file; an existing one is overwritten only if `replace`."""
    text = game_text(record, path)
    if path.exists() and not replace:
        raise GameFileError(words.text("file.there", file=quoted(str(path))))
    write_text(path, text, make_folder=False)
