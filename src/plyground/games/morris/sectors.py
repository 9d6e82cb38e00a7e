"""The endings of Nine Men's Morris, numbered: none in hand, three men or more each, folded by the 16 symmetries.

A sector is how many men the mover has against how many of the other. A quiet move leads to the sector with both
exchanged, a removal to one with fewer men.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from plyground.core.bits import ZERO, bit, count, lowest, without_lowest
from plyground.core.contract import Words, rule
from plyground.core.errors import OptionError
from plyground.core.sectors import Sector, SectorSet, index_in, orbit_size, parents, sector_of, state_at
from plyground.core.symmetry_index import SymmetryIndex, enemy_at, folded, folding, is_first, orbit_of, own_at, pairs
from plyground.games.morris.planes import PLACES, encoding
from plyground.games.morris.rules import (
    BOARD,
    MEN,
    POINTS,
    Morris,
    closes_mill,
    hand,
    men,
    packed,
    removable,
    seat_in,
    seat_to_move,
)

FEWEST = 3
USUAL_MEN = 7
MOST_PARENTS = 3 * POINTS
"""Three men fly back to 18 points; nine men walk back to four each."""


class MorrisSectors(NamedTuple):
    """The tables that number positions."""

    folding: SymmetryIndex
    numbers: npt.NDArray[np.int64]
    """By men of the mover and of the other: the number of the sector, or -1."""
    men: npt.NDArray[np.int64]
    """By sector: both."""


@rule(sector_of)
def sector_by_men(numbering: MorrisSectors, state: Words) -> int:
    """By men on the board; none may be in hand."""
    if hand(state, 0) + hand(state, 1) > 0:
        return -1
    seat = seat_in(state)
    return numbering.numbers[count(men(state, seat)), count(men(state, 1 - seat))]


@rule(index_in)
def number_of(numbering: MorrisSectors, sector: int, state: Words) -> int:
    """The mover's men against the other's."""
    seat = seat_in(state)
    return folded(numbering.folding, men(state, seat), men(state, 1 - seat))


@rule(state_at)
def position_at(numbering: MorrisSectors, sector: int, at: int, state: Words) -> bool:
    """White is to move in it."""
    size, others = numbering.men[sector, 0], numbering.men[sector, 1]
    fold = own_at(numbering.folding, size, others, at)
    own = numbering.folding.firsts[fold]
    enemy = enemy_at(numbering.folding, size, others, at, own)
    state[0] = packed(own, enemy, 0, 0, 0)
    return is_first(numbering.folding, fold, enemy)


@rule(orbit_size)
def positions_at(numbering: MorrisSectors, sector: int, at: int) -> int:
    """Up to sixteen."""
    size, others = numbering.men[sector, 0], numbering.men[sector, 1]
    fold = own_at(numbering.folding, size, others, at)
    enemy = enemy_at(numbering.folding, size, others, at, numbering.folding.firsts[fold])
    return orbit_of(numbering.folding, fold, enemy)


@rule(parents)
def positions_before(numbering: MorrisSectors, rules: Morris, state: Words, out: Any) -> int:
    """A man that removed nobody walked or flew to where it stands (M3 to M5)."""
    seat = 1 - seat_to_move(rules, state)
    own, enemy = men(state, seat), men(state, 1 - seat)
    empty = BOARD & ~(own | enemy)
    flies = rules.flying and count(own) == FEWEST
    safe = removable(rules, enemy) == ZERO
    total, rest = 0, own
    while rest != ZERO:
        point = lowest(rest)
        rest = without_lowest(rest)
        others = own & ~bit(point)
        if closes_mill(rules, others, point) and not safe:
            continue
        origins = empty if flies else empty & rules.neighbours[point]
        while origins != ZERO:
            moved = others | bit(lowest(origins))
            origins = without_lowest(origins)
            out[total, 0] = packed(moved, enemy, 0, 0, 0) if seat == 0 else packed(enemy, moved, 0, 0, 1)
            total += 1
    return total


def symmetries() -> tuple[tuple[int, ...], ...]:
    """Where each of the board's 16 symmetries takes each point."""
    point_at = np.argsort(PLACES)
    return tuple(tuple(map(int, point_at[each.inputs[:POINTS][PLACES]])) for each in encoding().symmetries)


def check_men(most: int) -> None:
    """Raise an error unless there are endings with so many men."""
    if not 2 * FEWEST <= most <= 2 * MEN:
        raise OptionError(f"Endings have {2 * FEWEST} to {2 * MEN} men in all, not {most}.")


def sides_up_to(most: int) -> list[tuple[int, int]]:
    """The men of both sides, fewer men first, and with as many the pairs that lead to each other together."""
    sides = [(own, total - own) for total in range(2 * FEWEST, most + 1) for own in range(FEWEST, total - FEWEST + 1)]
    return sorted((pair for pair in sides if max(pair) <= MEN), key=lambda pair: (sum(pair), max(pair), pair))


def sectors(most: int, options: dict[str, str]) -> SectorSet:
    """The endings with up to so many men in all."""
    check_men(most)
    sides = sides_up_to(most)
    tables = folding(symmetries(), max(map(max, sides)))
    numbers = np.full((MEN + 1, MEN + 1), -1, np.int64)
    for number, pair in enumerate(sides):
        numbers[pair] = number
    made = tuple(_sector(tables, numbers, *pair) for pair in sides)
    numbering = MorrisSectors(tables, numbers, np.array(sides, np.int64))
    return SectorSet(
        numbering, made, symmetries(), options, most_parents=MOST_PARENTS, about=f"endings with up to {most} men"
    )


def _sector(tables: SymmetryIndex, numbers: npt.NDArray[np.int64], own: int, enemy: int) -> Sector:
    after = (numbers[enemy, own], numbers[enemy - 1, own])
    about = {"mover": [own, 0], "opponent": [enemy, 0]}
    successors = tuple(int(number) for number in after if number >= 0)
    return Sector(f"{own}-{enemy}", pairs(tables, own, enemy), successors, (own, enemy), about)
