"""A game as sent to an external program: its start, and all moves since.

Many programs accept only lists of moves, so a position is sent as text only if the game began with one.
"""

from dataclasses import dataclass

from plyground.core.position import Position


@dataclass(frozen=True)
class SyncedGame:
    """A game as sent to a program: its start, and the moves from there to the position."""

    begin: Position
    moves: tuple[str, ...] = ()

    @classmethod
    def of(cls, position: Position) -> "SyncedGame":
        """The whole game that led to a position."""
        begin, moves = position.line()
        return cls(begin, tuple(move.text for move in moves))

    def and_then(self, move: str) -> "SyncedGame":
        """The same game one move later."""
        return SyncedGame(self.begin, (*self.moves, move))

    def since(self, before: "SyncedGame | None") -> tuple[str, ...] | None:
        """The moves since `before`, the game sent last; None if that was another game."""
        known = len(before.moves) if before is not None else 0
        if before is None or before.begin != self.begin or before.moves != self.moves[:known]:
            return None
        return self.moves[known:]
