"""The board of Eximo: squares, directions and its picture."""

import numpy as np

from plyground.core.text import Grid, grid_diagram, symbol_at
from plyground.games.eximo.rules import Eximo

SIDE = 8
GRID = Grid(SIDE, SIDE)
DIRECTIONS = {1: (-1, 1), 2: (0, 1), 3: (1, 1), 4: (-1, 0), 5: (1, 0)}
"""The directions of rules.py as (columns, rows)."""


def square_at(square: int, direction: int, distance: int) -> int:
    """The square `distance` steps away, or -1 off the board (or for an invalid direction)."""
    if direction not in DIRECTIONS:
        return -1
    columns, rows = DIRECTIONS[direction]
    column, row = square % SIDE + distance * columns, square // SIDE + distance * rows
    return row * SIDE + column if 0 <= column < SIDE and 0 <= row < SIDE else -1


def tables() -> Eximo:
    """The geometry for the compiled rules: eight entries per square, of which the five directions are used."""
    places = [(square, direction) for square in range(SIDE * SIDE) for direction in range(8)]
    return Eximo(
        next=np.array([square_at(*place, 1) for place in places], np.int64),
        beyond=np.array([square_at(*place, 2) for place in places], np.int64),
        distances=np.array([0, *(rows * SIDE + columns for columns, rows in DIRECTIONS.values())], np.int64),
    )


def seen_by(square: int, seat: int) -> int:
    """A square as numbered by the player of `seat`, and back: Black sees the board from the other side."""
    return square if seat == 0 else square ^ 56


def diagram(white: int, black: int) -> str:
    """The board as text; W and B are the men."""
    return grid_diagram(GRID, [symbol_at((white, black), ".WB", square) for square in range(SIDE * SIDE)])
