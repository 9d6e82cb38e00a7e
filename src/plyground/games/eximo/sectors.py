"""Index of Eximo endings with few men, as the mover sees the board; mirror images are one.

A promotion turns one man into two, so moves lead out of every set of sectors by men. Positions won or lost whatever
the result of such moves are proved; all others stay open.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from plyground.core.bits import ZERO, count
from plyground.core.contract import Words, rule
from plyground.core.errors import OptionError
from plyground.core.sectors import Sector, SectorSet, index_in, orbit_size, sector_of, state_at
from plyground.core.symmetry_index import SymmetryIndex, enemy_at, folded, folding, is_first, orbit_of, own_at, pairs
from plyground.games.eximo.rules import enemy_men, own_men
from plyground.language import Message

SIDE, SQUARES = 8, 64
FEWEST, USUAL_MEN, MOST_MEN = 2, 4, 5
_FIRST_ROW, _LAST_ROW = np.uint64(0xFF), np.uint64(0xFF << 56)


class EximoSectors(NamedTuple):
    """The tables that index positions."""

    folding: SymmetryIndex
    numbers: npt.NDArray[np.int64]
    """By number of men of the mover and the opponent: the sector, or -1."""
    men: npt.NDArray[np.int64]
    """By sector: the number of men of both."""


@rule(sector_of)
def sector_by_men(numbering: EximoSectors, state: Words) -> int:
    """The sector, by men on the board."""
    own, enemy = count(state[0]), count(state[1])
    if own + enemy >= len(numbering.numbers):
        return -1
    return numbering.numbers[own, enemy] if state[2] == ZERO else numbering.numbers[enemy, own]


@rule(index_in)
def number_of(numbering: EximoSectors, sector: int, state: Words) -> int:
    """The index of the mover's men and the opponent's."""
    return folded(numbering.folding, own_men(state), enemy_men(state))


@rule(state_at)
def position_at(numbering: EximoSectors, sector: int, at: int, state: Words) -> bool:
    """The position has White to move; no man is on the far row, where it is removed at once (E6)."""
    size, others = numbering.men[sector, 0], numbering.men[sector, 1]
    fold = own_at(numbering.folding, size, others, at)
    own = numbering.folding.firsts[fold]
    enemy = enemy_at(numbering.folding, size, others, at, own)
    state[0], state[1], state[2] = own, enemy, ZERO
    if own & _LAST_ROW != ZERO or enemy & _FIRST_ROW != ZERO:
        return False
    return is_first(numbering.folding, fold, enemy)


@rule(orbit_size)
def positions_at(numbering: EximoSectors, sector: int, at: int) -> int:
    """One or two mirror images."""
    size, others = numbering.men[sector, 0], numbering.men[sector, 1]
    fold = own_at(numbering.folding, size, others, at)
    enemy = enemy_at(numbering.folding, size, others, at, numbering.folding.firsts[fold])
    return orbit_of(numbering.folding, fold, enemy)


def sectors(most: int) -> SectorSet:
    """The endings with up to `most` men in total; moves lead from each to almost every other one."""
    if not FEWEST <= most <= MOST_MEN:
        raise OptionError(Message("games.endings.men", low=FEWEST, high=MOST_MEN, men=most))
    same = tuple(range(SQUARES))
    mirrored = tuple(square ^ (SIDE - 1) for square in range(SQUARES))
    sides = [(own, total - own) for total in range(FEWEST, most + 1) for own in range(1, total)]
    tables = folding((same, mirrored), most - 1)
    numbers = np.full((most + 1, most + 1), -1, np.int64)
    for number, pair in enumerate(sides):
        numbers[pair] = number
    all_numbers = tuple(range(len(sides)))
    made = tuple(
        Sector(f"{own}-{enemy}", pairs(tables, own, enemy), all_numbers, (own, enemy), _about(own, enemy))
        for own, enemy in sides
    )
    numbering = EximoSectors(tables, numbers, np.array(sides, np.int64))
    about = Message("games.endings.up_to", men=most)
    return SectorSet(numbering, made, (same, mirrored), {}, about=about, open_is_draw=False)


def _about(own: int, enemy: int) -> dict[str, list[int]]:
    return {"mover": [own, 0], "opponent": [enemy, 0]}
