"""Solving a puzzle at the terminal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from plyground.core.errors import PlygroundError
from plyground.core.position import Position
from plyground.puzzles.attempt import Attempt, counts_for_streak
from plyground.puzzles.diary import Diary
from plyground.puzzles.puzzle import Puzzle
from plyground.terminal.board_view import say_board
from plyground.terminal.screen import PROMPT, Screen
from plyground.terminal.texts import capitalised, folded


@dataclass
class PuzzleSession:
    """One puzzle, until it is solved or left."""

    screen: Screen
    attempt: Attempt
    puzzles: tuple[Puzzle, ...]
    diary: Diary
    today: date
    before: Position | None = None
    """The position before the last move, for the board to mark what changed."""

    def run(self) -> bool:
        """Ask for moves until the puzzle is solved; False if the user leaves."""
        self._show()
        self._about()
        words = self.screen.language
        commands: dict[str, Callable[[], None]] = {"hint": self._hint, "solution": self._solution, "help": self._help}
        known = {folded(words.text(f"puzzle.word.{name}")): run for name, run in commands.items()} | commands
        known |= {"": self._help, "?": self._help}
        leaving = {"quit", folded(words.text("puzzle.word.quit"))}
        while not self.attempt.solved:
            text = self.screen.ask(PROMPT)
            if folded(text) in leaving:
                return False
            command = known.get(folded(text))
            if command is None:
                self._try(text)
            else:
                command()
        self._done()
        return True

    def _show(self) -> None:
        say_board(self.screen, self.attempt.position, self.before)

    def _about(self) -> None:
        puzzle, words = self.attempt.puzzle, self.screen.language
        seat = self.attempt.position.game.seats[self.attempt.position.mover]
        lasts = {"moves": words.count("puzzle.moves", puzzle.moves), "plies": words.count("plies", puzzle.plies)}
        values = {"number": puzzle.number, "all": len(self.puzzles), "rating": puzzle.rating}
        self.screen.say(capitalised(words.about("puzzle.about", seat, **lasts, **values)))
        self._help()

    def _help(self) -> None:
        self.screen.tell("puzzle.ask", "dim")

    def _try(self, text: str) -> None:
        """Try a move; what is wrong with it is said."""
        before = self.attempt.position
        try:
            verdict = self.attempt.play(text)
        except PlygroundError as problem:
            self.screen.complain(str(problem))
            return
        if verdict == "wrong":
            self.screen.tell("puzzle.wrong", "yellow", move=text)
            return
        self.before = before
        if verdict == "right":
            self.screen.tell("puzzle.right", reply=self.attempt.moves[-1])
        self._show()

    def _hint(self) -> None:
        self.screen.tell("puzzle.hint", step=self.attempt.hint()[0])

    def _solution(self) -> None:
        self.screen.tell("puzzle.move", move=self.attempt.hint()[1])
        self.attempt.told = True

    def _done(self) -> None:
        """Say so, and note it."""
        clean = not (self.attempt.mistakes or self.attempt.hints)
        self.screen.tell("puzzle.solved" if clean else "puzzle.solved_with_help", "bold")
        daily = counts_for_streak(self.attempt.puzzle, self.puzzles, self.today, told=self.attempt.told)
        try:
            self.diary.note(self.attempt.puzzle, self.today, clean=clean, daily=daily)
        except PlygroundError as problem:
            self.screen.complain(str(problem))
        solved = self.diary.count(self.puzzles)
        self.screen.tell("puzzle.streak", days=self.diary.streak(self.today), solved=solved, all=len(self.puzzles))
