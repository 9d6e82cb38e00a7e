"""Two people at one terminal: draw the board, ask for a move, and again."""

import shlex
from collections.abc import Callable
from dataclasses import dataclass, field

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


def way_back(position: Position) -> str:
    """The command that goes on from a position."""
    options = "".join(f" --option {name}={value}" for name, value in position.game.option_texts().items())
    return f"plyground play {position.game.name}{options} --position {shlex.quote(str(position))}"


@dataclass
class Table:
    """A game on the table: the positions so far, and those taken back."""

    played: list[Position]
    undone: list[Position] = field(default_factory=list)

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.played[-1]

    def play(self, text: str) -> str:
        """Play a move; what is taken back can then no longer be played again."""
        self.played.append(self.position.play(text))
        self.undone.clear()
        return self.draw()

    def undo(self) -> str:
        """Take back the last move."""
        if len(self.played) == 1:
            return "There is nothing to take back."
        self.undone.append(self.played.pop())
        return self.draw()

    def redo(self) -> str:
        """Play again what was taken back."""
        if not self.undone:
            return "There is nothing to play again."
        self.played.append(self.undone.pop())
        return self.draw()

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
            "rules": lambda: self.position.game.rules_text("en"),
            "undo": self.undo,
        }
        if text in commands:
            return commands[text]()
        try:
            return self.play(text)
        except PlygroundError as problem:
            return str(problem)


def choose_game() -> Position:
    """Ask which game until one is named, by name or number."""
    listed = names()
    for number, name in enumerate(listed, start=1):
        chosen = game_class(name)
        print(f"{number}  {chosen.name:<10} {chosen.title}: {chosen.summary}")
    while True:
        answer = input("Which game? ").strip()
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
            table = Table([begin or choose_game()])
            begin = None
            print(f"{HELP}\n{table.draw()}")
            while (text := input(f"{status(table.position)}> ").strip()) not in ("quit", "new"):
                print(table.answer(text))
            if text == "quit":
                break
    except (EOFError, KeyboardInterrupt):
        print()
    if table is not None:
        print(f"To go on from here: {way_back(table.position)}")
