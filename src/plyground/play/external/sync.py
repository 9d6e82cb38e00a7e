"""How to tell a program outside where a game stands: from where it began, and everything that was played since.

Many programs know only lists of moves, so a position is told as a text only where the game began with one.
"""

from dataclasses import dataclass

from plyground.core.position import Position


@dataclass(frozen=True)
class ToldGame:
    """A game as a program is told it: a beginning, and the moves that lead from there to the position."""

    begin: Position
    moves: tuple[str, ...] = ()

    @classmethod
    def of(cls, position: Position) -> "ToldGame":
        """The whole game that led to a position."""
        begin, moves = position.line()
        return cls(begin, tuple(move.text for move in moves))

    def and_then(self, move: str) -> "ToldGame":
        """The same game one move later."""
        return ToldGame(self.begin, (*self.moves, move))

    def since(self, before: "ToldGame | None") -> tuple[str, ...] | None:
        """The moves that are new to a program that was told `before`; None where that was another game."""
        known = len(before.moves) if before is not None else 0
        if before is None or before.begin != self.begin or before.moves != self.moves[:known]:
            return None
        return self.moves[known:]
