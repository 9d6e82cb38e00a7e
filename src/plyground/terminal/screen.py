"""What the program says and hears: a terminal with colours, one without, or a pipe."""

import io
import os
import select
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

from rich.console import Console
from rich.status import Status
from rich.text import Text

from plyground.core.text import harmless
from plyground.language import Language
from plyground.terminal.output import SafeConsole, prepare_streams, say

PROMPT = "> "
WIDTH = 80
"""Of what is written into a pipe."""
SOONEST = 0.001
"""Seconds until an alarm that is overdue rings."""


class Screen:
    """Says things in one language, on a terminal or into a pipe, and asks for lines."""

    def __init__(self, language: Language, console: Console, *, interactive: bool) -> None:
        self.language, self.console, self.interactive = language, console, interactive
        self.words: Sequence[str] = ()
        """What the Tab key completes."""

    @property
    def on_terminal(self) -> bool:
        """Whether boards are drawn with signs and colours; into a pipe goes plain text."""
        return self.console.is_terminal

    @property
    def knows_signs(self) -> bool:
        """Whether more than ASCII can be written."""
        return self.console.encoding.lower().startswith("utf")

    def say(self, text: str | Text = "") -> None:
        """Write a text; a terminal breaks it between words."""
        if self.on_terminal:
            self.console.print(Text(text) if isinstance(text, str) else text)
        else:
            say(text if isinstance(text, str) else text.plain)

    def tell(self, key: str, style: str = "", **values: object) -> None:
        """Say a message of the catalogue."""
        self.say(Text(self.language.text(key, **values), style))

    def complain(self, sentence: str) -> None:
        """Say what is wrong: a sentence of a lower layer, in English."""
        self.say(Text(self.language.translate(sentence), "yellow"))

    def ask(self, prompt: str, seconds: float | None = None) -> str:
        """The next line that the player types; the end of the input, or none at all, is an `EOFError`.

        Where the system has an alarm, a `TimeoutError` wakes whoever has not answered after so many seconds.
        """
        if sys.stdin is None:
            raise EOFError
        with alarm(seconds):
            if self.interactive:
                return input(harmless(prompt)).strip()
            say(prompt, end="")
            return input().strip()

    def sure(self, key: str, **values: object) -> bool:
        """Whether a person means what cannot be undone: asked once at a terminal, not at all in a pipe."""
        if not self.interactive:
            return True
        self.tell(key, "yellow", **values)
        yes = self.language.text("sure.word").lower()
        if self.ask(PROMPT).lower() in (yes, yes[0]):
            return True
        self.tell("sure.unchanged")
        return False

    def teach(self, markdown: str) -> None:
        """Say a whole text with headings and lists."""
        from rich.markdown import Markdown  # slow to import, and most games are played without

        if self.on_terminal:
            self.console.print(Markdown(markdown))
            return
        console = SafeConsole(width=WIDTH, file=io.StringIO(), color_system=None)
        console.print(Markdown(markdown))
        say(console.file.getvalue())  # type: ignore[attr-defined]

    @contextmanager
    def busy(self, text: str) -> Iterator[Status | None]:
        """While inside, a terminal shows that something is going on."""
        if not self.interactive:
            yield None
            return
        with self.console.status(Text(text), spinner="dots" if self.knows_signs else "line") as status:
            yield status

    def wait(self, seconds: float) -> bool:
        """Wait so long; whether somebody pressed Enter meanwhile."""
        if not self.interactive or os.name != "posix":
            time.sleep(seconds)
            return False
        ready, _, _ = select.select([sys.stdin], [], [], seconds)
        if ready:
            sys.stdin.readline()
        return bool(ready)


@contextmanager
def alarm(seconds: float | None) -> Iterator[None]:
    """What takes longer inside is ended by a `TimeoutError`, as by Ctrl-C; no seconds, or no alarm here: no end."""
    if seconds is None or sys.platform == "win32":
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, SOONEST))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def complete_with(screen: Screen) -> None:
    """Let the Tab key complete moves and commands, and the arrow keys bring back lines, where the system can."""
    with suppress(ImportError):
        import readline

        def match(text: str, number: int) -> str | None:
            found = [word for word in screen.words if word.startswith(text)]
            return found[number] if number < len(found) else None

        readline.set_completer(match)
        readline.set_completer_delims(" ")
        readline.parse_and_bind("tab: complete")
        readline.parse_and_bind("set enable-bracketed-paste off")


def open_screen(language: Language, **options: Any) -> Screen:
    """The screen of this process; signs that its terminal does not know are replaced."""
    prepare_streams()
    console = SafeConsole(**options)
    interactive = console.is_terminal and sys.stdin is not None and sys.stdin.isatty()
    screen = Screen(language, console, interactive=interactive)
    if interactive:
        complete_with(screen)
    return screen


@contextmanager
def undisturbed() -> Iterator[None]:
    """While inside, Ctrl-C does nothing: the last words are said to the end."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
