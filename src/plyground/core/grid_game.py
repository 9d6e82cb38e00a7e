"""Games with at most one piece on each square of a rectangular board: their texts, board and scene.

A game that is a `GridGame` says where the pieces of a state stand, and has the rest from here.
"""

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from plyground.core.contract import Words, mover
from plyground.core.errors import InvalidPositionError
from plyground.core.game import Game
from plyground.core.scene import Board, Scene, pieces_in, shaded_board
from plyground.core.text import Grid, cells_of, grid_diagram, read_mover, read_rows, split_fields, symbol_at, write_rows
from plyground.language import Message


class GridGame(Game):
    """A game on squares. Position texts are the rows from the top and the mover's sign: `.../.x./... o`."""

    grid: ClassVar[Grid]
    symbols: ClassVar[str]
    """The sign of an empty square, then the sign of each seat."""

    @abstractmethod
    def sets(self, state: Words) -> tuple[int, ...]:
        """For each seat, the squares of its pieces, as bits of an integer."""

    @abstractmethod
    def state_of(self, sets: Sequence[int], seat: int) -> Words:
        """The state with these pieces and `seat` to move; the inverse of `sets`."""

    def impossibilities(self, sets: Sequence[int], seat: int) -> list[str]:
        """Why a position cannot occur; by default every one can."""
        return []

    def write_move(self, state: Words, move: int) -> str:
        """The square that is the move, as in games whose pieces are only placed; others write moves of their own."""
        return self.grid.names[move]

    def check_move(self, text: str) -> None:
        """Raise an error unless the text is a square of the board."""
        self.grid.square_in(text, text)

    def start_state(self) -> Words:
        """An empty board, the first seat to move."""
        return self.empty_state()

    def write_position(self, state: Words) -> str:
        """The rows from the top, and the mover."""
        return self._text(self.sets(state), int(mover(self.rules, state)))

    def read_position(self, text: str) -> Words:
        """The state of a position that can occur."""
        fields, reasons = split_fields(text, (Message("core.field.board"), Message("core.field.mover")))
        if not reasons:
            rows, reasons = read_rows(fields[0], [self.grid.columns] * self.grid.rows, self.symbols)
            seat, wrong_mover = read_mover(fields[1], self.symbols[1:])
            reasons = [*reasons, *wrong_mover]
        if not reasons:
            sets = [cells_of(rows, symbol, self._rows()) for symbol in self.symbols[1:]]
            reasons = self.impossibilities(sets, seat)
        if reasons:
            raise InvalidPositionError(text, reasons)
        return self.state_of(sets, seat)

    def diagram(self, state: Words) -> str:
        """The board with a sign for each piece."""
        sets = self.sets(state)
        return grid_diagram(self.grid, [symbol_at(sets, self.symbols, at) for at in range(len(self.grid.names))])

    def board(self) -> Board:
        """Light and dark squares."""
        return shaded_board(self.grid, "piece")

    def scene(self, state: Words) -> Scene:
        """The pieces on their squares."""
        return Scene(pieces_in(self.sets(state), self.grid.names, "piece"), int(mover(self.rules, state)))

    def write_scene(self, scene: Scene) -> str:
        """The position text of a scene."""
        return self._text(scene.sets(self.grid.names, len(self.seats)), scene.mover)

    def _text(self, sets: Sequence[int], seat: int) -> str:
        return f"{write_rows(sets, self.symbols, self._rows())} {self.symbols[1 + seat]}"

    def _rows(self) -> list[range]:
        return [self.grid.row(row) for row in reversed(range(self.grid.rows))]
