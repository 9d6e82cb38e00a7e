"""A board whose cells are named by two numbers, for interfaces that ask for a column, then a row."""

from collections.abc import Mapping
from dataclasses import dataclass

from plyground.core.scene import Scene


@dataclass(frozen=True)
class NumberedBoard:
    """The cells of a board by column and row, and its picture in plain letters."""

    places: Mapping[str, tuple[int, int]]
    """The column and row of each cell, by name."""
    letters: tuple[str, ...]
    """The letter of each seat's pieces."""
    free: str
    """The symbol of an empty cell."""
    picture: str
    """The board as text, with `{name}` in place of each cell's symbol."""

    @property
    def last_column(self) -> int:
        """The highest column number; columns count from 0."""
        return max(column for column, _ in self.places.values())

    @property
    def last_row(self) -> int:
        """The highest row number; rows count from 0."""
        return max(row for _, row in self.places.values())

    def cell(self, column: int, row: int) -> str | None:
        """The name of the cell at a column and row; None if there is none."""
        return next((name for name, place in self.places.items() if place == (column, row)), None)

    def diagram(self, scene: Scene) -> str:
        """The board with all pieces as letters."""
        signs = dict.fromkeys(self.places, self.free)
        signs |= {piece.cell: self.letters[piece.seat] for piece in scene.pieces if piece.seat is not None}
        return self.picture.format_map(signs)
