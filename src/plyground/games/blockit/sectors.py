"""Index of Block It positions on small boards, as the mover sees them; sectors are the barriers both have left.

A barrier's place is the index of its corner, plus the number of corners if it is vertical. The barriers on the board
are a set of places, ranked among all sets of that size (the combinatorial number system). An index combines the rank
of the set, the mover's square and the opponent's. Blue sees the board from the other side, so that it too runs up.
"""

from collections.abc import Sequence
from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from plyground.core.bits import ZERO, bit, has, lowest, without_lowest
from plyground.core.bitset import Wide, common, is_empty, meet, minus, raised, single, union
from plyground.core.contract import Words, rule
from plyground.core.jit import kernel
from plyground.core.sectors import Sector, SectorSet, index_in, orbit_size, parents, sector_of, state_at
from plyground.core.text import Grid
from plyground.games.blockit.board import OPPOSITE
from plyground.games.blockit.rules import (
    LEFT_AT,
    LEFT_BITS,
    MOVER_AT,
    PAWN_BITS,
    all_have_a_way,
    barriers_left,
    horizontal,
    legal_barriers,
    open_ways,
    packed_word,
    pawn,
    pawn_targets,
    replaced,
    seat_to_move,
    vertical,
)
from plyground.games.blockit.ways import (
    BlockIt,
    OpenWays,
    goal,
    grown,
)
from plyground.language import Message

MOST_NUMBERS = 2_000_000_000
"""Boards and barriers with more positions than this are not indexed."""
MOST_PARENTS = 4 + 4 + 2
"""From an adjacent square, from a square beside the other pawn, or by a pass, with room to spare."""


class BlockItSectors(NamedTuple):
    """The tables that index positions."""

    rules: BlockIt
    barriers: int
    """Number of barriers per player at the start."""
    choose: npt.NDArray[np.int64]
    """Binomial coefficients, by n and k."""
    corners: npt.NDArray[np.int64]
    """By corner index: its square."""
    numbers: npt.NDArray[np.int64]
    """By square: its corner index."""


@kernel
def places(numbering: BlockItSectors, state: Words, turned: bool) -> np.uint64:
    """The barriers as a set of places, seen from the other side if `turned`."""
    found, corners = ZERO, len(numbering.corners)
    for word in range(2):
        rest = state[word]
        while rest != ZERO:
            number = numbering.numbers[lowest(rest)]
            rest = without_lowest(rest)
            found |= bit(word * corners + (corners - 1 - number if turned else number))
    return found


@kernel
def rank(numbering: BlockItSectors, chosen: np.uint64) -> int:
    """The rank of a set among those of its size."""
    number, size = 0, 0
    while chosen != ZERO:
        size += 1
        number += numbering.choose[lowest(chosen), size]
        chosen = without_lowest(chosen)
    return number


