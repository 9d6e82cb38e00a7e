"""Virtual connections in Hex: what a player can join whatever the opponent does (H-search, after Anshelevich).

The points are the empty cells, the player's chains, and the two sides that the player joins, here top and bottom. A
full connection holds even if the opponent moves first, a semi-connection if the player does; each needs some empty
cells, its carrier, besides its ends. Connections with disjoint carriers combine:

- and: x joined to a chain or side z, and z to y, joins x to y; through an empty cell z it is a semi-connection;
- or: semi-connections between the same ends whose carriers have no cell in common form a full connection.

For boards of up to 64 cells. The number of connections per pair of points is limited; the rest are dropped, which
makes the search weaker but never wrong.
"""

import numpy as np

from plyground.core.bits import ONE, ZERO, bit, has, signed
from plyground.core.contract import Words
from plyground.core.jit import kernel

FULLS, SEMIS = 8, 16
"""Maximum number of connections of each kind kept for a pair of points."""
OLD, AT_START, SEMI_COUNT, FIRST_FULL, FIRST_SEMI = 1, 2, 3, 4, 4 + FULLS
ROW = FIRST_SEMI + SEMIS
"""Words for a pair: the number of full connections, how many of these are old and how many existed when the round
began, the number of semi-connections; then the carriers of both kinds."""
ROUNDS = 6
LARGEST = 8
"""Side length of the largest board."""
NOT_JOINED, SEMI, FULL = 0, 1, 2


def words_for(size: int) -> int:
    """Number of words of memory for the connections of a board; 0 if it is too large."""
    points = size * size + 2
    return points * points * ROW + points if size <= LARGEST else 0


@kernel
def row_of(points: int, x: int, y: int) -> int:
    """Offset of the words of a pair of points, after the names of the points."""
    return points + ROW * (min(x, y) * points + max(x, y))


@kernel
def is_covered(memory: Words, first: int, many: int, carrier: np.uint64) -> bool:
    """True if one of the `many` carriers starting at `first` lies within `carrier`."""
    for at in range(first, first + many):
        if memory[at] & ~carrier == ZERO:
            return True
    return False


@kernel
def add_full(memory: Words, row: int, carrier: np.uint64) -> bool:
    """Add a full connection; True if it is new."""
    many = signed(memory[row])
    if many == FULLS or is_covered(memory, row + FIRST_FULL, many, carrier):
        return False
    memory[row + FIRST_FULL + many] = carrier
    memory[row] += ONE
    return True


@kernel
def add_semi(memory: Words, row: int, carrier: np.uint64) -> bool:
    """Add a semi-connection, and the full ones it forms with up to two others; True if one of those is new."""
    many = signed(memory[row + SEMI_COUNT])
    if many == SEMIS or is_covered(memory, row + FIRST_FULL, signed(memory[row]), carrier):
        return False
    if is_covered(memory, row + FIRST_SEMI, many, carrier):
        return False
    memory[row + FIRST_SEMI + many] = carrier
    memory[row + SEMI_COUNT] += ONE
    found = False
    for i in range(row + FIRST_SEMI, row + FIRST_SEMI + many):
        both = carrier & memory[i]
        if both == ZERO:
            found |= add_full(memory, row, carrier | memory[i])
            continue
        for j in range(row + FIRST_SEMI, i):
            if both & memory[j] == ZERO:
                found |= add_full(memory, row, carrier | memory[i] | memory[j])
    return found


@kernel
def name_points(size: int, own: np.uint64, memory: Words) -> None:
    """Give all cells of a chain the same name, that of the top or bottom if the chain touches it."""
    cells = size * size
    for cell in range(cells):
        touching = cells if cell < size else cells + 1 if cell >= cells - size else cell
        memory[cell] = np.uint64(touching if has(own, cell) else cell)
    changed = True
    while changed:
        changed = False
        for cell in range(cells):
            for way in range(3):
                other = neighbour(size, cell, way)
                if other >= 0 and has(own, cell) and has(own, other) and memory[cell] != memory[other]:
                    memory[cell] = memory[other] = max(memory[cell], memory[other])
                    changed = True


@kernel
def neighbour(size: int, cell: int, way: int) -> int:
    """The cell to the right, below, or below left; -1 off the board."""
    column, row = cell % size, cell // size
    if way == 0:
        return cell + 1 if column < size - 1 else -1
    if row == size - 1:
        return -1
    if way == 1:
        return cell + size
    return cell + size - 1 if column > 0 else -1


