"""Text for squares, rows of squares and durations, the same everywhere; and sanitising of outside text."""

import re
from collections.abc import Sequence

from plyground.core.errors import NotationError, quoted
from plyground.language import Message

LETTERS = "abcdefghijklmnopqrstuvwxyz"
LONG_SECONDS = 120
"""Durations from here on are shown in minutes."""
MOST_VISIBLE = 300
OBEYED = re.compile(
    "[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ud800-\\udfff\\ufeff]"
)
"""Characters that a terminal interprets or cannot show: control characters except newline and tab, those that change
the direction of writing, and surrogates."""


def harmless(text: str) -> str:
    """A text of any length with everything a terminal would interpret made visible; idempotent."""
    return OBEYED.sub(lambda sign: sign[0].encode("unicode_escape").decode(), text)


def visible(text: str, most: int = MOST_VISIBLE) -> str:
    """Outside text as one line of bounded length, with control characters made visible.

    A terminal interprets nothing in the result. Idempotent; a `Message` that needs no change stays a `Message`.
    """
    line = " ".join(text[: 8 * most].split())
    shown = "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in line)
    if shown == text and len(text) <= most:
        return text
    return shown if len(shown) <= most else f"{shown[: most - 1]}…"


class Grid:
    """A board of columns a, b, c … and rows 1, 2, 3 …; square 0 is a1, square 1 is b1."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.names = tuple(f"{LETTERS[column]}{row + 1}" for row in range(rows) for column in range(columns))
        self._squares = {name: square for square, name in enumerate(self.names)}

    def __contains__(self, name: str) -> bool:
        return name in self._squares

    def square(self, name: str) -> int:
        """The square with that name."""
        return self._squares[name]

    def square_in(self, text: str, name: str) -> int:
        """The square `name` within the move `text`."""
        if name not in self._squares:
            raise NotationError(Message("core.move.outside", move=quoted(text), cell=quoted(name), extent=self.extent))
        return self._squares[name]

    @property
    def extent(self) -> str:
        """The first and last squares."""
        return Message("core.extent", first=self.names[0], last=self.names[-1])

    def row(self, row: int) -> range:
        """The squares of a row, from column a."""
        return range(row * self.columns, (row + 1) * self.columns)


def split_fields(text: str, names: Sequence[str]) -> tuple[list[str], list[str]]:
    """The fields of a position text, one for each of `names`, and errors in their number."""
    fields = text.split(" ")
    if len(fields) == len(names):
        return fields, []
    return fields, [Message("core.position.fields", parts=len(names), names=list(names), found=len(fields))]


def read_rows(field: str, lengths: Sequence[int], symbols: str) -> tuple[list[str], list[str]]:
    """The rows of a board joined by `/`, and all errors in them."""
    rows = field.split("/")
    if len(rows) != len(lengths):
        return rows, [Message("core.position.rows", rows=len(lengths), found=len(rows))]
    reasons: list[str] = []
    for number, (row, length) in enumerate(zip(rows, lengths, strict=True), start=1):
        if len(row) != length:
            reasons.append(Message("core.position.row_length", row=number, length=length, found=len(row)))
        strange = sorted(set(row) - set(symbols))
        if strange:
            reasons.append(
                Message(
                    "core.position.row_signs", row=number, found=", ".join(map(quoted, strange)), allowed=repr(symbols)
                )
            )
    return rows, reasons


def read_mover(field: str, letters: Sequence[str]) -> tuple[int, list[str]]:
    """The seat of the mover's letter, and any error in it."""
    if field in letters:
        return letters.index(field), []
    return 0, [Message("core.position.mover", letters=list(letters), found=quoted(field))]


def read_number(field: str, high: int) -> int | None:
    """A number from 0 to `high` without leading zeros, or None."""
    if re.fullmatch(r"0|[1-9][0-9]{0,3}", field) is None or int(field) > high:
        return None
    return int(field)


def cells_of(rows: Sequence[str], symbol: str, order: Sequence[Sequence[int]]) -> int:
    """The cells that show `symbol`, as bits of an integer; `order` lists the cells of each row."""
    return sum(
        1 << cell
        for row, cells in zip(rows, order, strict=True)
        for shown, cell in zip(row, cells, strict=True)
        if shown == symbol
    )


def write_rows(sets: Sequence[int], symbols: str, order: Sequence[Sequence[int]]) -> str:
    """The inverse of `read_rows` and `cells_of`: `sets` are the cells of each symbol except the first."""
    return "/".join("".join(symbol_at(sets, symbols, cell) for cell in cells) for cells in order)


def symbol_at(sets: Sequence[int], symbols: str, cell: int) -> str:
    """The symbol of the set that a cell is in; the first symbol if in none."""
    for cells, symbol in zip(sets, symbols[1:], strict=True):
        if cells >> cell & 1:
            return symbol
    return symbols[0]


def grid_diagram(grid: Grid, symbols: Sequence[str]) -> str:
    """A square board with coordinates on all four sides, the last row on top."""
    letters = "   " + " ".join(LETTERS[: grid.columns])
    lines = [letters]
    for row in reversed(range(grid.rows)):
        cells = " ".join(symbols[square] for square in grid.row(row))
        lines.append(f"{row + 1:>2} {cells} {row + 1}")
    return "\n".join([*lines, letters])


def counted(number: int, one: str, many: str = "") -> str:
    """A count with its noun: `1 man`, `2 men`, `2 moves`."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"


def duration(seconds: float) -> str:
    """A duration with three digits in a suitable unit: 40 µs, 12.3 ms, 4.05 s, 2 min 5 s, 1 h 2 min."""
    rounded = float(f"{seconds:.3g}")
    if 0 < rounded < 0.001:
        return Message("core.time.microseconds", time=1e6 * rounded)
    if 0 < rounded < 1:
        return Message("core.time.milliseconds", time=1000 * rounded)
    if rounded < LONG_SECONDS:
        return Message("core.time.seconds", time=rounded)
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return Message("core.time.minutes", minutes=minutes, seconds=rest)
    return Message("core.time.hours", hours=minutes // 60, minutes=minutes % 60)
