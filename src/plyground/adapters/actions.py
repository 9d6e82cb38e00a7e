"""Turns as actions with fixed numbers: the parts of a move as a network numbers them, one after the other.

A turn of one part is one action. A chain of captures, or a move that removes a man, is several actions of the same
player. Where a turn may end or continue, one more action ends it.
"""

from collections.abc import Mapping
from functools import cached_property

import numpy as np

from plyground.core.contract import planes, policy_index
from plyground.core.encoding import Encoding
from plyground.core.errors import PlygroundError
from plyground.core.game import Game
from plyground.core.position import Move, Position
from plyground.language import Message

Parts = tuple[int, ...]


class AdapterError(PlygroundError):
    """A game that has no numbering of moves, or an action that is not legal."""


class ActionSpace:
    """The numbered actions of a game, and what a network sees of it."""

    def __init__(self, game: Game) -> None:
        encoding = game.encoding()
        if encoding is None:
            raise AdapterError(Message("adapters.no_encoding", game=game.title))
        self.game, self.encoding = game, encoding

    @property
    def end_of_turn(self) -> int:
        """The action that ends a turn that could continue."""
        return self.encoding.answer_count

    @property
    def size(self) -> int:
        """Number of actions."""
        return self.encoding.answer_count + 1

    def parts(self, position: Position, move: Move) -> Parts:
        """The parts of a legal move."""
        found: list[int] = []
        state, word = position.state, np.uint64(move.value)
        while (index := int(policy_index(self.game.rules, state, word, len(found)))) >= 0:
            found.append(index)
        return tuple(found)

    def moves(self, position: Position) -> dict[Parts, Move]:
        """The legal moves by their parts."""
        return {self.parts(position, move): move for move in position.moves}

    def next_actions(self, moves: Mapping[Parts, Move], chosen: Parts) -> list[int]:
        """The actions that continue the parts chosen so far, in order."""
        length = len(chosen)
        going_on = {parts[length] for parts in moves if len(parts) > length and parts[:length] == chosen}
        ends = {self.end_of_turn} if going_on and chosen in moves else set()
        return sorted(going_on | ends)

    def describe(self, action: int) -> str:
        """An action as text: the answer's name with row and column."""
        if action == self.end_of_turn:
            return "end of turn"
        answer, row, column = np.unravel_index(action, self.answer_shape)
        return f"{self.encoding.answers[int(answer)]} at {int(row)},{int(column)}"

    @property
    def answer_shape(self) -> tuple[int, int, int]:
        """Shape of the answers."""
        return len(self.encoding.answers), self.encoding.rows, self.encoding.columns

    @cached_property
    def observation_shape(self) -> tuple[int, int, int]:
        """Shape of an observation: the planes of the position, then one plane for each answer chosen this turn."""
        extra = len(self.encoding.answers) if self.encoding.most_parts > 1 else 0
        return len(self.encoding.planes) + extra, self.encoding.rows, self.encoding.columns

    def observe(self, position: Position, chosen: Parts) -> np.ndarray[tuple[int, int, int], np.dtype[np.float32]]:
        """What the mover sees, scaled as for a network."""
        seen = np.zeros(self.encoding.shape, np.uint8)
        planes(self.game.rules, position.state, seen)
        out = np.zeros(self.observation_shape, np.float32)
        out[: len(seen)] = seen * scales(self.encoding)
        if chosen and len(out) > len(seen):
            out[len(seen) :].reshape(-1)[list(chosen)] = 1
        return out


def scales(encoding: Encoding) -> np.ndarray[tuple[int, int, int], np.dtype[np.float32]]:
    """The factor of each plane, shaped to multiply planes."""
    return np.array([plane.scale for plane in encoding.planes], np.float32).reshape(-1, 1, 1)
