"""Reading a file of somebody else's: places in it, errors that name them, and how much of it we take."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from plyground.core.errors import PlygroundError
from plyground.language import Message

MOST_TEXT = 1 << 20
"""Characters: far more than any game needs, little enough that nobody can make us work for long."""

BYTE_ORDER_MARK = "\ufeff"
HALF_A_CHARACTER = re.compile("[\ud800-\udfff]")
"""What no file can hold as UTF-8, but a text in memory can."""


class RecordError(PlygroundError):
    """A game that cannot be read or written down; `line` and `column` count from 1 where a file is to blame."""

    def __init__(self, message: str, line: int | None = None, column: int | None = None) -> None:
        self.line, self.column = line, column
        super().__init__(
            message if line is None else Message("record.place", line=line, column=column, problem=message)
        )


class Source:
    """The text of a file without its byte order mark; knows the line and the column of every character."""

    def __init__(self, text: str) -> None:
        self.text = text.removeprefix(BYTE_ORDER_MARK)
        if len(self.text) > MOST_TEXT:
            raise RecordError(Message("record.text_too_long", most=MOST_TEXT), 1, 1)
        half = HALF_A_CHARACTER.search(self.text)
        if half is not None:
            raise self.error(half.start(), Message("record.half_character", sign=repr(half[0])))

    def error(self, at: int, message: str) -> RecordError:
        """The error that blames the character with index `at`."""
        before = one_line_end(self.text[:at])
        return RecordError(message, before.count("\n") + 1, len(before) - before.rfind("\n"))

    @contextmanager
    def blaming(self, at: int) -> Iterator[None]:
        """Whatever is found wrong inside is wrong with what stands at `at`."""
        try:
            yield
        except PlygroundError as problem:
            raise self.error(at, str(problem)) from problem


def one_line_end(text: str) -> str:
    """`text` with every line ended in one way, whichever system wrote it."""
    return text.replace("\r\n", "\n").replace("\r", "\n")
