"""The screen: output to a terminal, with or without colours, or a pipe; and input."""

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

from plyground.core.interruptible import ignore_interrupt
from plyground.core.text import harmless
from plyground.language import Language
from plyground.terminal.output import SafeConsole, prepare_streams, say

PROMPT = "> "
WIDTH = 80
"""Width of text written into a pipe."""
SOONEST = 0.001
"""Delay of an alarm that is overdue."""


class Screen:
    """Writes texts in one language, to a terminal or a pipe, and reads lines."""

    def __init__(self, language: Language, console: Console, *, interactive: bool) -> None:
        self.language, self.console, self.interactive = language, console, interactive
        self.completions: Sequence[str] = ()
        """Words that the Tab key completes."""

    @property
    def on_terminal(self) -> bool:
        """Whether boards are drawn with colours; a pipe gets plain text."""
        return self.console.is_terminal

    @property
    def is_unicode(self) -> bool:
        """Whether more than ASCII can be written."""
        return self.console.encoding.lower().startswith("utf")

    def say(self, text: str | Text = "") -> None:
        """Write a text; on a terminal it is wrapped."""
        if self.on_terminal:
            self.console.print(Text(text) if isinstance(text, str) else text)
        else:
            say(text if isinstance(text, str) else text.plain)

    def tell(self, key: str, style: str = "", **values: object) -> None:
        """Write a message of the catalogue."""
        self.say(Text(self.language.text(key, **values), style))

    def complain(self, sentence: str) -> None:
        """Write an error: a sentence of a lower layer, translated."""
        self.say(Text(self.language.translate(sentence), "yellow"))

    def ask(self, prompt: str, seconds: float | None = None) -> str:
        """Read a line; an `EOFError` at the end of the input, or where there is none.

        Where the system has an alarm, a `TimeoutError` after this many seconds.
        """
        if sys.stdin is None:
            raise EOFError
        with alarm(seconds):
            if self.interactive:
                return input(harmless(prompt)).strip()
            say(prompt, end="")
            return input().strip()

    def confirm(self, key: str, **values: object) -> bool:
        """Ask for confirmation at a terminal; in a pipe the answer is yes."""
        if not self.interactive:
            return True
        self.tell(key, "yellow", **values)
        yes = self.language.text("sure.word").lower()
        if self.ask(PROMPT).lower() in (yes, yes[0]):
            return True
        self.tell("sure.unchanged")
        return False

    def say_markdown(self, markdown: str) -> None:
        """Write a Markdown text."""
        from rich.markdown import Markdown  # slow to import, and most games are played without

        if self.on_terminal:
            self.console.print(Markdown(markdown))
            return
        console = SafeConsole(width=WIDTH, file=io.StringIO(), color_system=None)
        console.print(Markdown(markdown))
        say(console.file.getvalue())  # type: ignore[attr-defined]

    @contextmanager
    def busy(self, text: str) -> Iterator[Status | None]:
        """Show a spinner on a terminal while inside."""
        if not self.interactive:
            yield None
            return
        with self.console.status(Text(text), spinner="dots" if self.is_unicode else "line") as status:
            yield status

    def wait(self, seconds: float) -> bool:
        """Wait for this many seconds; whether Enter was pressed meanwhile."""
        if not self.interactive or os.name != "posix":
            time.sleep(seconds)
            return False
        ready, _, _ = select.select([sys.stdin], [], [], seconds)
        if ready:
            sys.stdin.readline()
        return bool(ready)


@contextmanager
def alarm(seconds: float | None) -> Iterator[None]:
    """Raise a `TimeoutError` inside after these seconds, as Ctrl-C would; never without seconds or on Windows."""
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
    """Enable completion by Tab and history by the arrow keys, where readline is available."""
    with suppress(ImportError):
        import readline

        def match(text: str, number: int) -> str | None:
            found = [word for word in screen.completions if word.startswith(text)]
            return found[number] if number < len(found) else None

        readline.set_completer(match)
        readline.set_completer_delims(" ")
        readline.parse_and_bind("tab: complete")
        readline.parse_and_bind("set enable-bracketed-paste off")


def open_screen(language: Language, **options: Any) -> Screen:
    """The screen of this process; characters that its terminal cannot encode are replaced."""
    prepare_streams()
    console = SafeConsole(**options)
    interactive = console.is_terminal and sys.stdin is not None and sys.stdin.isatty()
    screen = Screen(language, console, interactive=interactive)
    if interactive:
        complete_with(screen)
    return screen


@contextmanager
def ignoring_interrupts() -> Iterator[None]:
    """Ignore Ctrl-C while inside, so that the last lines are written."""
    before = signal.signal(signal.SIGINT, ignore_interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
