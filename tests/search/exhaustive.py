"""Neutreeko solved outwards from its ends, by a program that shares nothing with the package but the rules.

A position is two sets of three squares, those of the player to move first; a set is a number from 0 to 2,299. Sweep
after sweep finds the positions that are won or lost in one ply more. Both colours are one, since the rules treat them
alike, and so are the board's eight symmetries.
"""

from functools import cache
from typing import NamedTuple

import numba
import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.int64]

SIDE, SQUARES, SETS = 5, 25, 2300
DEEPEST = 9
"""How many plies before the end are worked out."""
UNKNOWN = 100


@numba.njit  # type: ignore[untyped-decorator]
def number_of(a: int, b: int, c: int) -> int:
    """The number of a set of three squares."""
    if a > b:
        a, b = b, a
    if b > c:
        b, c = c, b
    if a > b:
        a, b = b, a
    return a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6


@numba.njit  # type: ignore[untyped-decorator]
def slide(start: int, column_step: int, row_step: int, taken: int) -> int:
    """Where a piece comes to rest: before the next piece, or at the edge."""
    column, row = start % SIDE, start // SIDE
    while True:
        column, row = column + column_step, row + row_step
        inside = 0 <= column < SIDE and 0 <= row < SIDE
        if not inside or taken >> (SIDE * row + column) & 1:
            return SIDE * (row - row_step) + column - column_step


@numba.njit  # type: ignore[untyped-decorator]
def is_won(a: int, b: int, c: int) -> bool:
    """Three next to each other, given in rising order."""
    columns, rows = (b % SIDE - a % SIDE, c % SIDE - b % SIDE), (b // SIDE - a // SIDE, c // SIDE - b // SIDE)
    return columns[0] == columns[1] and rows[0] == rows[1] and abs(columns[0]) <= 1 and rows[0] <= 1


class Board(NamedTuple):
    """Sets of squares, and how the board's eight symmetries move them."""

    squares: Numbers
    """By set: its squares in rising order."""
    ended: Numbers
    """By set: whether it is three in a row."""
    turned: Numbers
    """By symmetry and set: the set that it becomes."""
    way: Numbers
    """By set: the symmetry that makes it a first one, the lowest of its eight."""
    row: Numbers
    """By set: the number of its first one among the first ones."""
    first: Numbers
    """The first ones."""


@numba.njit  # type: ignore[untyped-decorator]
def best_end(values, board, own, enemy, plies):  # type: ignore[no-untyped-def]
    """The end in `plies` that the mover reaches, if it is that far away: positive won, negative lost, else unknown."""
    squares, taken = board.squares, 0
    for i in range(3):
        taken |= 1 << squares[own, i] | 1 << squares[enemy, i]
    row, turned = board.row[enemy], board.turned[board.way[enemy]]
    every_child_wins = True
    for i in range(3):
        start, one, other = squares[own, i], squares[own, (i + 1) % 3], squares[own, (i + 2) % 3]
        for direction in range(9):
            end = slide(start, direction % 3 - 1, direction // 3 - 1, taken) if direction != 4 else start
            if end == start:
                continue
            value = values[row, turned[number_of(one, other, end)]]
            if -plies < value <= 0:  # what this very sweep found does not count yet
                return plies
            every_child_wins &= 0 < value < plies
    return -plies if every_child_wins else UNKNOWN


@numba.njit  # type: ignore[untyped-decorator]
def sweep(values, board, plies):  # type: ignore[no-untyped-def]
    """Find what ends in `plies`. Wins end after an odd number, losses after an even one."""
    for row in range(len(board.first)):
        own = board.first[row]
        for enemy in range(SETS):
            if values[row, enemy] == UNKNOWN and not board.ended[own]:
                values[row, enemy] = best_end(values, board, own, enemy, plies)


def turn(square: int, symmetry: int) -> int:
    """The square that one of the eight symmetries makes of a square."""
    column, row = square % SIDE, square // SIDE
    for _ in range(symmetry % 4):
        column, row = row, SIDE - 1 - column
    return SIDE * row + (SIDE - 1 - column if symmetry >= 4 else column)


@cache
def board() -> Board:
    """The tables."""
    sets = [(a, b, c) for c in range(SQUARES) for b in range(c) for a in range(b)]
    moved = [[number_of(*(turn(square, symmetry) for square in three)) for three in sets] for symmetry in range(8)]
    turned = np.array(moved)
    lowest = turned.min(axis=0)
    first = np.unique(lowest)
    return Board(
        squares=np.array(sets),
        ended=np.array([is_won(*three) for three in sets]),
        turned=turned,
        way=turned.argmin(axis=0),
        row=np.searchsorted(first, lowest),
        first=first,
    )


@cache
def solved() -> npt.NDArray[np.int8]:
    """By the mover's first set and the opponent's set: plies to a win, below zero to a loss, `UNKNOWN` if further.

    A position whose sets overlap has a value as well, and nobody asks for it.
    """
    values = np.full((len(board().first), SETS), UNKNOWN, np.int8)
    values[:, board().ended] = 0
    for plies in range(1, DEEPEST + 1):
        sweep(values, board(), plies)
    return values


def plies_to_end(text: str) -> int:
    """Plies to the end of a position by its text, negative if the mover loses, or `UNKNOWN`."""
    men_on, mover = text.split()
    rows = men_on.split("/")[::-1]
    men = {colour: [SIDE * r + c for r in range(SIDE) for c in range(SIDE) if rows[r][c] == colour] for colour in "bw"}
    other = "w" if mover == "b" else "b"
    own, enemy = number_of(*men[mover]), number_of(*men[other])
    return int(solved()[board().row[own], board().turned[board().way[own]][enemy]])
