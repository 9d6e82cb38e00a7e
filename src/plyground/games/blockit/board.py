"""The board of Block It: squares, borders, barriers and its picture."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from plyground.core.bitset import wide
from plyground.core.contract import Words
from plyground.core.scene import Board, Border, Cell, Point, centre_in, extent_of, grid_cells, grid_labels
from plyground.core.text import LETTERS, Grid
from plyground.games.blockit.ways import BlockIt
from plyground.language import Message

COLOURS = ("red", "green", "blue", "yellow")
"""In turn order (B2)."""
OPPOSITE = ({"red", "blue"}, {"green", "yellow"})
"""Pairs of colours that run in opposite directions: a half turn of the board exchanges them."""

GAP = 0.2
"""Width of the gaps between squares, where barriers lie; centres of adjacent squares are 1 apart."""

BORDERS = {"red": "rd", "green": "gr", "blue": "bl", "yellow": "yl"}
PAWNS = {"red": "RR", "green": "GG", "blue": "BB", "yellow": "YY"}


class Barrier(NamedTuple):
    """A barrier: the square that names it, and its orientation (B4)."""

    square: int
    horizontal: bool


def words_for(grid: Grid) -> int:
    """Number of words in a set of the board's squares."""
    return -(-len(grid.names) // 64)


def start_of(colour: str, grid: Grid) -> int:
    """The starting square of a pawn (B1); with an even number of squares, the second of the two in the middle."""
    across, along, last_column, last_row = grid.columns // 2, grid.rows // 2, grid.columns - 1, grid.rows - 1
    places = {"red": (across, 0), "green": (last_column, along), "blue": (across, last_row), "yellow": (0, along)}
    column, row = places[colour]
    return row * grid.columns + column


def goal_of(colour: str, grid: Grid) -> int:
    """The squares of a colour's goal side, as a set (B1)."""
    row, column = (1 << grid.columns) - 1, sum(1 << (row * grid.columns) for row in range(grid.rows))
    last_row, last_column = row << ((grid.rows - 1) * grid.columns), column << (grid.columns - 1)
    return {"red": last_row, "green": column, "blue": row, "yellow": last_column}[colour]


def straight_way(colour: str, square: int, grid: Grid) -> int:
    """The edges straight ahead from a square to its colour's goal side, each as the square south or west of it."""
    column, row = square % grid.columns, square // grid.columns
    rows = {"red": range(row, grid.rows - 1), "blue": range(row)}.get(colour, [row] * grid.columns)
    columns = {"green": range(column), "yellow": range(column, grid.columns - 1)}.get(colour, [column] * grid.rows)
    return sum(1 << (r * grid.columns + c) for c, r in zip(columns, rows, strict=False))


def flat(sets: Sequence[int], words: int) -> Words:
    """Sets of squares as consecutive words."""
    return np.array([word for squares in sets for word in wide(squares, words)], np.uint64)


def tables(grid: Grid, colours: Sequence[str], *, jumping: bool) -> BlockIt:
    """The geometry and settings for the compiled rules."""
    words, squares = words_for(grid), (1 << len(grid.names)) - 1
    row, column, last_row, last_column = (goal_of(colour, grid) for colour in ("blue", "green", "red", "yellow"))
    corners = squares & ~(last_row | last_column)
    return BlockIt(
        columns=grid.columns,
        rows=grid.rows,
        seats=len(colours),
        goals_are_rows=sum(1 << seat for seat, colour in enumerate(colours) if colour in ("red", "blue")),
        jumping=jumping,
        corners=wide(corners, words),
        all_but_last_row=wide(squares & ~last_row, words),
        all_but_last_column=wide(squares & ~last_column, words),
        left_corners=wide(corners & column, words),
        right_corners=wide(corners & (last_column >> 1), words),
        lower_corners=wide(corners & row, words),
        upper_corners=wide(corners & (last_row >> grid.columns), words),
        goals=flat([goal_of(colour, grid) for colour in colours], words),
        straight_ways=flat(
            [straight_way(colour, square, grid) for colour in colours for square in range(len(grid.names))], words
        ),
    )


def covered(barrier: Barrier, columns: int) -> list[tuple[int, int]]:
    """The three cells (column, row) that a barrier covers in the matrix of 2·n − 1 cells for n squares (B4)."""
    column, row = 2 * (barrier.square % columns) + 1, 2 * (barrier.square // columns) + 1
    if barrier.horizontal:
        return [(column - 1, row), (column, row), (column + 1, row)]
    return [(column, row - 1), (column, row), (column, row + 1)]


def leaves_board(grid: Grid, barrier: Barrier) -> bool:
    """True if a barrier would extend beyond the board (B4)."""
    column, row = barrier.square % grid.columns, barrier.square // grid.columns
    return column == grid.columns - 1 or row == grid.rows - 1


def write_barrier(grid: Grid, barrier: Barrier) -> str:
    """The barrier's square, and h or v."""
    return f"{grid.names[barrier.square]}{'h' if barrier.horizontal else 'v'}"


def places(grid: Grid) -> list[Barrier]:
    """All barrier placements on an empty board (B4)."""
    barriers = [Barrier(square, horizontal) for horizontal in (True, False) for square in range(len(grid.names))]
    return [barrier for barrier in barriers if not leaves_board(grid, barrier)]


def board(grid: Grid, colours: Sequence[str]) -> Board:
    """The squares, barrier slots and goal sides, as a front end draws them."""
    squares = [replace(cell, width=1 - GAP, height=1 - GAP) for cell in grid_cells(grid, "pawn")]
    cells, labels = (*squares, *(slot(grid, barrier) for barrier in places(grid))), grid_labels(grid)
    borders = tuple(Border(goal_side(grid, colour), seat) for seat, colour in enumerate(colours))
    return Board(cells, extent_of(cells, labels), (), borders, labels, ("pass",), "birch")


def slot(grid: Grid, barrier: Barrier) -> Cell:
    """The slot of a barrier: around the upper right corner of its square, two squares and a gap long (B4)."""
    x, y = centre_in(grid, barrier.square)
    column, row = barrier.square % grid.columns, barrier.square // grid.columns
    width, height = (2 - GAP, GAP) if barrier.horizontal else (GAP, 2 - GAP)
    return Cell(write_barrier(grid, barrier), x + 0.5, y - 0.5, column, row, "slot", "barrier", width, height)


def goal_side(grid: Grid, colour: str) -> tuple[Point, Point]:
    """The outer edge of a colour's goal side, from corner to corner (B1)."""
    goal = goal_of(colour, grid)
    centres = [centre_in(grid, square) for square in range(len(grid.names)) if goal >> square & 1]
    first, last = [(outwards(x, grid.columns), outwards(y, grid.rows)) for x, y in (centres[0], centres[-1])]
    return first, last


def outwards(at: float, cells: int) -> float:
    """The coordinate of the board's edge, from the centre of a square at the edge."""
    return at - 0.5 if at < cells / 2 else at + 0.5


def diagram(grid: Grid, pawns: dict[str, int], left: dict[str, int], barriers: Sequence[Barrier]) -> str:
    """The board as a matrix of two-character cells, in the style of the game's report.

    Squares are `__`, with the barrier slots between them; pawns RR GG BB YY; barriers XX; each border shows the colour
    that must reach it.
    """
    columns, cells = grid.columns, 2 * grid.columns - 1
    shown = {(2 * column, 2 * row): "__" for column in range(columns) for row in range(grid.rows)}
    shown |= {cell: "XX" for barrier in barriers for cell in covered(barrier, columns)}
    shown |= {(2 * (square % columns), 2 * (square // columns)): PAWNS[colour] for colour, square in pawns.items()}
    letters = "|".join(f"{LETTERS[cell // 2]} " if cell % 2 == 0 else "  " for cell in range(cells))
    lines = [f"     |{letters}|", f"     |{'|'.join([BORDERS['red']] * cells)}|"]
    for row in reversed(range(2 * grid.rows - 1)):
        number = f"{row // 2 + 1:>2}" if row % 2 == 0 else "  "
        inside = "|".join(shown.get((cell, row), "  ") for cell in range(cells))
        lines.append(f"{number}|{BORDERS['green']}|{inside}|{BORDERS['yellow']}|{number}".rstrip())
    lines += [f"     |{'|'.join([BORDERS['blue']] * cells)}|", lines[0]]
    counts = [Message(f"blockit.left.{colour}", number=number) for colour, number in left.items()]
    return Message("blockit.diagram", board="\n".join(lines), left=counts)
