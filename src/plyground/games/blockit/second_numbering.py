"""The numbers of Block It positions derived once more, for verification; nothing here is shared with sectors.py.

Sets of barriers are listed and found by binary search, squares and corners are counted by column and row, and whether
every pawn has a way is found by walking.
"""

from itertools import combinations
from typing import NamedTuple

import numpy as np

from plyground.core.bits import ONE, ZERO, bit, has, lowest, without_lowest
from plyground.core.contract import Words, rule
from plyground.core.jit import kernel
from plyground.core.sectors import index_in, sector_of, state_at
from plyground.games.blockit.rules import (
    LEFT_AT,
    LEFT_BITS,
    PAWN_BITS,
    barriers_left,
    pawn,
    seat_to_move,
)
from plyground.games.blockit.ways import BlockIt


class ListedBarriers(NamedTuple):
    """The sets of barriers of a board."""

    rules: BlockIt
    barriers: int
    """Number of barriers per player at the start."""
    sets: Words
    """The sets of places by size, each size in ascending order."""
    starts: tuple[int, ...]
    """Where the sets of each size begin."""


def listed(rules: BlockIt, barriers: int) -> ListedBarriers:
    """List the sets of barriers; a place is a corner by row and column, upright barriers after lying ones."""
    places = 2 * (rules.columns - 1) * (rules.rows - 1)
    sizes = [
        sorted(sum(1 << place for place in chosen) for chosen in combinations(range(places), size))
        for size in range(2 * barriers + 1)
    ]
    starts = np.cumsum([0, *map(len, sizes)])
    words = np.array([word for size in sizes for word in size], np.uint64)
    return ListedBarriers(rules, barriers, words, tuple(map(int, starts)))


@kernel
def place_of(rules: BlockIt, square: int, upright: int, turned: bool) -> int:
    """The place of the barrier named by a square, seen from the other side of the board if `turned`."""
    column, row = square % rules.columns, square // rules.columns
    if turned:
        column, row = rules.columns - 2 - column, rules.rows - 2 - row
    return (upright * (rules.rows - 1) + row) * (rules.columns - 1) + column


@kernel
def set_of(rules: BlockIt, state: Words, turned: bool) -> np.uint64:
    """The barriers on the board as a set of places."""
    found = ZERO
    for upright in range(2):
        for square in range(rules.columns * rules.rows):
            if has(state[upright], square):
                found |= bit(place_of(rules, square, upright, turned))
    return found


@kernel
def has_barrier(rules: BlockIt, state: Words, column: int, row: int, upright: int) -> bool:
    """True if a barrier is named by the square in this column and row, which may be off the board."""
    return column >= 0 and row >= 0 and has(state[upright], row * rules.columns + column)


@kernel
def can_step(rules: BlockIt, state: Words, column: int, row: int, upright: int) -> bool:
    """True if no barrier lies between a square and the one above it, or with `upright` the one to its right."""
    if upright == 0:
        between = has_barrier(rules, state, column, row, 0) or has_barrier(rules, state, column - 1, row, 0)
        return row + 1 < rules.rows and not between
    between = has_barrier(rules, state, column, row, 1) or has_barrier(rules, state, column, row - 1, 1)
    return column + 1 < rules.columns and not between


@kernel
def has_a_way(rules: BlockIt, state: Words, start: int, goals: np.uint64) -> bool:
    """True if one can walk from a square to one of the goals (B5)."""
    found, before = bit(start), ZERO
    while found != before:
        before = found
        for square in range(rules.columns * rules.rows):
            column, row = square % rules.columns, square // rules.columns
            for upright in range(2):
                if can_step(rules, state, column, row, upright):
                    pair = bit(square) | bit(square + (1 if upright else rules.columns))
                    found |= pair if found & pair != ZERO else ZERO
    return found & goals != ZERO


@kernel
def overlap(rules: BlockIt, state: Words) -> bool:
    """True if two barriers share a corner or a half (B4)."""
    for square in range(rules.columns * rules.rows):
        column, row = square % rules.columns, square // rules.columns
        lying, upright = has(state[0], square), has(state[1], square)
        beside = lying and has_barrier(rules, state, column - 1, row, 0)
        if (lying and upright) or beside or (upright and has_barrier(rules, state, column, row - 1, 1)):
            return True
    return False


@rule(sector_of)
def sector_by_barriers_left(numbering: ListedBarriers, state: Words) -> int:
    """Sectors in the order of the mover's barriers left, then of the opponent's."""
    seat = seat_to_move(numbering.rules, state)
    own, other = barriers_left(numbering.rules, state, seat), barriers_left(numbering.rules, state, 1 - seat)
    return own * (numbering.barriers + 1) + other


@rule(index_in)
def index_of(numbering: ListedBarriers, sector: int, state: Words) -> int:
    """The set of barriers, then the mover's square, then the opponent's."""
    rules = numbering.rules
    seat, squares = seat_to_move(rules, state), rules.columns * rules.rows
    wanted, size = set_of(rules, state, seat == 1), size_in(numbering, sector)
    low, high = numbering.starts[size], numbering.starts[size + 1]
    while low < high:
        middle = (low + high) // 2
        if numbering.sets[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    own, other = pawn(rules, state, seat), pawn(rules, state, 1 - seat)
    if seat == 1:
        own, other = squares - 1 - own, squares - 1 - other
    return ((low - numbering.starts[size]) * squares + own) * squares + other


@kernel
def size_in(numbering: ListedBarriers, sector: int) -> int:
    """Number of barriers on the board in a sector."""
    return 2 * numbering.barriers - sector // (numbering.barriers + 1) - sector % (numbering.barriers + 1)


@rule(state_at)
def state_of(numbering: ListedBarriers, sector: int, at: int, state: Words) -> bool:
    """The first player is to move, and has not won; barriers are as the rules allow them."""
    rules = numbering.rules
    squares = rules.columns * rules.rows
    chosen = numbering.sets[numbering.starts[size_in(numbering, sector)] + at // (squares * squares)]
    own, other = at // squares % squares, at % squares
    write_barriers(rules, chosen, state)
    left = sector // (numbering.barriers + 1) | sector % (numbering.barriers + 1) << LEFT_BITS
    state[2] = np.uint64(own | other << PAWN_BITS | left << LEFT_AT)
    if own == other or has(rules.goals[0], own) or overlap(rules, state):
        return False
    return has_a_way(rules, state, own, rules.goals[0]) and has_a_way(rules, state, other, rules.goals[1])


@kernel
def write_barriers(rules: BlockIt, chosen: np.uint64, state: Words) -> None:
    """Put the barriers of a set of places on the board."""
    corners = (rules.columns - 1) * (rules.rows - 1)
    state[0], state[1] = ZERO, ZERO
    while chosen != ZERO:
        place = lowest(chosen)
        chosen = without_lowest(chosen)
        corner = place % corners
        square = corner // (rules.columns - 1) * rules.columns + corner % (rules.columns - 1)
        state[place // corners] |= ONE << np.uint64(square)
