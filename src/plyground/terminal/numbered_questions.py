"""Questions with numbered answers: Enter takes the default; `back` and `quit` work everywhere."""

import difflib
from collections.abc import Sequence
from dataclasses import dataclass

from rich.table import Table
from rich.text import Text

from plyground.core.errors import quoted
from plyground.terminal.screen import Screen
from plyground.terminal.texts import folded

QUITTING = ("quit", "q", "exit", "sair")
GOING_BACK = ("back", "b", "voltar", "v")


class Back(Exception):  # noqa: N818 (control flow, not an error)
    """The user goes back to the previous question."""


class Quit(Exception):  # noqa: N818 (control flow, not an error)
    """The user leaves the menu."""


@dataclass(frozen=True)
class MenuItem:
    """A numbered answer: its name, its value, and its meaning."""

    name: str
    value: str
    meaning: str = ""


def number_in(text: str) -> int:
    """A small number in the input; 0 for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0


class NumberedQuestions:
    """Asks questions on a screen."""

    def __init__(self, screen: Screen) -> None:
        self.screen, self.words = screen, screen.language

    def choose(self, question: str, choices: Sequence[MenuItem], usual: int) -> str:
        """Ask until one of the numbered answers is given; its value."""
        self.heading(question)
        self.show_choices(choices)
        return self.answer(choices, usual)

    def heading(self, question: str, **values: object) -> None:
        """Ask, below an empty line."""
        self.screen.say()
        self.screen.tell(question, "bold", **values)

    def show_choices(self, choices: Sequence[MenuItem]) -> None:
        """List the numbered answers with their meanings."""
        self.show_rows([(str(number), choice.name, choice.meaning) for number, choice in enumerate(choices, start=1)])

    def show_rows(self, rows: Sequence[tuple[str, str, str]]) -> None:
        """Show rows of number, name and meaning in columns."""
        if self.screen.on_terminal:
            grid = Table.grid(padding=(0, 2, 0, 0))
            for number, name, meaning in rows:
                grid.add_row(Text(f" {number}", "bold cyan"), Text(name, "bold"), Text(meaning, "dim"))
            self.screen.console.print(grid)
            return
        width = max(len(name) for _, name, _ in rows)
        for number, name, meaning in rows:
            self.screen.say(f" {number:1}  {name:<{width}}  {meaning}".rstrip())

    def answer(self, choices: Sequence[MenuItem], usual: int, unlisted: Sequence[MenuItem] = ()) -> str:
        """The value of the answer; those not listed can be typed, but have no number."""
        while True:
            text = self.line(self.words.text("menu.prompt", usual=usual))
            number = number_in(text) or (usual if text == "" else 0)
            if 1 <= number <= len(choices):
                return choices[number - 1].value
            for choice in (*choices, *unlisted):
                if folded(text) in (folded(choice.name), folded(choice.value)):
                    return choice.value
            self._explain(text, choices)

    def line(self, prompt: str) -> str:
        """A line of input, unless it is `back` or `quit`."""
        text = self.screen.ask(prompt)
        if folded(text) in QUITTING:
            raise Quit
        if folded(text) in GOING_BACK:
            raise Back
        return text

    def _explain(self, text: str, choices: Sequence[MenuItem]) -> None:
        """Explain a wrong answer, and suggest a similar one, as the list has it."""
        self.screen.tell("menu.wrong", "yellow", text=quoted(text))
        known = {folded(word): choice.name for choice in choices for word in (choice.value, choice.name)}
        close = difflib.get_close_matches(folded(text), known, n=1)
        if close:
            self.screen.tell("command_meant", "yellow", word=known[close[0]])
