"""A position with the history that its game's drawing rules need: an immutable, hashable value."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from plyground.core.contract import Words, irreversible, mover, moves, play, winner
from plyground.core.errors import IllegalMoveError, NotationError, quoted
from plyground.core.outcome import DRAW, NOBODY_YET, REPETITION, Outcome
from plyground.language import Message

if TYPE_CHECKING:
    from plyground.core.game import Game

SHOWN_MOVES = 8
OCCURRENCES_TO_DRAW = 3


@dataclass(frozen=True, slots=True)
class Move:
    """One whole turn: `str(move)` is its notation, `value` the word that the rules know it by."""

    value: int
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Step:
    """A turn that was played: the state it was played in, its word, and the turn before.

    Every position of a game shares the steps of the one before it, so a whole game costs one step a turn.
    """

    before: Step | None
    key: bytes
    value: int

    def all(self) -> list[Step]:
        """The steps of the game up to this one, the first one first."""
        found: list[Step] = []
        step: Step | None = self
        while step is not None:
            found.append(step)
            step = step.before
        return found[::-1]

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as one flat list: a chain would be too deep for a long game."""
        return _chained, ([(step.key, step.value) for step in self.all()],)


def _chained(turns: list[tuple[bytes, int]]) -> Step | None:
    step: Step | None = None
    for key, value in turns:
        step = Step(step, key, value)
    return step


@dataclass(frozen=True)
class Position:
    """A position of a game. Two are equal when game and state are, whatever came before them."""

    game: Game
    key: bytes
    """The state's words, as bytes."""
    earlier: tuple[bytes, ...] = ()
    """The states since the last irreversible turn, oldest first, without this one."""
    turns: int = 0
    """How many turns were played since the position that was set up."""
    last: Step | None = None
    """The turn that led here, with all before it; None for a position that was set up."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.key == other.key and self.game == other.game

    def __hash__(self) -> int:
        return hash((self.game, self.key))

    def __str__(self) -> str:
        return self.game.write_position(self.state)

    def __repr__(self) -> str:
        return f"{self.game!r}.position({str(self)!r})"

    @property
    def state(self) -> Words:
        """A copy of the state's words."""
        return np.frombuffer(self.key, np.uint64).copy()

    @property
    def mover(self) -> int:
        """The seat to move."""
        return int(mover(self.game.rules, self.state))

    @property
    def occurrences(self) -> int:
        """How often this position has been on the board, as far as its history goes."""
        return self.earlier.count(self.key) + 1

    @property
    def quiet_turns(self) -> int:
        """How many turns ago the last irreversible turn was."""
        return len(self.earlier)

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        decided = int(winner(self.game.rules, self.state))
        if decided == NOBODY_YET:
            return self._drawn_by_history()
        reason = self.game.reason(self.state, decided)
        return Outcome(None if decided == DRAW else decided, reason)

    def _drawn_by_history(self) -> Outcome | None:
        if self.game.repetition_draws and self.occurrences >= OCCURRENCES_TO_DRAW:
            return Outcome(None, REPETITION)
        limit = self.game.quiet_turns_to_draw
        if limit is not None and self.quiet_turns >= limit:
            return Outcome(None, self.game.quiet_reason)
        return None

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """Every legal turn in the game's documented order; none when the game is over."""
        if self.outcome is not None:
            return ()
        state = self.state
        write = self.game.write_move
        return tuple(Move(value, write(state, value)) for value in legal_values(self.game, state))

    def play(self, move: Move | str) -> Position:
        """The position after `move`; this one stays as it is."""
        return self.after(self._legal(move).value)

    def after(self, value: int) -> Position:
        """The position after the move with this word, which must be a legal one."""
        word = np.uint64(value)
        state, child = self.state, self.game.empty_state()
        play(self.game.rules, state, word, child)
        kept = () if irreversible(self.game.rules, state, word) else (*self.earlier, self.key)
        return Position(self.game, child.tobytes(), kept, self.turns + 1, Step(self.last, self.key, value))

    def without_history(self) -> Position:
        """The same position as if nothing had come before it that a rule asks about.

        The moves that led here are forgotten with it: whoever plays them again would count what no longer counts.
        """
        return Position(self.game, self.key, turns=self.turns) if self.earlier else self

    def line(self) -> tuple[Position, tuple[Move, ...]]:
        """The position that was set up, and every move since then: the whole game as far as it is known."""
        if self.last is None:
            return self, ()
        steps, write = self.last.all(), self.game.write_move
        begin = Position(self.game, steps[0].key, turns=self.turns - len(steps))
        moves = (Move(step.value, write(np.frombuffer(step.key, np.uint64).copy(), step.value)) for step in steps)
        return begin, tuple(moves)

    def _legal(self, move: Move | str) -> Move:
        """The legal move that `move` names."""
        if not isinstance(move, Move | str):
            raise NotationError(Message("core.move.no_text", move=repr(move), legal=self.moves_like("")))
        text = str(move)
        for candidate in self.moves:
            if candidate.text == text:
                return candidate
        self.game.check_move(text)
        raise IllegalMoveError(self._why_illegal(text))

    def _why_illegal(self, text: str) -> str:
        if self.outcome is not None:
            return Message("core.move.game_over", move=quoted(text), reason=self.outcome.reason)
        objection = self.game.objection(self.state, text) or Message("core.move.not_legal")
        return Message("core.move.illegal", move=quoted(text), objection=objection, legal=self.moves_like(text))

    def moves_like(self, text: str) -> str:
        """A few legal moves, first those that begin like `text`."""
        alike = sorted(self.moves, key=lambda move: -shared_beginning(move.text, text))
        shown = ", ".join(map(str, alike[:SHOWN_MOVES]))
        return f"{shown} …" if len(alike) > SHOWN_MOVES else f"{shown}."

    def diagram(self) -> str:
        """The board as text with coordinates."""
        return self.game.diagram(self.state)


def shared_beginning(first: str, second: str) -> int:
    """How many characters two texts have in common before they differ."""
    pairs = zip(first, second, strict=False)
    return next((length for length, (a, b) in enumerate(pairs) if a != b), min(len(first), len(second)))


def legal_values(game: Game, state: Words) -> list[int]:
    """The words of the legal moves of a state that nobody has won."""
    room = game.usual_moves
    while True:
        out = np.zeros(room, np.uint64)
        total = int(moves(game.rules, state, out))
        if total <= room:
            return [int(value) for value in out[:total]]
        room = total
