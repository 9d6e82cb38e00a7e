"""Find the better move: the board before each mistake of a reviewed game, and the move that is typed instead."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from plyground.core.errors import PlygroundError
from plyground.core.position import Position
from plyground.play.agents.agent import Agent
from plyground.puzzles.attempt import first_step
from plyground.review.annotated import percent
from plyground.review.better_move import MissedMove, TriedMove, try_move
from plyground.review.judgement import MoveReview
from plyground.terminal.board_view import say_board
from plyground.terminal.review_view import SHOWN_BETTER
from plyground.terminal.screen import PROMPT, Screen
from plyground.terminal.texts import capitalised, folded


@dataclass
class MistakeQuiz:
    """The mistakes of one game, one after the other."""

    screen: Screen
    mistakes: Sequence[MoveReview]
    positions: Sequence[Position]
    agent: Agent
    """Judges moves that the review does not know."""
    found: int = 0
    _next: bool = field(default=False, init=False)
    _left: bool = field(default=False, init=False)

    def run(self) -> int:
        """Ask about every mistake until the user leaves; the number of better moves that were found."""
        if not self.mistakes:
            self.screen.tell("review.quiz.none")
        for number, move in enumerate(self.mistakes, start=1):
            if not self._left:
                self._ask(number, move)
        if self.mistakes:
            self.screen.tell("review.quiz.found", "bold", found=self.found, all=len(self.mistakes))
        return self.found

    def _ask(self, number: int, move: MoveReview) -> None:
        """Show the board before a mistake, and read lines until the better move is found or passed over."""
        before, words = self.positions[move.ply - 1], self.screen.language
        say_board(self.screen, before)
        seat = before.game.seats[move.seat]
        chances = {name: percent(chance, words) for name, chance in (("before", move.before), ("after", move.after))}
        facts: dict[str, Any] = {"number": number, "all": len(self.mistakes), "ply": move.ply, "move": move.move}
        self.screen.say(capitalised(words.about("review.quiz.task", seat, **facts, **chances)))
        self._help()
        self.screen.completions = [str(each) for each in before.moves]
        self._next = False
        while not (self._next or self._left):
            self._answer(self.screen.ask(PROMPT), before, move)

    def _answer(self, text: str, before: Position, move: MoveReview) -> None:
        """Handle a line: a command, or a move that is tried."""
        commands: dict[str, Callable[[], None]] = {
            "hint": lambda: self.screen.tell("puzzle.hint", step=first_step(before, move.better[0])),
            "skip": lambda: self._pass(move),
            "help": self._help,
            "quit": self._leave,
        }
        word = self.screen.language.text
        known = {folded(word(f"review.quiz.word.{name}")): run for name, run in commands.items()} | commands
        known |= {"": self._help, "?": self._help}
        known.get(folded(text), lambda: self._try(text, before, move))()

    def _try(self, text: str, before: Position, move: MoveReview) -> None:
        """Say what a move is worth."""
        try:
            verdict = try_move(TriedMove(before, MissedMove.of(move), text.lower()), self.agent)
        except PlygroundError as problem:
            self.screen.complain(str(problem))
            return
        self.screen.tell(f"review.quiz.{verdict}")
        if verdict == "right":
            self.found += 1
            self._pass(move)

    def _pass(self, move: MoveReview) -> None:
        """Show the better line, and go on with the next mistake."""
        line = " ".join(move.better[:SHOWN_BETTER])
        self.screen.say(capitalised(self.screen.language.text("review.better", line=line)))
        self._next = True

    def _leave(self) -> None:
        self._left = True

    def _help(self) -> None:
        self.screen.tell("review.quiz.ask", "dim")
