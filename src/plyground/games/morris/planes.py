"""Network encoding of Nine Men's Morris: three rings of eight points, unrolled into three rows that wrap around.

Neighbours on a ring are neighbours in a row, and the midpoints of the sides (the odd columns) are joined to those of
the next ring, in the next row.
"""

from itertools import product

import numpy as np

from plyground.core.bits import has
from plyground.core.contract import Planes, Words, planes, policy_index, rule
from plyground.core.encoding import Encoding, Place, Plane, Symmetry, symmetry
from plyground.core.jit import kernel
from plyground.games.morris.board import NAMES, SIDE
from plyground.games.morris.rules import (
    MEN,
    NOWHERE,
    POINTS,
    Morris,
    destination_of,
    hand,
    men,
    origin_of,
    removed_by,
    seat_to_move,
)

RINGS, AROUND = 3, 8
OWN, ENEMY, OWN_HAND, ENEMY_HAND, BOARD = range(5)
PLACED, ONWARDS, BACKWARDS, INWARDS, OUTWARDS, FROM, TO, REMOVED = range(8)
"""The answers. A man moves along its ring or to the next one; a flying man moves from one point to another."""

CORNERS_AND_SIDES = ((-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
"""The eight points of a ring in order, relative to the centre of the board."""


def place_of(name: str) -> int:
    """The index of a point in the grid: ring by ring from the outside, each from its lower left corner."""
    x, y = ord(name[0]) - ord("a") - SIDE // 2, int(name[1]) - 1 - SIDE // 2
    ring = max(abs(x), abs(y))
    return (RINGS - ring) * AROUND + CORNERS_AND_SIDES.index((x // ring, y // ring))


PLACES = np.array([place_of(name) for name in NAMES], np.int64)
"""By point in board order."""


@kernel
def place(point: int) -> int:
    """The index of a point in the grid."""
    return int(PLACES[point])


@rule(planes)
def write_planes(rules: Morris, state: Words, out: Planes) -> None:
    """The men on the board and in hand, and the board itself."""
    seat = seat_to_move(rules, state)
    own, enemy = men(state, seat), men(state, 1 - seat)
    for point in range(POINTS):
        ring, around = place(point) // AROUND, place(point) % AROUND
        out[OWN, ring, around] = has(own, point)
        out[ENEMY, ring, around] = has(enemy, point)
        out[OWN_HAND, ring, around] = hand(state, seat)
        out[ENEMY_HAND, ring, around] = hand(state, 1 - seat)
        out[BOARD, ring, around] = 1


@kernel
def way_between(origin: int, destination: int) -> int:
    """How a man moves between two places of the grid: to a neighbour, or by flying."""
    rings = destination // AROUND - origin // AROUND
    around = (destination - origin) % AROUND
    if rings == 0 and around == 1:
        return ONWARDS
    if rings == 0 and around == AROUND - 1:
        return BACKWARDS
    if around == 0 and origin & 1 == 1 and rings == 1:
        return INWARDS
    if around == 0 and origin & 1 == 1 and rings == -1:
        return OUTWARDS
    return FROM


@rule(policy_index)
def number_of_part(rules: Morris, state: Words, move: np.uint64, part: int) -> int:
    """How the man arrives (in two parts if it flies), then the man removed."""
    destination = place(destination_of(move))
    kind, at, arriving = PLACED, destination, 1
    if origin_of(move) != NOWHERE:
        at = place(origin_of(move))
        kind = way_between(at, destination)
        arriving = 2 if kind == FROM else 1
    if part == 0:
        return kind * POINTS + at
    if part < arriving:
        return TO * POINTS + destination
    if part == arriving and removed_by(move) != NOWHERE:
        return REMOVED * POINTS + place(removed_by(move))
    return -1


def turned(by: int, *, mirrored: bool, inside_out: bool) -> Symmetry:
    """The symmetry that rotates the board by `by` points of a ring, after optional mirroring and exchange of rings."""
    exchanged = {ONWARDS: BACKWARDS, BACKWARDS: ONWARDS} if mirrored else {}
    exchanged |= {INWARDS: OUTWARDS, OUTWARDS: INWARDS} if inside_out else {}

    def at(plane: int, ring: int, around: int) -> Place:
        return plane, RINGS - 1 - ring if inside_out else ring, ((-around if mirrored else around) + by) % AROUND

    def answer_at(answer: int, ring: int, around: int) -> Place:
        return at(exchanged.get(answer, answer), ring, around)

    return symmetry((5, RINGS, AROUND), 8, at, answer_at)


def encoding() -> Encoding:
    """The board may be rotated and mirrored in eight ways, and turned inside out."""
    counting = 1 / MEN
    names = (
        Plane("own men"),
        Plane("enemy men"),
        Plane("own men in hand", counting),
        Plane("enemy men in hand", counting),
        Plane("board"),
    )
    answers = (
        "place",
        "move onwards",
        "move backwards",
        "move inwards",
        "move outwards",
        "fly from",
        "fly to",
        "remove",
    )
    symmetries = tuple(
        turned(by, mirrored=mirrored, inside_out=inside_out)
        for inside_out, mirrored, by in product((False, True), (False, True), range(0, AROUND, 2))
    )
    return Encoding(RINGS, AROUND, names, answers, symmetries, wraps=True, most_parts=3)
