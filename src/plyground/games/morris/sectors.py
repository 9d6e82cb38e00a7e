"""Index of Nine Men's Morris positions, folded by the 16 symmetries: the endings, or the whole game.

A sector is the number of men of the mover and the opponent, on the board and in hand. Without men in hand, a quiet move
leads to the sector with both exchanged, a removal to one with fewer men. A placement leads to a sector with one man
fewer in hand, so no position of the placing phase recurs.
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
from plyground.language import Message

FEWEST = 3
USUAL_MEN = 7
MOST_PARENTS = 3 * POINTS
"""Three men fly back to 18 points; nine men move back to four each."""


class MorrisSectors(NamedTuple):
    """The tables that index positions."""

    folding: SymmetryIndex
    numbers: npt.NDArray[np.int64]
    """By men of the mover and the opponent, and total men in hand: the sector, or -1."""
    men: npt.NDArray[np.int64]
    """By sector: the men of the mover and the opponent, then the men in hand of both."""


@rule(sector_of)
def sector_by_men(numbering: MorrisSectors, state: Words) -> int:
    """The sector, by men on the board and in hand; players alternate, so the mover has as many in hand, or one more."""
    seat = seat_in(state)
    own_hand, other_hand = hand(state, seat), hand(state, 1 - seat)
    if own_hand != other_hand and own_hand != other_hand + 1:
        return -1
    return numbering.numbers[count(men(state, seat)), count(men(state, 1 - seat)), own_hand + other_hand]


@rule(index_in)
def number_of(numbering: MorrisSectors, sector: int, state: Words) -> int:
    """The index of the mover's men and the opponent's."""
    seat = seat_in(state)
    return folded(numbering.folding, men(state, seat), men(state, 1 - seat))


@rule(state_at)
def position_at(numbering: MorrisSectors, sector: int, at: int, state: Words) -> bool:
    """The position has White to move."""
    size, others = numbering.men[sector, 0], numbering.men[sector, 1]
    fold = own_at(numbering.folding, size, others, at)
    own = numbering.folding.firsts[fold]
    enemy = enemy_at(numbering.folding, size, others, at, own)
    state[0] = packed(own, enemy, numbering.men[sector, 2], numbering.men[sector, 3], 0)
    return is_first(numbering.folding, fold, enemy)


@rule(orbit_size)
def positions_at(numbering: MorrisSectors, sector: int, at: int) -> int:
    """Up to sixteen symmetric images."""
    size, others = numbering.men[sector, 0], numbering.men[sector, 1]
    fold = own_at(numbering.folding, size, others, at)
    enemy = enemy_at(numbering.folding, size, others, at, numbering.folding.firsts[fold])
    return orbit_of(numbering.folding, fold, enemy)


@rule(parents)
def positions_before(numbering: MorrisSectors, rules: Morris, state: Words, out: Any) -> int:
    """A man that removed nothing moved or flew to where it is (M3 to M5)."""
    seat = 1 - seat_to_move(rules, state)
    if hand(state, 0) + hand(state, 1) > 0:
        return 0
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
    """The image of each point under each of the board's 16 symmetries."""
    point_at = np.argsort(PLACES)
    return tuple(tuple(map(int, point_at[each.inputs[:POINTS][PLACES]])) for each in encoding().symmetries)


def check_men(most: int) -> None:
    """Raise an error unless there are endings with this many men."""
    if not 2 * FEWEST <= most <= 2 * MEN:
        raise OptionError(Message("games.endings.men", low=2 * FEWEST, high=2 * MEN, men=most))


def sides_up_to(most: int, each: int = MEN) -> list[tuple[int, int]]:
    """The men of both sides, up to `each`: fewer men first, pairs that lead to each other together."""
    sides = [(own, total - own) for total in range(2 * FEWEST, most + 1) for own in range(FEWEST, total - FEWEST + 1)]
    return sorted((pair for pair in sides if max(pair) <= each), key=lambda pair: (sum(pair), max(pair), pair))


def placing_sides(each: int = MEN) -> list[tuple[int, int, int, int]]:
    """The sectors of the placing phase that can occur, last placement first: men of both, men in hand of both.

    A player with fewer than three men and none in hand has lost (M6), so those sectors have no open positions.
    """
    found, layer = list[tuple[int, int, int, int]](), {(0, 0, each, each)}
    while layer and min(hand for *_, hand, _ in layer) > 0:
        found += sorted(layer, reverse=True)
        layer = {after for sides in layer for after in _after_placing(*sides) if not _has_lost(*after)}
    return found[::-1]


def _after_placing(own: int, enemy: int, own_hand: int, enemy_hand: int) -> list[tuple[int, int, int, int]]:
    """The sectors that a placement leads to: a mill needs at least three men, and a man to take (M5)."""
    taken = (0, 1) if own >= FEWEST - 1 and enemy > 0 else (0,)
    return [(enemy - less, own + 1, enemy_hand, own_hand - 1) for less in taken]


def _has_lost(own: int, enemy: int, own_hand: int, enemy_hand: int) -> bool:
    return (own_hand == 0 and own < FEWEST) or (enemy_hand == 0 and enemy < FEWEST)


def sectors(most: int, options: dict[str, str]) -> SectorSet:
    """The endings with up to `most` men in total."""
    check_men(most)
    return sectors_with(
        [(*pair, 0, 0) for pair in sides_up_to(most)], options, Message("games.endings.up_to", men=most)
    )


def all_sectors(options: dict[str, str], each: int = MEN) -> SectorSet:
    """The whole game with `each` men per side: the endings, then the placing phase back to the empty board."""
    endings = [(*pair, 0, 0) for pair in sides_up_to(2 * each, each)]
    return sectors_with(endings + placing_sides(each), options, Message("games.every_position"))


def sectors_with(sides: list[tuple[int, int, int, int]], options: dict[str, str], about: str) -> SectorSet:
    """Sectors by men of the mover, men of the opponent, and men in hand of both; each after those it leads to."""
    tables = folding(symmetries(), max(max(each[:2]) for each in sides))
    numbers = np.full((MEN + 1, MEN + 1, 2 * MEN + 1), -1, np.int64)
    for number, (own, enemy, *hands) in enumerate(sides):
        numbers[own, enemy, sum(hands)] = number
    made = tuple(_sector(tables, numbers, *each) for each in sides)
    numbering = MorrisSectors(tables, numbers, np.array(sides, np.int64))
    return SectorSet(numbering, made, symmetries(), options, most_parents=MOST_PARENTS, about=about)


def _sector(
    tables: SymmetryIndex, numbers: npt.NDArray[np.int64], own: int, enemy: int, own_hand: int, enemy_hand: int
) -> Sector:
    placed = 1 if own_hand else 0
    left = own_hand + enemy_hand - placed
    after = [numbers[enemy - less, own + placed, left] for less in (0, 1) if enemy >= less and own + placed <= MEN]
    about = {"mover": [own, own_hand], "opponent": [enemy, enemy_hand]}
    name = f"{own}+{own_hand}-{enemy}+{enemy_hand}" if own_hand else f"{own}-{enemy}"
    successors = tuple(int(number) for number in after if number >= 0)
    rests = (own_hand | enemy_hand << 4, enemy_hand | own_hand << 4 | 1 << 8)
    return Sector(name, pairs(tables, own, enemy), successors, (own, enemy), about, rests)
