"""How to tell a program outside where a game stands: from where it began, and what was played since.

A position knows the states since its last irreversible turn, and no moves. So the moves between states are found by
playing the legal ones. What a program was told before is gone on from, if the game did go on from there.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from plyground.core.game import Game
from plyground.core.position import Move, Position, legal_values
from plyground.play.wire import NOT_A_MOVE


@dataclass(frozen=True)
class Told:
    """A position as a program is told it: a beginning and the moves that lead to the position."""

    begin: Position
    moves: tuple[str, ...]
    position: Position

    @classmethod
    def anew(cls, position: Position) -> "Told":
        """From the earliest state that the position knows: the repetitions since then count."""
        states = (*position.earlier, position.key)
        begin = Position(position.game, states[0], turns=position.turns - len(position.earlier))
        moves = tuple(_move_between(position.game, before, after) for before, after in pairwise(states))
        return cls(begin, moves, position)

    def played(self, text: str) -> "Told":
        """The same game one turn later."""
        return replace(self, moves=(*self.moves, text), position=self.position.play(text))

    def gone_on(self, position: Position, own: Move | None) -> "Told | None":
        """The same game further on, after the program's own move or another, and one reply; None if it is not that."""
        for later in self._next(own):
            if _same(later.position, position):
                return later
            if (text := _one_turn(later.position, position)) is not None:
                return replace(later, moves=(*later.moves, text), position=position)
        return None

    def _next(self, own: Move | None) -> Iterator["Told"]:
        yield self
        if own is not None and own.value != NOT_A_MOVE and own in self.position.moves:
            yield self.played(own.text)


def _same(one: Position, other: Position) -> bool:
    """Whether two positions are the same, with the same history."""
    return one == other and one.earlier == other.earlier and one.turns == other.turns


def _one_turn(before: Position, after: Position) -> str | None:
    """The move that leads from one position to the other."""
    if before.game != after.game or before.turns + 1 != after.turns or before.outcome is not None:
        return None
    for value in legal_values(before.game, before.state):
        if _same(before.after(value), after):
            return before.game.write_move(before.state, value)
    return None


@lru_cache(maxsize=4096)
def _move_between(game: Game, before: bytes, after: bytes) -> str:
    """The move that leads from one state to the next."""
    position = Position(game, before)
    found = (value for value in legal_values(game, position.state) if position.after(value).key == after)
    return game.write_move(position.state, next(found))
