"""The one place where text leaves for a terminal: whatever is in it, a terminal obeys none of it but our own colours.

Names, comments, complaints of programs, file names and settings come from outside and may hold anything, such as the
orders that clear a screen, name a window or fill a clipboard. So nothing but this module writes to the standard output
and the standard error, and it makes everything visible that is not a sign, a line's end or a tab. Signs that a terminal
has no code for are written in letters that it has.
"""

import codecs
import io
import json
import logging
import re
import sys
import unicodedata
from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from plyground.core.text import OBEYED, harmless

PLAIN = "plyground.plain"
"""How signs are written that an encoding does not have: the name that `codecs` knows it by."""
LOOKALIKES = {
    "–": "-", "—": "-", "−": "-", "→": "->", "←": "<-", "↑": "^", "↓": "v", "…": "...", "×": "x", "±": "+-", "·": ".",
    "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "≤": "<=", "≥": ">=", "∞": "inf", "•": "*",
    "µ": "u", "μ": "u", "Ø": "O", "ø": "o", "ß": "ss", "Æ": "AE", "æ": "ae", "§": "par. ", "▶": ">", "●": "*", "○": "o",
    "✓": "v", "€": "EUR",
}  # fmt: skip
"""Signs that do not come apart into a letter and an accent."""


def in_ascii(text: str) -> str:
    """A text in ASCII as a person would write it there: letters lose their accents, other signs become alike ones."""
    return "".join(sign if sign.isascii() else _one_in_ascii(sign) for sign in text)


def _one_in_ascii(sign: str) -> str:
    if OBEYED.match(sign):
        return harmless(sign)
    if sign in LOOKALIKES:
        return LOOKALIKES[sign]
    apart = unicodedata.normalize("NFKD", sign).replace("⁄", "/")
    letters = "".join(part for part in apart if part.isascii())
    return letters or ("" if unicodedata.combining(sign) else "?")


def _replace(problem: UnicodeError) -> tuple[str | bytes, int]:
    """What `codecs` asks for where an encoding has no code."""
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    return in_ascii(problem.object[problem.start : problem.end]), problem.end


codecs.register_error(PLAIN, _replace)


class HarmlessLines(logging.Formatter):
    """Lines of a log, in which others' texts may stand as well."""

    def format(self, record: logging.LogRecord) -> str:
        """The lines of one record."""
        return harmless(super().format(record))


def prepare_streams() -> None:
    """Let the standard output and error write everything, each as well as it can; what is logged goes there too."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=PLAIN)
    if logging.lastResort is not None:
        logging.lastResort.setFormatter(HarmlessLines())


def say(text: object = "", *, end: str = "\n", to_stderr: bool = False) -> None:
    """Write a line of plain text."""
    print(harmless(str(text)), end=end, file=sys.stderr if to_stderr else sys.stdout, flush=True)


def say_exactly(text: str) -> None:
    """Write the text of a file: to a terminal as any text, into a pipe or a file as it is, to the last character."""
    if sys.stdout.isatty():
        say(text, end="")
    else:
        print(text, end="", flush=True)


def json_line(data: Any, *, ascii_only: bool = False) -> str:
    """Data as one line of JSON that is safe to look at: what a terminal would obey is escaped as JSON does it."""
    text = json.dumps(data, ensure_ascii=ascii_only)
    return re.sub(OBEYED, lambda sign: f"\\u{ord(sign[0]):04x}", text)


def say_json(data: Any) -> None:
    """Write one JSON object, never wrapped; where there is more than ASCII to it, only to who can read that."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    say(json_line(data, ascii_only=not encoding.lower().startswith("utf")))


class SafeConsole(Console):
    """A console of Rich's that takes no text for an order: neither to the terminal nor to Rich itself."""

    def __init__(self, **options: Any) -> None:
        super().__init__(highlight=False, markup=False, emoji=False, **options)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """What is drawn: Rich's own orders, which come apart from the text, are left as they are."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(harmless(segment.text), segment.style)
