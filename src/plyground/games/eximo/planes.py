"""Network encoding of Eximo: the mover moves up, as in the rules."""

import numpy as np

from plyground.core.bits import has
from plyground.core.contract import Planes, Words, planes, policy_index, rule
from plyground.core.encoding import Encoding, Place, Plane, symmetry
from plyground.games.eximo.board import DIRECTIONS, SIDE
from plyground.games.eximo.rules import (
    MOST_HOPS,
    STEP,
    Eximo,
    direction_of,
    drop_of,
    enemy_men,
    kind_of,
    origin_of,
    own_men,
)

OWN, ENEMY, BOARD = range(3)
SQUARES = SIDE * SIDE
DROP = len(DIRECTIONS)
"""The answer for a drop, after those for the directions of a hop."""
MIRRORED = (2, 1, 0, 4, 3, DROP)
"""The answers after mirroring left and right."""


@rule(planes)
def write_planes(rules: Eximo, state: Words, out: Planes) -> None:
    """The men and the board itself."""
    own, enemy = own_men(state), enemy_men(state)
    for square in range(SQUARES):
        row, column = square // SIDE, square % SIDE
        out[OWN, row, column] = has(own, square)
        out[ENEMY, row, column] = has(enemy, square)
        out[BOARD, row, column] = 1


@rule(policy_index)
def number_of_part(rules: Eximo, state: Words, move: np.uint64, part: int) -> int:
    """Each step or hop by its direction and starting square, then each drop by its square."""
    at, hops = origin_of(move), 0
    direction = direction_of(move, 0)
    while direction != 0 and hops < part:
        near = rules.next[8 * at + direction]
        at = near if kind_of(move) == STEP else rules.beyond[8 * at + direction]
        hops += 1
        direction = direction_of(move, hops) if hops < MOST_HOPS else 0
    if direction != 0:
        return (direction - 1) * SQUARES + at
    if part - hops < 2 and drop_of(move, part - hops) != 0:
        return DROP * SQUARES + drop_of(move, part - hops)
    return -1


def encoding() -> Encoding:
    """Left and right may be mirrored."""

    def mirrored(plane: int, row: int, column: int) -> Place:
        return plane, row, SIDE - 1 - column

    def mirrored_answer(answer: int, row: int, column: int) -> Place:
        return MIRRORED[answer], row, SIDE - 1 - column

    def nothing(plane: int, row: int, column: int) -> Place:
        return plane, row, column

    names = (Plane("own men"), Plane("enemy men"), Plane("board"))
    answers = ("forward left", "forward", "forward right", "left", "right", "drop")
    shape = (len(names), SIDE, SIDE)
    turns = ((nothing, nothing), (mirrored, mirrored_answer))
    symmetries = tuple(symmetry(shape, len(answers), *turn) for turn in turns)
    return Encoding(SIDE, SIDE, names, answers, symmetries, most_parts=MOST_HOPS + 2)
