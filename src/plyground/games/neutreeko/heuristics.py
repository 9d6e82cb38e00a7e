"""Estimates for Neutreeko: the six of the published report, and a strong one.

The report lists what a player scores for, but not whether the opponent's score counts. The weight `enemy` decides: 1,
the default, is own minus enemy; with 0 only the mover's own pieces count, which reproduces the published ranking
(`heuristic=H4,weights=enemy:0`). A line is a row, a column or a diagonal.
"""

from typing import Any, NamedTuple

import numpy as np

from plyground.core.bits import ZERO, count, has, highest, lowest, without_lowest
from plyground.core.contract import Words, contract, rule
from plyground.core.heuristic import heuristic
from plyground.core.jit import kernel
from plyground.games.neutreeko.rules import SIDE, SQUARES, Neutreeko, pieces, seat_to_move
from plyground.games.neutreeko.tactics import BETWEEN, IN_LINE, THIRDS, threats

_BOARD = np.uint64((1 << SQUARES) - 1)


def _columns(names: str) -> np.uint64:
    """The squares of some columns."""
    return np.uint64(sum(1 << square for square in range(SQUARES) if "abcde"[square % SIDE] in names))


def _ring(distance: int) -> np.uint64:
    """The squares at `distance` king's steps from the centre."""
    steps = [max(abs(square % SIDE - 2), abs(square // SIDE - 2)) for square in range(SQUARES)]
    return np.uint64(sum(1 << square for square in range(SQUARES) if steps[square] == distance))


_AB, _ABC, _ABCD = _columns("ab"), _columns("abc"), _columns("abcd")
_DE, _CDE, _BCDE = _columns("de"), _columns("cde"), _columns("bcde")
_RING, _EDGE = _ring(1), _ring(2)


@kernel
def pairs(own: np.uint64) -> int:
    """Number of adjacent pairs."""
    row = own & (own >> np.uint64(1)) & _ABCD
    column = own & (own >> np.uint64(SIDE))
    rising = own & (own >> np.uint64(SIDE + 1)) & _ABCD
    falling = own & (own >> np.uint64(SIDE - 1)) & _BCDE
    return count(row) + count(column) + count(rising) + count(falling)


@kernel
def gaps(own: np.uint64, empty: np.uint64) -> np.uint64:
    """The empty squares with `own` on both sides. Three pieces cannot form two such pairs around the same square."""
    row = own & (empty >> np.uint64(1)) & (own >> np.uint64(2)) & _ABC
    column = own & (empty >> np.uint64(SIDE)) & (own >> np.uint64(2 * SIDE))
    rising = own & (empty >> np.uint64(SIDE + 1)) & (own >> np.uint64(2 * SIDE + 2)) & _ABC
    falling = own & (empty >> np.uint64(SIDE - 1)) & (own >> np.uint64(2 * SIDE - 2)) & _CDE
    upright = (row << np.uint64(1)) | (column << np.uint64(SIDE))
    return upright | (rising << np.uint64(SIDE + 1)) | (falling << np.uint64(SIDE - 1))


@kernel
def starts_of_gapped_triples(own: np.uint64, empty: np.uint64, step: int, columns: np.uint64) -> np.uint64:
    """The squares in `columns` that start a pattern of two, a gap and one, or one, a gap and two."""
    second, third = np.uint64(step), np.uint64(2 * step)
    inner = ((own >> second) & (empty >> third)) | ((empty >> second) & (own >> third))
    return own & inner & (own >> np.uint64(3 * step)) & columns


@kernel
def gapped_triples(own: np.uint64, empty: np.uint64) -> int:
    """1 if all three are on four squares in line with one empty between them, otherwise 0."""
    row = starts_of_gapped_triples(own, empty, 1, _AB)
    column = starts_of_gapped_triples(own, empty, SIDE, _BOARD)
    rising = starts_of_gapped_triples(own, empty, SIDE + 1, _AB)
    falling = starts_of_gapped_triples(own, empty, SIDE - 1, _DE)
    return count(row | column | rising | falling)


@kernel
def in_line_with_gaps(own: np.uint64, empty: np.uint64) -> int:
    """For each gapped pair, 1 if the third piece is on a line with the gap, whatever is between."""
    found = 0
    rest = gaps(own, empty)
    while rest != ZERO:
        found += count(own & IN_LINE[lowest(rest)]) - 2
        rest = without_lowest(rest)
    return found


@kernel
def distance_from_centre(own: np.uint64) -> int:
    """The sum of king's steps from the centre over all pieces."""
    return count(own & _RING) + 2 * count(own & _EDGE)


@kernel
def three_on_a_line(own: np.uint64, enemy: np.uint64) -> int:
    """1 if all three are on one line, at any distance, with no enemy between them, otherwise 0."""
    first, last = lowest(own), highest(own)
    between = BETWEEN[SQUARES * first + last]
    middle = lowest(without_lowest(own))
    return 1 if has(between, middle) and between & enemy == ZERO else 0


@contract
def shape(h: Any, own: np.uint64, enemy: np.uint64) -> int:  # type: ignore[empty-body]
    """The value of one side's pieces in the published estimate `h`."""


@kernel
def pairs_and_gaps(pair: int, gap: int, own: np.uint64, empty: np.uint64) -> int:
    """The common part of H1, H2, H3, H4 and H6."""
    return pair * pairs(own) + gap * count(gaps(own, empty))


class H1(NamedTuple):
    """Adjacent pairs, and pairs with one empty square between them."""

    pair: int = 10
    gap: int = 5
    enemy: int = 1


@rule(shape)
def shape_h1(h: H1, own: np.uint64, enemy: np.uint64) -> int:
    """Pairs and gapped pairs."""
    return pairs_and_gaps(h.pair, h.gap, own, _BOARD & ~(own | enemy))


class H2(NamedTuple):
    """Like H1, plus three in line with one empty square among them."""

    pair: int = 10
    gap: int = 5
    triple: int = 10
    enemy: int = 1


@rule(shape)
def shape_h2(h: H2, own: np.uint64, enemy: np.uint64) -> int:
    """Gapped triples besides."""
    empty = _BOARD & ~(own | enemy)
    return pairs_and_gaps(h.pair, h.gap, own, empty) + h.triple * gapped_triples(own, empty)


class H3(NamedTuple):
    """Like H1, plus third pieces in line with the empty square of a gapped pair."""

    pair: int = 10
    gap: int = 5
    in_line: int = 2
    enemy: int = 1


@rule(shape)
def shape_h3(h: H3, own: np.uint64, enemy: np.uint64) -> int:
    """Thirds in line with a gap besides."""
    empty = _BOARD & ~(own | enemy)
    return pairs_and_gaps(h.pair, h.gap, own, empty) + h.in_line * in_line_with_gaps(own, empty)


class H4(NamedTuple):
    """Like H1, minus the distance of each piece from the centre."""

    pair: int = 10
    gap: int = 5
    distance: int = 2
    enemy: int = 1


@rule(shape)
def shape_h4(h: H4, own: np.uint64, enemy: np.uint64) -> int:
    """The distance from the centre besides: the nearer the better.

    The report's wording rewards a greater distance instead: a negative weight does that.
    """
    return pairs_and_gaps(h.pair, h.gap, own, _BOARD & ~(own | enemy)) - h.distance * distance_from_centre(own)


class H5(NamedTuple):
    """Adjacent pairs."""

    pair: int = 10
    enemy: int = 1


@rule(shape)
def shape_h5(h: H5, own: np.uint64, enemy: np.uint64) -> int:
    """Pairs alone."""
    return h.pair * pairs(own)


class H6(NamedTuple):
    """Like H1, plus three on one line with no enemy piece between them."""

    pair: int = 10
    gap: int = 5
    line: int = 10
    enemy: int = 1


@rule(shape)
def shape_h6(h: H6, own: np.uint64, enemy: np.uint64) -> int:
    """Three on one line besides."""
    empty = _BOARD & ~(own | enemy)
    return pairs_and_gaps(h.pair, h.gap, own, empty) + h.line * three_on_a_line(own, enemy)


def balance(h: Any, rules: Neutreeko, state: Words) -> int:
    """Own, less `enemy` times the opponent's."""
    seat = seat_to_move(rules, state)
    own, enemy = pieces(state, seat), pieces(state, 1 - seat)
    return shape(h, own, enemy) - (h.enemy * shape(h, enemy, own) if h.enemy != 0 else 0)


for published in (H1, H2, H3, H4, H5, H6):
    heuristic(published, game="neutreeko", name=published.__name__)(balance)


@kernel
def open_lines(own: np.uint64, empty: np.uint64) -> int:
    """Number of lines of three adjacent squares with two of `own` and an empty square."""
    first, last = lowest(own), highest(own)
    middle = lowest(without_lowest(own))
    low = count(THIRDS[SQUARES * first + middle] & empty)
    high = count(THIRDS[SQUARES * middle + last] & empty)
    return low + high + count(THIRDS[SQUARES * first + last] & empty)


@kernel
def free_neighbours(own: np.uint64, empty: np.uint64) -> int:
    """Number of slides: one for each empty square next to a piece."""
    row = count(own & _ABCD & (empty >> np.uint64(1))) + count(own & _BCDE & (empty << np.uint64(1)))
    column = count(own & (empty >> np.uint64(SIDE))) + count(own & (empty << np.uint64(SIDE)))
    rising = count(own & _ABCD & (empty >> np.uint64(SIDE + 1))) + count(own & _BCDE & (empty << np.uint64(SIDE + 1)))
    falling = count(own & _BCDE & (empty >> np.uint64(SIDE - 1))) + count(own & _ABCD & (empty << np.uint64(SIDE - 1)))
    return row + column + rising + falling


class Strong(NamedTuple):
    """Threats, lines that can be completed, slides and piece placement; tuned by games and exact values."""

    threat: int = 725
    enemy_threat: int = 130
    enemy_threats: int = 310
    pair: int = 59
    open_line: int = 27
    line: int = 70
    slide: int = 31
    edge: int = 79
    tempo: int = 59


@kernel
def standing(h: Strong, own: np.uint64, enemy: np.uint64, empty: np.uint64) -> int:
    """The value of one side's pieces without their threats."""
    lines = h.pair * pairs(own) + h.open_line * open_lines(own, empty) + h.line * three_on_a_line(own, enemy)
    return lines + h.slide * free_neighbours(own, empty) + h.edge * count(own & _EDGE)


@kernel
def danger(h: Strong, enemy_threats: int) -> int:
    """The penalty for the opponent's threats: one can be met, more than one hardly ever."""
    if enemy_threats == 0:
        return 0
    return h.enemy_threat if enemy_threats == 1 else h.enemy_threat + h.enemy_threats


@heuristic(Strong, game="neutreeko")
def strong(h: Strong, rules: Neutreeko, state: Words) -> int:
    """Own minus enemy but for the threats, which are worth more to the mover."""
    seat = seat_to_move(rules, state)
    own, enemy = pieces(state, seat), pieces(state, 1 - seat)
    empty = _BOARD & ~(own | enemy)
    estimate = h.tempo + standing(h, own, enemy, empty) - standing(h, enemy, own, empty)
    if threats(own, empty) > 0:
        return estimate + h.threat
    return estimate - danger(h, threats(enemy, empty))
