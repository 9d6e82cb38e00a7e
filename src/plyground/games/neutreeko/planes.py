"""Network encoding of Neutreeko: neither player has a side of the board, so only the colours are exchanged."""

from collections.abc import Callable
from itertools import product

import numpy as np

from plyground.core.bits import has
from plyground.core.contract import Planes, Words, planes, policy_index, rule
from plyground.core.encoding import Encoding, Place, Plane, Symmetry, symmetry
from plyground.core.jit import kernel
from plyground.games.neutreeko.rules import (
    SIDE,
    SQUARES,
    Neutreeko,
    destination_of,
    origin_of,
    pieces,
    seat_to_move,
)

OWN, ENEMY, BOARD = range(3)
WAYS = tuple((columns, rows) for rows, columns in product((-1, 0, 1), repeat=2) if (columns, rows) != (0, 0))
"""The directions of a slide in the order of the answers, by rows and then columns."""
Turn = Callable[[int, int], tuple[int, int]]


@rule(planes)
def write_planes(rules: Neutreeko, state: Words, out: Planes) -> None:
    """The pieces and the board itself."""
    seat = seat_to_move(rules, state)
    own, enemy = pieces(state, seat), pieces(state, 1 - seat)
    for square in range(SQUARES):
        row, column = square // SIDE, square % SIDE
        out[OWN, row, column] = has(own, square)
        out[ENEMY, row, column] = has(enemy, square)
        out[BOARD, row, column] = 1


@kernel
def sign(number: int) -> int:
    """-1, 0 or 1."""
    return int(number > 0) - int(number < 0)


@rule(policy_index)
def number_of_move(rules: Neutreeko, state: Words, move: np.uint64, part: int) -> int:
    """The direction of the slide and its starting square."""
    if part > 0:
        return -1
    origin, destination = origin_of(move), destination_of(move)
    rows = sign(destination // SIDE - origin // SIDE)
    columns = sign(destination % SIDE - origin % SIDE)
    way = 3 * (rows + 1) + columns + 1
    return (way - (way > 4)) * SQUARES + origin


def turned(turn: Turn) -> Symmetry:
    """The symmetry that transforms the board about its centre; `turn` maps columns and rows."""
    middle = SIDE // 2

    def at(plane: int, row: int, column: int) -> Place:
        columns, rows = turn(column - middle, row - middle)
        return plane, rows + middle, columns + middle

    def answer_at(way: int, row: int, column: int) -> Place:
        _, new_row, new_column = at(0, row, column)
        return WAYS.index(turn(*WAYS[way])), new_row, new_column

    return symmetry((3, SIDE, SIDE), len(WAYS), at, answer_at)


def encoding() -> Encoding:
    """The board may be rotated and mirrored in eight ways."""
    turns: list[Turn] = []
    for flipped, left, down in product((False, True), (1, -1), (1, -1)):
        turns.append(
            lambda x, y, flipped=flipped, left=left, down=down: (  # type: ignore[misc]
                (left * y, down * x) if flipped else (left * x, down * y)
            )
        )
    names = (Plane("own pieces"), Plane("enemy pieces"), Plane("board"))
    answers = tuple(f"{columns:+d} columns, {rows:+d} rows" for columns, rows in WAYS)
    return Encoding(SIDE, SIDE, names, answers, tuple(turned(turn) for turn in turns))
