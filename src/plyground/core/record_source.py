"""Reading untrusted files: positions in the text, errors that name them, and a size limit."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from plyground.core.errors import PlygroundError
from plyground.language import Message

MOST_TEXT = 1 << 20
"""Maximum number of characters: far more than any game needs, few enough to keep reading fast."""

BYTE_ORDER_MARK = "\ufeff"
HALF_A_CHARACTER = re.compile("[\ud800-\udfff]")
"""Lone surrogates: possible in a text in memory, but not in UTF-8."""


class RecordError(PlygroundError):
    """A game that cannot be read or written; `line` and `column` count from 1 if a file is at fault."""

    def __init__(self, message: str, line: int | None = None, column: int | None = None) -> None:
        self.line, self.column = line, column
        super().__init__(
            message if line is None else Message("record.place", line=line, column=column, problem=message)
        )


class Source:
    """The text of a file without its byte order mark; maps each character to its line and column."""

    def __init__(self, text: str) -> None:
        self.text = text.removeprefix(BYTE_ORDER_MARK)
        if len(self.text) > MOST_TEXT:
            raise RecordError(Message("record.text_too_long", most=MOST_TEXT), 1, 1)
        half = HALF_A_CHARACTER.search(self.text)
        if half is not None:
            raise self.error(half.start(), Message("record.half_character", sign=repr(half[0])))

    def error(self, at: int, message: str) -> RecordError:
        """An error at the character with index `at`."""
        before = one_line_end(self.text[:at])
        return RecordError(message, before.count("\n") + 1, len(before) - before.rfind("\n"))

    @contextmanager
    def blaming(self, at: int) -> Iterator[None]:
        """Report errors raised inside as errors at `at`."""
        try:
            yield
        except PlygroundError as problem:
            raise self.error(at, str(problem)) from problem


def one_line_end(text: str) -> str:
    """`text` with uniform line ends, whichever system wrote it."""
    return text.replace("\r\n", "\n").replace("\r", "\n")
