"""A board whose cells are named by two numbers: for people who are asked for a column, then for a row."""

from collections.abc import Mapping
from dataclasses import dataclass

from plyground.core.scene import Scene


@dataclass(frozen=True)
class NumberedBoard:
    """Where the cells of a board are by column and row, and how it looks in plain letters."""

    places: Mapping[str, tuple[int, int]]
    """The column and the row of each cell, by its name."""
    letters: tuple[str, ...]
    """The letter of each seat's pieces."""
    free: str
    """The sign of an empty cell."""
    picture: str
    """The board as text, with `{name}` where the sign of that cell comes."""

    @property
    def last_column(self) -> int:
        """Columns are counted from 0 to this."""
        return max(column for column, _ in self.places.values())

    @property
    def last_row(self) -> int:
        """Rows are counted from 0 to this."""
        return max(row for _, row in self.places.values())

    def cell(self, column: int, row: int) -> str | None:
        """The name of the cell in a column and a row; None where there is none."""
        return next((name for name, place in self.places.items() if place == (column, row)), None)

    def diagram(self, scene: Scene) -> str:
        """The board with everybody's pieces as letters."""
        signs = dict.fromkeys(self.places, self.free)
        signs |= {piece.cell: self.letters[piece.seat] for piece in scene.pieces if piece.seat is not None}
        return self.picture.format_map(signs)
