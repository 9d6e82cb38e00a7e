"""Network encoding of two-player Block It: the mover runs up the board.

A barrier is located by its corner: the lower left of the four squares around it, as the mover sees them.
"""

from collections.abc import Sequence

import numpy as np

from plyground.core.bits import ZERO, has, lowest, without_lowest
from plyground.core.bitset import Wide, is_empty, minus
from plyground.core.contract import Planes, Words, planes, policy_index, rule
from plyground.core.encoding import Encoding, Place, Plane, symmetry
from plyground.core.jit import kernel
from plyground.core.text import Grid
from plyground.games.blockit.board import OPPOSITE
from plyground.games.blockit.rules import (
    barriers_left,
    horizontal,
    kind_of,
    open_ways,
    pawn,
    seat_to_move,
    square_of,
    vertical,
)
from plyground.games.blockit.ways import (
    HORIZONTAL,
    PASS,
    PAWN,
    VERTICAL,
    BlockIt,
    OpenWays,
    goal,
    grown,
)

OWN, ENEMY, LYING, STANDING, OWN_WAY, ENEMY_WAY, OWN_LEFT, ENEMY_LEFT, JUMPING, BOARD = range(10)
FARTHEST = 64
"""Distance to the goal of squares with no way to it, or a longer one."""
UP, LEFT, DOWN, RIGHT = range(4)
A_STEP, A_BARRIER = 1 / 16, 1 / 10
"""Scale factors of steps to the goal and barriers left."""


@kernel
def heading(rules: BlockIt, seat: int) -> int:
    """The direction in which a player runs; a goal that begins at a1 is the first row or column."""
    begins_at_a1 = has(rules.goals[seat * len(rules.corners)], 0)
    if rules.goals_are_rows >> seat & 1:
        return DOWN if begins_at_a1 else UP
    return LEFT if begins_at_a1 else RIGHT


@kernel
def seen(square: int, size: int, last: int, way: int) -> int:
    """A square of a grid with last row and column `last`, rotated so that a player running `way` runs up."""
    row, column = square // size, square % size
    if way == DOWN:
        row, column = last - row, last - column
    elif way == LEFT:
        row, column = last - column, row
    elif way == RIGHT:
        row, column = column, last - row
    return row * size + column


@kernel
def clear(rules: BlockIt, state: Words, seat: int, out: Planes) -> None:
    """Write the constant planes and clear the others."""
    for row in range(rules.columns):
        for column in range(rules.columns):
            for plane in range(OWN, OWN_WAY):
                out[plane, row, column] = 0
            out[OWN_WAY, row, column] = FARTHEST
            out[ENEMY_WAY, row, column] = FARTHEST
            out[OWN_LEFT, row, column] = barriers_left(rules, state, seat)
            out[ENEMY_LEFT, row, column] = barriers_left(rules, state, 1 - seat)
            out[JUMPING, row, column] = rules.jumping
            out[BOARD, row, column] = 1


@kernel
def write_set(rules: BlockIt, squares: Wide, last: int, way: int, value: int, out: Planes, plane: int) -> None:
    """Write a value at each square of a set, as the mover sees it."""
    for index in range(len(squares)):
        word = squares[index]
        while word != ZERO:
            square = seen(64 * index + lowest(word), rules.columns, last, way)
            out[plane, square // rules.columns, square % rules.columns] = value
            word = without_lowest(word)


@kernel
def write_ways(rules: BlockIt, ways: OpenWays, seat: int, way: int, out: Planes, plane: int) -> None:
    """Write the distance of each square from the goal of `seat`, ignoring pawns."""
    reached = goal(rules, seat)
    front, steps = reached, 0
    while not is_empty(front) and steps < FARTHEST:
        write_set(rules, front, rules.columns - 1, way, steps, out, plane)
        wider = grown(rules, ways, reached)
        front, reached, steps = minus(wider, reached), wider, steps + 1


@rule(planes)
def write_planes(rules: BlockIt, state: Words, out: Planes) -> None:
    """Pawns and barriers as the mover sees them, distances to the goals, and barriers left."""
    seat = seat_to_move(rules, state)
    way, size = heading(rules, seat), rules.columns
    clear(rules, state, seat, out)
    for offset in range(2):
        square = seen(pawn(rules, state, seat if offset == 0 else 1 - seat), size, size - 1, way)
        out[OWN + offset, square // size, square % size] = 1
    across = way in (LEFT, RIGHT)
    write_set(rules, horizontal(rules, state), size - 2, way, 1, out, STANDING if across else LYING)
    write_set(rules, vertical(rules, state), size - 2, way, 1, out, LYING if across else STANDING)
    ways = open_ways(rules, state)
    write_ways(rules, ways, seat, way, out, OWN_WAY)
    write_ways(rules, ways, 1 - seat, way, out, ENEMY_WAY)


@rule(policy_index)
def number_of_move(rules: BlockIt, state: Words, move: np.uint64, part: int) -> int:
    """The pawn's destination, or its square for a pass; the barrier's place and kind, as the mover sees it."""
    if part > 0:
        return -1
    seat, kind, size = seat_to_move(rules, state), kind_of(move), rules.columns
    way = heading(rules, seat)
    if kind == PASS:
        return seen(pawn(rules, state, seat), size, size - 1, way)
    if kind == PAWN:
        return seen(square_of(move), size, size - 1, way)
    lies = (kind == HORIZONTAL) != (way in (LEFT, RIGHT))
    return (HORIZONTAL if lies else VERTICAL) * size * size + seen(square_of(move), size, size - 2, way)


def encoding(grid: Grid, colours: Sequence[str]) -> Encoding | None:
    """Only for two players on a square board. Left and right may be mirrored if they run against each other."""
    size = grid.columns
    if len(colours) != 2 or size != grid.rows:
        return None

    def mirrored(plane: int, row: int, column: int) -> Place:
        return plane, row, mirrored_column(column, at_corners=plane in (LYING, STANDING))

    def mirrored_answer(answer: int, row: int, column: int) -> Place:
        return answer, row, mirrored_column(column, at_corners=answer != PAWN)

    def mirrored_column(column: int, *, at_corners: bool) -> int:
        last = size - 2 if at_corners else size - 1
        return last - column if column <= last else column

    def nothing(plane: int, row: int, column: int) -> Place:
        return plane, row, column

    names = (
        *(Plane("own pawn"), Plane("enemy pawn"), Plane("barriers across"), Plane("barriers along")),
        *(Plane("own steps to the goal", A_STEP), Plane("enemy steps to the goal", A_STEP)),
        *(Plane("own barriers left", A_BARRIER), Plane("enemy barriers left", A_BARRIER)),
        *(Plane("may jump"), Plane("board")),
    )
    answers = ("pawn to", "barrier across", "barrier along")
    turns = [(nothing, nothing), *([(mirrored, mirrored_answer)] if set(colours) in OPPOSITE else [])]
    symmetries = tuple(symmetry((len(names), size, size), len(answers), *turn) for turn in turns)
    return Encoding(size, size, names, answers, symmetries)
