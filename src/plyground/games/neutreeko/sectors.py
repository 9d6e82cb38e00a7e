"""Index of Neutreeko positions: one sector, colours merged, folded by the eight symmetries of the board.

A position in which the mover already has three in a row cannot occur; its index stands for no position.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from plyground.core.bits import ZERO, bit, lowest, without_lowest
from plyground.core.contract import Words, rule
from plyground.core.sectors import Sector, SectorSet, index_in, orbit_size, parents, sector_of, state_at
from plyground.core.symmetry_index import SymmetryIndex, enemy_at, folded, folding, is_first, orbit_of, own_at, pairs
from plyground.games.neutreeko.planes import encoding
from plyground.games.neutreeko.rules import (
    DIRECTIONS,
    SIDE,
    SQUARES,
    Neutreeko,
    has_three,
    packed,
    pieces,
    seat_in,
    seat_to_move,
    slide,
)
from plyground.language import Message

PIECES = 3
MOST_PARENTS = PIECES * DIRECTIONS * (SIDE - 1)


class NeutreekoSectors(NamedTuple):
    """The tables that index positions."""

    folding: SymmetryIndex
    opposite: npt.NDArray[np.int64]
    """By direction: the opposite direction."""


@rule(sector_of)
def only_sector(numbering: NeutreekoSectors, state: Words) -> int:
    """All positions are in one sector."""
    return 0


@rule(index_in)
def number_of(numbering: NeutreekoSectors, sector: int, state: Words) -> int:
    """The index of the mover's pieces and the opponent's."""
    seat = seat_in(state)
    return folded(numbering.folding, pieces(state, seat), pieces(state, 1 - seat))


@rule(state_at)
def position_at(numbering: NeutreekoSectors, sector: int, at: int, state: Words) -> bool:
    """The position has Black to move."""
    fold = own_at(numbering.folding, PIECES, PIECES, at)
    own = numbering.folding.firsts[fold]
    enemy = enemy_at(numbering.folding, PIECES, PIECES, at, own)
    state[0] = packed(own, enemy, 0)
    return is_first(numbering.folding, fold, enemy) and not has_three(own)


@rule(orbit_size)
def positions_at(numbering: NeutreekoSectors, sector: int, at: int) -> int:
    """Up to eight symmetric images."""
    fold = own_at(numbering.folding, PIECES, PIECES, at)
    enemy = enemy_at(numbering.folding, PIECES, PIECES, at, numbering.folding.firsts[fold])
    return orbit_of(numbering.folding, fold, enemy)


@rule(parents)
def positions_before(numbering: NeutreekoSectors, rules: Neutreeko, state: Words, out: Any) -> int:
    """A piece stopped where it is may have come from any free square behind it (N2)."""
    seat = 1 - seat_to_move(rules, state)
    own, other = pieces(state, seat), pieces(state, 1 - seat)
    taken, total, rest = own | other, 0, own
    while rest != ZERO:
        piece = lowest(rest)
        rest = without_lowest(rest)
        for direction in range(DIRECTIONS):
            if slide(rules, taken, piece, direction) != piece:
                continue
            back = numbering.opposite[direction]
            way = slide(rules, taken, piece, back)
            while way != piece:
                moved = own ^ bit(piece) ^ bit(way)
                out[total, 0] = packed(moved, other, seat) if seat == 0 else packed(other, moved, seat)
                total += 1
                way += rules.steps[direction]
    return total


def sectors(rules: Neutreeko) -> SectorSet:
    """The whole game."""
    symmetries = tuple(tuple(map(int, each.inputs[:SQUARES])) for each in encoding().symmetries)
    steps = list(rules.steps)
    opposite = np.array([steps.index(-step) for step in steps], np.int64)
    tables = folding(symmetries, PIECES)
    whole = Sector("whole", pairs(tables, PIECES, PIECES), (0,), (PIECES, PIECES))
    return SectorSet(
        NeutreekoSectors(tables, opposite),
        (whole,),
        symmetries,
        {},
        closed=True,
        most_parents=MOST_PARENTS,
        about=Message("games.whole"),
    )