@kernel
def begin(size: int, own: np.uint64, enemy: np.uint64, memory: Words) -> None:
    """Clear the memory, then add the connections of adjacent points."""
    cells = size * size
    points = cells + 2
    for at in range(points, points + ROW * points * points, ROW):
        memory[at] = memory[at + OLD] = memory[at + AT_START] = memory[at + SEMI_COUNT] = ZERO
    name_points(size, own, memory)
    for cell in range(cells):
        if has(enemy, cell):
            continue
        here = signed(memory[cell])
        if cell < size and here != cells:
            add_full(memory, row_of(points, here, cells), ZERO)
        if cell >= cells - size and here != cells + 1:
            add_full(memory, row_of(points, here, cells + 1), ZERO)
        for way in range(3):
            other = neighbour(size, cell, way)
            if other >= 0 and not has(enemy, other) and memory[other] != memory[cell]:
                add_full(memory, row_of(points, here, signed(memory[other])), ZERO)


@kernel
def is_point(size: int, own: np.uint64, enemy: np.uint64, memory: Words, point: int) -> bool:
    """True if a number stands for an empty cell, a chain by its name, or a side."""
    if point >= size * size:
        return True
    return not has(enemy, point) and signed(memory[point]) == point


@kernel
def point_bit(empty: np.uint64, point: int) -> np.uint64:
    """The cell of a point as a set, if it is an empty cell; otherwise the empty set."""
    return bit(point) & empty if point < 64 else ZERO


@kernel
def join(memory: Words, points: int, empty: np.uint64, x: int, z: int, y: int) -> bool:
    """Apply the and-rule to x, z and y where at least one connection is new; True if a full one was found."""
    first, second, row = row_of(points, x, z), row_of(points, z, y), row_of(points, x, y)
    own_x, own_y, middle = point_bit(empty, x), point_bit(empty, y), point_bit(empty, z)
    found = False
    for i in range(signed(memory[first])):
        a = memory[first + FIRST_FULL + i]
        if a & own_y != ZERO:
            continue
        old = i < signed(memory[first + OLD])
        for j in range(signed(memory[second])):
            b = memory[second + FIRST_FULL + j]
            if a & b != ZERO or b & own_x != ZERO or (old and j < signed(memory[second + OLD])):
                continue
            if middle == ZERO:
                found |= add_full(memory, row, a | b)
            else:
                found |= add_semi(memory, row, a | b | middle)
    return found


@kernel
def one_round(size: int, own: np.uint64, enemy: np.uint64, memory: Words) -> bool:
    """Apply the and-rule to all points once; True if a full connection was found."""
    points, found = size * size + 2, False
    empty = (bit(size * size) - ONE if size < LARGEST else ~ZERO) & ~(own | enemy)
    for z in range(points):
        if not is_point(size, own, enemy, memory, z):
            continue
        for x in range(points):
            if x == z or memory[row_of(points, x, z)] == ZERO:
                continue
            for y in range(x + 1, points):
                if y != z and memory[row_of(points, z, y)] != ZERO:
                    found |= join(memory, points, empty, x, z, y)
    return found


@kernel
def finish_round(memory: Words, points: int) -> None:
    """Mark connections that existed at the start of this round as old: they have been combined with each other."""
    for at in range(points, points + ROW * points * points, ROW):
        memory[at + OLD] = memory[at + AT_START]
        memory[at + AT_START] = memory[at]


@kernel
def joined(size: int, own: np.uint64, enemy: np.uint64, memory: Words, enough: int) -> int:
    """How top and bottom are joined; the search stops at `enough`."""
    points = size * size + 2
    row = row_of(points, points - 2, points - 1)
    begin(size, own, enemy, memory)
    for _ in range(ROUNDS):
        found = one_round(size, own, enemy, memory)
        finish_round(memory, points)
        if memory[row] != ZERO:
            return FULL
        if not found or (enough == SEMI and memory[row + SEMI_COUNT] != ZERO):
            break
    return SEMI if memory[row + SEMI_COUNT] != ZERO else NOT_JOINED


@kernel
def must_play(size: int, memory: Words) -> np.uint64:
    """The cells needed by all semi-connections of top and bottom: a move elsewhere leaves one to be completed."""
    points = size * size + 2
    row = row_of(points, points - 2, points - 1)
    cells = ~ZERO
    for at in range(signed(memory[row + SEMI_COUNT])):
        cells &= memory[row + FIRST_SEMI + at]
    return cells
