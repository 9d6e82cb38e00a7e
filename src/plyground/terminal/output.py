"""The only module that writes to standard output and error; it lets no control sequence through but our own colours.

Names, comments, errors of programs, file names and settings come from outside and may contain anything, such as escape
sequences that clear a screen, name a window or fill a clipboard. So everything but printable characters, line ends and
tabs is made visible. Characters that the encoding lacks are replaced by similar ones.
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
"""Name of our `codecs` error handler for characters that an encoding lacks."""
LOOKALIKES = {
    "–": "-", "—": "-", "−": "-", "→": "->", "←": "<-", "↑": "^", "↓": "v", "…": "...", "×": "x", "±": "+-", "·": ".",
    "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "≤": "<=", "≥": ">=", "∞": "inf", "•": "*",
    "µ": "u", "μ": "u", "Ø": "O", "ø": "o", "ß": "ss", "Æ": "AE", "æ": "ae", "§": "par. ", "▶": ">", "●": "*", "○": "o",
    "✓": "v", "€": "EUR",
}  # fmt: skip
"""Characters that do not decompose into a letter and an accent."""


def in_ascii(text: str) -> str:
    """A text in ASCII: letters lose their accents, other characters become similar ones."""
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
    """The error handler for `codecs`."""
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    return in_ascii(problem.object[problem.start : problem.end]), problem.end


codecs.register_error(PLAIN, _replace)


class HarmlessLines(logging.Formatter):
    """Makes log lines harmless, which may contain foreign texts too."""

    def format(self, record: logging.LogRecord) -> str:
        """Format one record."""
        return harmless(super().format(record))


def prepare_streams() -> None:
    """Let standard output and error replace what they cannot encode, and make the log harmless."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=PLAIN)
    if logging.lastResort is not None:
        logging.lastResort.setFormatter(HarmlessLines())


def say(text: object = "", *, end: str = "\n", to_stderr: bool = False) -> None:
    """Write a line of plain text."""
    print(harmless(str(text)), end=end, file=sys.stderr if to_stderr else sys.stdout, flush=True)


def say_exactly(text: str) -> None:
    """Write the text of a file: harmless to a terminal, unchanged into a pipe or a file."""
    if sys.stdout.isatty():
        say(text, end="")
    else:
        print(text, end="", flush=True)


def json_line(data: Any, *, ascii_only: bool = False) -> str:
    """Data as one line of JSON, with control characters escaped."""
    text = json.dumps(data, ensure_ascii=ascii_only)
    return re.sub(OBEYED, lambda sign: f"\\u{ord(sign[0]):04x}", text)


def say_json(data: Any) -> None:
    """Write one line of JSON; in ASCII unless the output is UTF."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    say(json_line(data, ascii_only=not encoding.lower().startswith("utf")))


class SafeConsole(Console):
    """A Rich console that interprets no text, neither as control sequences nor as markup."""

    def __init__(self, **options: Any) -> None:
        super().__init__(highlight=False, markup=False, emoji=False, **options)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Render text harmlessly; Rich's own control segments are left as they are."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(harmless(segment.text), segment.style)