@kernel
def write_barriers(numbering: BlockItSectors, number: int, size: int, state: Words) -> None:
    """Write the set of `size` places with rank `number`."""
    corners, place = len(numbering.corners), 2 * len(numbering.corners)
    state[0], state[1] = ZERO, ZERO
    while size > 0:
        place -= 1
        if numbering.choose[place, size] <= number:
            number -= numbering.choose[place, size]
            size -= 1
            state[place // corners] |= bit(numbering.corners[place % corners])


@kernel
def placed(numbering: BlockItSectors, sector: int) -> int:
    """Number of barriers on the board in a sector."""
    side = numbering.barriers + 1
    return 2 * numbering.barriers - sector // side - sector % side


@kernel
def fits(rules: BlockIt, state: Words) -> bool:
    """True if no two barriers overlap or cross (B4), and every pawn has a way to its goal (B5)."""
    lying, standing = horizontal(rules, state), vertical(rules, state)
    along = union(common(lying, raised(lying, 1)), common(standing, raised(standing, rules.columns)))
    if not is_empty(union(along, common(lying, standing))):
        return False
    return all_have_a_way(rules, state, open_ways(rules, state))


@rule(sector_of)
def sector_by_barriers(numbering: BlockItSectors, state: Words) -> int:
    """The sector, by the barriers that the mover and the opponent have left."""
    seat = seat_to_move(numbering.rules, state)
    own, other = barriers_left(numbering.rules, state, seat), barriers_left(numbering.rules, state, 1 - seat)
    return own * (numbering.barriers + 1) + other


@rule(index_in)
def number_of(numbering: BlockItSectors, sector: int, state: Words) -> int:
    """The index from the barriers, the mover's square and the opponent's, as the mover sees them."""
    rules = numbering.rules
    squares, seat = rules.columns * rules.rows, seat_to_move(rules, state)
    own, other = pawn(rules, state, seat), pawn(rules, state, 1 - seat)
    if seat == 1:
        own, other = squares - 1 - own, squares - 1 - other
    return (rank(numbering, places(numbering, state, seat == 1)) * squares + own) * squares + other


@rule(state_at)
def position_at(numbering: BlockItSectors, sector: int, at: int, state: Words) -> bool:
    """The position has the first player to move, and not yet at the goal."""
    rules = numbering.rules
    squares, side = rules.columns * rules.rows, numbering.barriers + 1
    other, own, number = at % squares, at // squares % squares, at // (squares * squares)
    if own == other or has(rules.goals[0], own):
        return False
    write_barriers(numbering, number, placed(numbering, sector), state)
    packed = own | other << PAWN_BITS | (sector // side) << LEFT_AT | (sector % side) << (LEFT_AT + LEFT_BITS)
    state[2] = np.uint64(packed)
    return fits(rules, state)


@rule(orbit_size)
def positions_at(numbering: BlockItSectors, sector: int, at: int) -> int:
    """Mirror images have separate indices."""
    return 1


@kernel
def origins(rules: BlockIt, state: Words, ways: OpenWays, seat: int) -> Wide:
    """Squares a pawn may have come from: an adjacent one, or one beside a pawn it may have jumped over."""
    here, other = single(rules.corners, pawn(rules, state, seat)), single(rules.corners, pawn(rules, state, 1 - seat))
    found = grown(rules, ways, here)
    if rules.jumping and meet(found, other):
        found = union(found, grown(rules, ways, other))
    return minus(minus(found, union(here, other)), goal(rules, seat))


@kernel
def can_place(rules: BlockIt, state: Words, ways: OpenWays, seat: int) -> bool:
    """True if a player can place a barrier (B4, B5)."""
    if barriers_left(rules, state, seat) == 0:
        return False
    places = legal_barriers(rules, state, ways)
    return not is_empty(places.horizontal) or not is_empty(places.vertical)


@rule(parents)
def positions_before(numbering: BlockItSectors, rules: BlockIt, state: Words, out: Any) -> int:
    """The squares from which the other pawn can have come, and this position if it had to pass (B7)."""
    seat, total, ways = 1 - seat_to_move(rules, state), 0, open_ways(rules, state)
    here = single(rules.corners, pawn(rules, state, seat))
    word = replaced(packed_word(rules, state), MOVER_AT, 2, seat)
    rest = origins(rules, state, ways, seat)[0]
    while rest != ZERO:
        before = out[total]
        before[0], before[1] = state[0], state[1]
        before[2] = replaced(word, PAWN_BITS * seat, PAWN_BITS, lowest(rest))
        rest = without_lowest(rest)
        if meet(pawn_targets(rules, before, ways), here):
            total += 1
    before = out[total]
    before[0], before[1], before[2] = state[0], state[1], word
    if is_empty(pawn_targets(rules, before, ways)) and not can_place(rules, before, ways, seat):
        total += 1
    return total


def sectors(
    grid: Grid, rules: BlockIt, colours: Sequence[str], barriers: int, options: dict[str, str]
) -> SectorSet | None:
    """The whole game for two players in opposite directions on a small board; None for any other."""
    corners = [square for square in range(len(grid.names)) if int(rules.corners[0]) >> square & 1]
    if set(colours) not in OPPOSITE or len(rules.corners) > 1 or 2 * len(corners) > 62:
        return None
    sizes = [_size(grid, len(corners), 2 * barriers - own - other) for own, other in _lefts(barriers)]
    if sum(sizes) > MOST_NUMBERS:
        return None
    made = tuple(
        Sector(f"{own}-{other}", size, _after(barriers, own, other))
        for (own, other), size in zip(_lefts(barriers), sizes, strict=True)
    )
    numbers = np.full(len(grid.names), -1, np.int64)
    numbers[corners] = range(len(corners))
    places, most = 2 * len(corners), 2 * barriers
    choose = np.array([[comb(n, k) for k in range(most + 1)] for n in range(places + 1)], np.int64)
    numbering = BlockItSectors(rules, barriers, choose, np.array(corners, np.int64), numbers)
    same = tuple(range(len(grid.names)))
    return SectorSet(
        numbering, made, (same,), options, closed=True, most_parents=MOST_PARENTS, about=Message("games.whole")
    )


def _lefts(barriers: int) -> list[tuple[int, int]]:
    """Barriers left of the mover and the opponent, by sector."""
    return [(own, other) for own in range(barriers + 1) for other in range(barriers + 1)]


def _size(grid: Grid, corners: int, placed: int) -> int:
    return comb(2 * corners, placed) * len(grid.names) ** 2


def _after(barriers: int, own: int, other: int) -> tuple[int, ...]:
    """The next sectors: a pawn moves, or the mover places a barrier; then the opponent is the mover."""
    side = barriers + 1
    return tuple(other * side + left for left in (own, own - 1) if left >= 0)
