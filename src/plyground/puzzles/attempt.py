"""An attempt at a puzzle: moves are checked by proof, and the best defence answers until the win is on the board."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from plyground.core.position import Position
from plyground.puzzles.prover import WinProver
from plyground.puzzles.puzzle import Puzzle, daily_puzzle

Verdict = Literal["wrong", "right", "solved"]


@dataclass
class Attempt:
    """A puzzle being solved. The first move must be the solution; later ones must keep the win."""

    puzzle: Puzzle
    prover: WinProver
    position: Position
    moves: list[str] = field(default_factory=list)
    """The moves of both sides so far."""
    mistakes: int = 0
    hints: int = 0
    told: bool = False
    """Whether a move was given away, not only where to look."""

    @classmethod
    def begin(cls, puzzle: Puzzle) -> Attempt:
        """An attempt that has not begun."""
        position = puzzle.position()
        return cls(puzzle, WinProver(position.game), position)

    @property
    def solved(self) -> bool:
        """True once the win is on the board."""
        return self.position.outcome is not None

    def play(self, move: str) -> Verdict:
        """Try a move; a right one is answered by the best defence."""
        after = self.position.play(move)
        if not self._is_right(move):
            self.mistakes += 1
            return "wrong"
        self._take(move, after)
        if self.solved:
            return "solved"
        reply = self.prover.value(self.position)[1]
        self._take(reply, self.position.play(reply))
        return "right"

    def accept(self, move: str, reply: str) -> bool:
        """Take a move that is right, and any reply to it: how an attempt is resumed. False if the move is wrong."""
        if not self._is_right(move):
            return False
        self._take(move, self.position.play(move))
        self._take(reply, self.position.play(reply))
        return True

    def _is_right(self, move: str) -> bool:
        if not self.moves:
            return move == self.puzzle.solution
        return self.prover.keeps_the_win(self.position, move)

    def _take(self, move: str, after: Position) -> None:
        self.moves.append(move)
        self.position = after

    def hint(self) -> tuple[str, str]:
        """The first step of a winning move, such as the piece to move; and the move itself."""
        self.hints += 1
        move = self.puzzle.solution if not self.moves else self.prover.value(self.position)[1]
        return first_step(self.position, move), move


def counts_for_streak(puzzle: Puzzle, puzzles: tuple[Puzzle, ...], today: date, *, told: bool) -> bool:
    """Whether a solved puzzle makes today a day of the streak: today's, and no move of it was given away."""
    return not told and puzzle == daily_puzzle(puzzles, today)


def first_step(position: Position, move: str) -> str:
    """The first step of a move, such as the piece to move."""
    value = next(each.value for each in position.moves if each.text == move)
    return position.game.steps(position.state, value)[0]


def is_playable(puzzle: Puzzle) -> bool:
    """True if moves that are hinted at are right, and win against the best defence no later than promised."""
    attempt = Attempt.begin(puzzle)
    while not attempt.solved and len(attempt.moves) < puzzle.plies:
        if attempt.play(attempt.hint()[1]) == "wrong":
            return False
    outcome = attempt.position.outcome
    return outcome is not None and outcome.winner == puzzle.position().mover
