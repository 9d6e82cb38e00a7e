"""A position with the history needed by its game's draw rules: an immutable, hashable value."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from plyground.core.contract import Words, irreversible, mover, moves, play, winner
from plyground.core.errors import IllegalMoveError, NotationError, quoted
from plyground.core.outcome import DRAW, NOBODY_YET, REPETITION, Outcome
from plyground.core.svg import draw
from plyground.language import Message

if TYPE_CHECKING:
    from plyground.core.game import Game

SHOWN_MOVES = 8
OCCURRENCES_TO_DRAW = 3


@dataclass(frozen=True, slots=True)
class Move:
    """One whole turn: `str(move)` is its notation, `value` its word in the rules."""

    value: int
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Step:
    """A turn that was played: the state before it, its word, and the previous step.

    Each position of a game shares the steps of the one before it, so a whole game costs one step per turn.
    """

    before: Step | None
    key: bytes
    value: int

    def all(self) -> list[Step]:
        """The steps of the game up to this one, in order."""
        found: list[Step] = []
        step: Step | None = self
        while step is not None:
            found.append(step)
            step = step.before
        return found[::-1]

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as one flat list: a chain would recurse too deeply for a long game."""
        return _chained, ([(step.key, step.value) for step in self.all()],)


def _chained(turns: list[tuple[bytes, int]]) -> Step | None:
    step: Step | None = None
    for key, value in turns:
        step = Step(step, key, value)
    return step


@dataclass(frozen=True)
class Position:
    """A position of a game. Two are equal if game and state are, whatever their history."""

    game: Game
    key: bytes
    """The words of the state, as bytes."""
    earlier: tuple[bytes, ...] = ()
    """The states since the last irreversible turn, oldest first, excluding this one."""
    turns: int = 0
    """Number of turns played since the initial position or the one set up."""
    last: Step | None = None
    """The turn that led here, linked to all before it; None for a position that was set up."""

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
        """Number of times this position has occurred in its known history."""
        return self.earlier.count(self.key) + 1

    @property
    def quiet_turns(self) -> int:
        """Number of turns since the last irreversible one."""
        return len(self.earlier)

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it is in progress."""
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
        """All legal turns in the game's documented order; empty if the game is over."""
        if self.outcome is not None:
            return ()
        state = self.state
        write = self.game.write_move
        return tuple(Move(value, write(state, value)) for value in legal_values(self.game, state))

    def play(self, move: Move | str) -> Position:
        """The position after `move`; this one is unchanged."""
        return self.after(self.legal(move).value)

    def after(self, value: int) -> Position:
        """The position after the move with this word, which must be legal."""
        word = np.uint64(value)
        state, child = self.state, self.game.empty_state()
        play(self.game.rules, state, word, child)
        kept = () if irreversible(self.game.rules, state, word) else (*self.earlier, self.key)
        return Position(self.game, child.tobytes(), kept, self.turns + 1, Step(self.last, self.key, value))

    def without_history(self) -> Position:
        """The same position without the history relevant to draw rules.

        The moves that led here are dropped too: replaying them would restore that history.
        """
        return Position(self.game, self.key, turns=self.turns) if self.earlier else self

    def line(self) -> tuple[Position, tuple[Move, ...]]:
        """The initial or set-up position, and all moves since: the whole game as far as known."""
        if self.last is None:
            return self, ()
        steps, write = self.last.all(), self.game.write_move
        begin = Position(self.game, steps[0].key, turns=self.turns - len(steps))
        moves = (Move(step.value, write(np.frombuffer(step.key, np.uint64).copy(), step.value)) for step in steps)
        return begin, tuple(moves)

    def legal(self, move: Move | str) -> Move:
        """The legal move that `move` names; an error says why if there is none."""
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
        """A few legal moves, those that begin like `text` first."""
        alike = sorted(self.moves, key=lambda move: -shared_beginning(move.text, text))
        shown = ", ".join(map(str, alike[:SHOWN_MOVES]))
        return f"{shown} …" if len(alike) > SHOWN_MOVES else f"{shown}."

    def diagram(self) -> str:
        """The board as text with coordinates."""
        return self.game.diagram(self.state)

    def svg(self) -> str:
        """The board as an SVG drawing, with the cells that show why the game was won."""
        state, game = self.state, self.game
        marked = game.winning_cells(state) if self.outcome is not None else ()
        return draw(game.board(), game.scene(state), game.seats, marked, title=f"{game.title}: {self}")

    def _repr_svg_(self) -> str:
        """The drawing, for notebooks."""
        return self.svg()


def shared_beginning(first: str, second: str) -> int:
    """Length of the common prefix of two texts."""
    pairs = zip(first, second, strict=False)
    return next((length for length, (a, b) in enumerate(pairs) if a != b), min(len(first), len(second)))


def legal_values(game: Game, state: Words) -> list[int]:
    """The words of the legal moves of a state without a winner."""
    room = game.usual_moves
    while True:
        out = np.zeros(room, np.uint64)
        total = int(moves(game.rules, state, out))
        if total <= room:
            return [int(value) for value in out[:total]]
        room = total
