"""The board of Hex: its cells and its picture."""

from collections import deque
from collections.abc import Sequence
from math import dist, isclose, sqrt

from plyground.core.bitset import wide
from plyground.core.scene import Board, Border, Cell, Label, Point, extent_of
from plyground.core.text import LETTERS, Grid
from plyground.games.hex.rules import Hex

ROW_HEIGHT = sqrt(3) / 2
CORNER = 1 / sqrt(3)
"""Distance from the centre of a hexagon to its corners; centres of adjacent cells are 1 apart."""


class HexGrid(Grid):
    """A rhombus of cells: rows are counted from the top, each half a cell further right than the one above (H1)."""

    def __init__(self, size: int) -> None:
        super().__init__(size, size)
        self.size = size

    def centre(self, column: int, row: int) -> Point:
        """The centre of a cell, on or off the board."""
        return column + row / 2, row * ROW_HEIGHT

    def touch(self, cell: int, other: int) -> bool:
        """True if two cells touch (H1): their centres are 1 apart, the minimum."""
        first, second = (self.centre(index % self.size, index // self.size) for index in (cell, other))
        return isclose(dist(first, second), 1)

    def opposite(self, point: Point) -> Point:
        """The point rotated by half a turn, as seen from the other side of the table."""
        right, bottom = self.centre(self.size - 1, self.size - 1)
        return right - point[0], bottom - point[1]


def sides(size: int) -> tuple[int, int, int, int]:
    """The cells of the top, left, bottom and right sides, as sets (H2): seat 0 joins the even ones, seat 1 the odd."""
    row, column = (1 << size) - 1, sum(1 << (row * size) for row in range(size))
    return row, column, row << (size * (size - 1)), column << (size - 1)


def tables(size: int, *, swap: bool) -> Hex:
    """The settings and cell sets for the compiled functions."""
    words = -(-size * size // 64)
    top, left, bottom, right = (wide(side, words) for side in sides(size))
    return Hex(
        size=size,
        swap=swap,
        cells=wide((1 << (size * size)) - 1, words),
        top=top,
        bottom=bottom,
        left=left,
        right=right,
    )


def board(grid: HexGrid, *, swap: bool) -> Board:
    """The cells, coloured sides and coordinates, as a front end draws them (H1, H2)."""
    places = [(cell % grid.size, cell // grid.size) for cell in range(len(grid.names))]
    cells = tuple(
        Cell(name, *grid.centre(*place), *place, "hexagon", "stone", height=2 * CORNER)
        for name, place in zip(grid.names, places, strict=True)
    )
    halves = [(0, top_side(grid)), (1, right_side(grid))]
    halves += [(seat, [grid.opposite(point) for point in side]) for seat, side in halves]
    borders, beside = tuple(Border(tuple(side), seat) for seat, side in halves), labels(grid)
    return Board(cells, extent_of(cells, beside), (), borders, beside, ("swap",) if swap else (), "sandstone")


def top_side(grid: HexGrid) -> list[Point]:
    """Red's upper side along the hexagons, from the acute corner to the middle of the obtuse corner's edge."""
    centres = [grid.centre(column, 0) for column in range(grid.size)]
    points = [point for x, y in centres for point in ((x - 0.5, y - CORNER / 2), (x, y - CORNER))]
    return [*points, blunt_corner(grid)]


def right_side(grid: HexGrid) -> list[Point]:
    """Blue's right side along the hexagons, from the middle of the obtuse corner's edge to the acute corner."""
    centres = [grid.centre(grid.size - 1, row) for row in range(grid.size)]
    points = [point for x, y in centres for point in ((x + 0.5, y - CORNER / 2), (x + 0.5, y + CORNER / 2))]
    return [blunt_corner(grid), *points]


def blunt_corner(grid: HexGrid) -> Point:
    """Where the upper and right sides meet: each has half of the last cell's edge."""
    x, y = grid.centre(grid.size - 1, 0)
    return x + 0.25, y - CORNER * 3 / 4


def labels(grid: HexGrid) -> tuple[Label, ...]:
    """Letters above and below, numbers left and right, aligned with their columns and rows."""
    beside = (-1, grid.size)
    letters = [Label(LETTERS[at], *grid.centre(at, row)) for row in beside for at in range(grid.size)]
    numbers = [Label(str(at + 1), *grid.centre(column, at)) for column in beside for at in range(grid.size)]
    return (*letters, *numbers)


def shortest_chain(grid: HexGrid, own: int, seat: int) -> list[int]:
    """The cells of a shortest winning chain between the two sides of `seat`, with the stones `own` (H4)."""
    first, second = sides(grid.size)[seat], sides(grid.size)[seat ^ 2]
    rest = {cell for cell in range(len(grid.names)) if own >> cell & 1}
    came_from = {cell: cell for cell in sorted(rest) if first >> cell & 1}
    waiting = deque(came_from)
    while not second >> (cell := waiting.popleft()) & 1:
        rest -= came_from.keys()
        near = [other for other in sorted(rest) if grid.touch(cell, other)]
        came_from |= dict.fromkeys(near, cell)
        waiting += near
    chain = [cell]
    while came_from[chain[-1]] != chain[-1]:
        chain.append(came_from[chain[-1]])
    return chain


def diagram(grid: HexGrid, symbols: Sequence[str]) -> str:
    """The board as slanted text; R and B are the stones, and each side shows the colour that owns it (H2)."""
    size = grid.size
    letters = " ".join(LETTERS[:size])
    side = " ".join("R" * size)
    lines = [f"     {letters}", f"      {side}"]
    for row in range(size):
        cells = " ".join(symbols[cell] for cell in grid.row(row))
        lines.append(f"{' ' * row}{row + 1:>4} B {cells} B {row + 1}")
    indent = " " * size
    return "\n".join([*lines, f"{indent}       {side}", f"{indent}        {letters}"])
