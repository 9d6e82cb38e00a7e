"""The board of Hex: its cells and its picture."""

from collections.abc import Sequence

from plyground.core.text import LETTERS, Grid
from plyground.core.wide import wide
from plyground.games.hex.rules import Hex


class HexGrid(Grid):
    """A rhombus of cells: rows are counted from the top, each half a cell further right than the one above (H1)."""

    def __init__(self, size: int) -> None:
        super().__init__(size, size)
        self.size = size


def tables(size: int, *, swap: bool) -> Hex:
    """The settings and the sets of cells for the compiled functions."""
    words = -(-size * size // 64)
    row, column = (1 << size) - 1, sum(1 << (row * size) for row in range(size))
    return Hex(
        size=size,
        swap=swap,
        cells=wide((1 << (size * size)) - 1, words),
        top=wide(row, words),
        bottom=wide(row << (size * (size - 1)), words),
        left=wide(column, words),
        right=wide(column << (size - 1), words),
    )


def diagram(grid: HexGrid, symbols: Sequence[str]) -> str:
    """The board as text, slanted; R and B are the stones, and each side carries the colour that owns it (H2)."""
    size = grid.size
    letters = " ".join(LETTERS[:size])
    side = " ".join("R" * size)
    lines = [f"     {letters}", f"      {side}"]
    for row in range(size):
        cells = " ".join(symbols[cell] for cell in grid.row(row))
        lines.append(f"{' ' * row}{row + 1:>4} B {cells} B {row + 1}")
    indent = " " * size
    return "\n".join([*lines, f"{indent}       {side}", f"{indent}        {letters}"])
