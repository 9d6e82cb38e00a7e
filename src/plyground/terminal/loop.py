"""Two people at one terminal: draw the board, ask for a move, and again."""

import io
import shlex
import sys
from collections.abc import Callable
from dataclasses import dataclass, field

from rich.console import Console
from rich.markdown import Markdown

from plyground.core.errors import PlygroundError
from plyground.core.position import Position
from plyground.games import game, game_class, names

HELP = """\
Type a move, or
  moves      all legal moves          undo, redo   take moves back, play them again
  rules      the rules of this game   position     the position as text
  board      draw the board again     new          choose another game
  help       this list                quit         leave; says how to come back"""


def status(position: Position) -> str:
    """One line on whose turn it is, or how the game ended."""
    outcome = position.outcome
    if outcome is None:
        return f"{position.game.seats[position.mover]} to move"
    if outcome.winner is None:
        return f"draw: {outcome.reason}"
    return f"{position.game.seats[outcome.winner]} has won: {outcome.reason}"


@dataclass
class Table:
    """A game on the table: the positions so far with the moves that led to them, and those taken back."""

    begin: Position
    played: list[tuple[str, Position]] = field(default_factory=list)
    undone: list[tuple[str, Position]] = field(default_factory=list)

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.played[-1][1] if self.played else self.begin

    def play(self, text: str) -> str:
        """Play a move; what is taken back can then no longer be played again."""
        self.played.append((text, self.position.play(text)))
        self.undone.clear()
        return self.draw()

    def undo(self) -> str:
        """Take back the last move."""
        if not self.played:
            return "There is nothing to take back."
        self.undone.append(self.played.pop())
        return self.draw()

    def redo(self) -> str:
        """Play again what was taken back."""
        if not self.undone:
            return "There is nothing to play again."
        self.played.append(self.undone.pop())
        return self.draw()

    def way_back(self) -> str:
        """The command that goes on from here, with everything that was played."""
        game = self.begin.game
        parts = ["plyground", "play", game.name]
        for name, value in game.option_texts().items():
            parts += ["--option", f"{name}={value}"]
        if self.begin != game.start():
            parts += ["--position", str(self.begin)]
        if self.played:
            parts += ["--line", " ".join(text for text, _ in self.played)]
        return shlex.join(parts)

    def draw(self) -> str:
        """The board and whose turn it is."""
        return f"\n{self.position.diagram()}\n\n{status(self.position)}"

    def answer(self, text: str) -> str:
        """What to say to a line that the player typed."""
        commands: dict[str, Callable[[], str]] = {
            "": self.draw,
            "board": self.draw,
            "help": lambda: HELP,
            "moves": lambda: " ".join(str(move) for move in self.position.moves) or "There are no moves.",
            "position": lambda: str(self.position),
            "redo": self.redo,
            "rules": lambda: rendered(self.position.game.rules_text("en")),
            "undo": self.undo,
        }
        if text in commands:
            return commands[text]()
        try:
            return self.play(text)
        except PlygroundError as problem:
            return str(problem)


def rendered(markdown: str) -> str:
    """Markdown as plain text for the terminal."""
    console = Console(width=80, file=io.StringIO(), color_system=None)
    console.print(Markdown(markdown))
    return console.file.getvalue()  # type: ignore[attr-defined,no-any-return]


def ask(prompt: str) -> str:
    """The next line that the player types; the end of the input, or none at all, is an `EOFError`."""
    print(prompt, end="", flush=True)
    if sys.stdin is None:
        raise EOFError
    return input().strip()


def choose_game() -> Position | None:
    """Ask which game until one is named, by name or number; None to leave."""
    listed = names()
    for number, name in enumerate(listed, start=1):
        chosen = game_class(name)
        print(f"{number}  {chosen.name:<10} {chosen.title}: {chosen.summary}")
    while True:
        answer = ask("Which game (a number, a name, or quit)? ").lower()
        if answer in ("quit", "q", "exit"):
            return None
        number = int(answer) if answer.isascii() and answer.isdigit() and len(answer) < 4 else 0
        try:
            return game(listed[number - 1] if 1 <= number <= len(listed) else answer).start()
        except PlygroundError as problem:
            print(problem)


def play_at_terminal(begin: Position | None) -> None:
    """Play until someone quits; at the end of the input, or on Ctrl-C, nothing is lost either."""
    table: Table | None = None
    try:
        while True:
            start = begin or choose_game()
            begin = None
            if start is None:
                return
            table = Table(start)
            print(f"{HELP}\n{table.draw()}")
            while (text := ask("> ")) not in ("quit", "new"):
                print(table.answer(text))
            print(f"To go on from here: {table.way_back()}")
            if text == "quit":
                return
            table = None
    except (EOFError, KeyboardInterrupt):
        print()
    if table is not None:
        print(f"To go on from here: {table.way_back()}")
