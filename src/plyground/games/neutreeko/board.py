"""The board of Neutreeko: squares, directions and its picture."""

import numpy as np

from plyground.core.text import Grid, grid_diagram, symbol_at
from plyground.games.neutreeko.rules import SIDE, SQUARES, Neutreeko

GRID = Grid(SIDE, SIDE)
Directions = tuple[tuple[int, int], ...]
UP, DOWN, RIGHT, LEFT = (0, 1), (0, -1), (1, 0), (-1, 0)
UP_RIGHT, UP_LEFT, DOWN_RIGHT, DOWN_LEFT = (1, 1), (-1, 1), (1, -1), (-1, -1)
ORDERS: dict[str, Directions] = {
    "rows": (UP, DOWN, RIGHT, LEFT, UP_RIGHT, UP_LEFT, DOWN_RIGHT, DOWN_LEFT),
    "clockwise": (UP, UP_RIGHT, RIGHT, DOWN_RIGHT, DOWN, DOWN_LEFT, LEFT, UP_LEFT),
}
"""The directions of N5 as (columns, rows)."""


def mirrored(order: Directions) -> Directions:
    """The same order on the published report's board, which has Black on top and rows numbered downwards.

    Its first row is Black's, as is ours, so pieces come in the same order.
    """
    return tuple((columns, -rows) for columns, rows in order)


ORDERS |= {"report": mirrored(ORDERS["rows"]), "report-clockwise": mirrored(ORDERS["clockwise"])}


def ray(square: int, direction: tuple[int, int]) -> list[int]:
    """The squares from `square`, exclusive, to the edge."""
    columns, rows = direction
    column, row = square % SIDE + columns, square // SIDE + rows
    found = []
    while 0 <= column < SIDE and 0 <= row < SIDE:
        found.append(row * SIDE + column)
        column, row = column + columns, row + rows
    return found


def tables(order: str) -> Neutreeko:
    """The slides in the chosen order of directions (N5)."""
    directions = ORDERS[order]
    rays = [ray(square, direction) for square in range(SQUARES) for direction in directions]
    ends = [way[-1] if way else index // len(directions) for index, way in enumerate(rays)]
    return Neutreeko(
        rays=np.array([sum(1 << square for square in way) for way in rays], np.uint64),
        ends=np.array(ends, np.int64),
        steps=np.array([rows * SIDE + columns for columns, rows in directions], np.int64),
    )


def diagram(black: int, white: int) -> str:
    """The board as text; B and W are the pieces."""
    return grid_diagram(GRID, [symbol_at((black, white), ".BW", square) for square in range(SQUARES)])
