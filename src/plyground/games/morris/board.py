"""The board of Nine Men's Morris: points, lines and its picture."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from plyground.core.numbered_board import NumberedBoard
from plyground.core.scene import Board, BoardLine, extent_of, grid_cells, grid_labels
from plyground.core.text import LETTERS, Grid
from plyground.games.morris.rules import POINTS, Morris
from plyground.language import Message

SIDE = 7
NAMES = tuple("a1 d1 g1 b2 d2 f2 c3 d3 e3 a4 b4 c4 e4 f4 g4 c5 d5 e5 b6 d6 f6 a7 d7 g7".split())  # noqa: SIM905
"""The 24 points in board order (M1)."""

POINT = {name: index for index, name in enumerate(NAMES)}

LINES = tuple(
    tuple(POINT[name] for name in line.split())
    for line in (
        *("a1 d1 g1", "b2 d2 f2", "c3 d3 e3", "a4 b4 c4", "e4 f4 g4", "c5 d5 e5", "b6 d6 f6", "a7 d7 g7"),
        *("a1 a4 a7", "b2 b4 b6", "c3 c4 c5", "d1 d2 d3", "d5 d6 d7", "e3 e4 e5", "f2 f4 f6", "g1 g4 g7"),
    )
)
"""The 16 lines of three, each in board order."""

PICTURE = """\
7 {a7}-----------{d7}-----------{g7} 7
  |           |           |
6 |   {b6}-------{d6}-------{f6}   | 6
  |   |       |       |   |
5 |   |   {c5}---{d5}---{e5}   |   | 5
  |   |   |       |   |   |
4 {a4}---{b4}---{c4}       {e4}---{f4}---{g4} 4
  |   |   |       |   |   |
3 |   |   {c3}---{d3}---{e3}   |   | 3
  |   |       |       |   |
2 |   {b2}-------{d2}-------{f2}   | 2
  |           |           |
1 {a1}-----------{d1}-----------{g1} 1
  a   b   c   d   e   f   g"""


def as_set(points: Sequence[int]) -> int:
    """The points as bits of an integer."""
    return sum(1 << point for point in points)


def neighbours(point: int) -> int:
    """The points adjacent to `point` along a line, as a set."""
    pairs = [pair for line in LINES for pair in pairwise(line)]
    return as_set([sum(pair) - point for pair in pairs if point in pair])


def mates(point: int) -> list[int]:
    """For each of the two lines through `point`, the set of its other points."""
    return [as_set(line) - (1 << point) for line in LINES if point in line]


def tables(*, take_from_mills: bool, flying: bool) -> Morris:
    """The geometry and settings for the compiled rules."""
    return Morris(
        neighbours=np.array([neighbours(point) for point in range(POINTS)], np.uint64),
        mates=np.array([mate for point in range(POINTS) for mate in mates(point)], np.uint64),
        lines=np.array([as_set(line) for line in LINES], np.uint64),
        take_from_mills=take_from_mills,
        flying=flying,
    )


def board() -> Board:
    """The points and lines as a front end draws them: the squares of a grid that are named here."""
    grid = Grid(SIDE, SIDE)
    by_name = {cell.name: cell for cell in grid_cells(grid, "man", shape="point")}
    cells, labels = tuple(by_name[name] for name in NAMES), grid_labels(grid)
    lines = tuple(BoardLine(tuple((cells[point].x, cells[point].y) for point in line)) for line in LINES)
    return Board(cells, extent_of(cells, labels), lines=lines, labels=labels, material="oak")


def diagram(symbols: Sequence[str], white_hand: int, black_hand: int) -> str:
    """The board as text; W and B are the men."""
    board = PICTURE.format_map(dict(zip(NAMES, symbols, strict=True)))
    return Message("morris.diagram", board=board, white=white_hand, black=black_hand)


def numbered() -> NumberedBoard:
    """The board as the report displays it: W and R, columns and rows from 0 to 6, row 0 on top."""
    numbers = "   ".join(map(str, range(SIDE)))
    edge = f"  +{'-' * (len(numbers) + 2)}+"
    lines = PICTURE.splitlines()[:-1]
    rows = [_framed(line, "" if at % 2 else str(at // 2)) for at, line in enumerate(lines)]
    places = {name: (LETTERS.index(name[0]), SIDE - int(name[1])) for name in NAMES}
    return NumberedBoard(places, ("W", "R"), "0", "\n".join([f"    {numbers}", edge, *rows, edge, f"    {numbers}"]))


def _framed(line: str, number: str) -> str:
    """A line of the picture in a frame, with an optional number beside it."""
    body = line[2:-2] if number else line[2:]
    return f"{number or ' '} | {body} | {number}".rstrip()
