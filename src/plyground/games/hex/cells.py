"""Sets of cells of a Hex board, for the heuristics: neighbours, bridges, and safe connections to a side.

Cells are bits of a wide set (core/bitset.py), row by row from the top, without gaps.
"""

from typing import NamedTuple

import numpy as np

from plyground.core.bitset import Wide, common, lowered, minus, raised, union
from plyground.core.contract import Words
from plyground.core.jit import kernel
from plyground.games.hex.rules import Hex, columns_of

TOP, LEFT, BOTTOM, RIGHT = 0, 1, 2, 3
"""The sides. A seat's first side has the seat's number, its second is the opposite one, `side ^ 2` (H2)."""


class BridgePairs(NamedTuple):
    """Pairs of empty cells between the two ends of a bridge: if one is taken, the other is left.

    Each pair is identified by one end of the bridge; the other is two columns right and one row up (`rightwards`), two
    rows down and one column left (`downwards`), or one of each right and down (`slantwise`).
    """

    rightwards: Wide
    downwards: Wide
    slantwise: Wide


@kernel
def with_columns(cells: Wide, columns: np.uint64) -> Wide:
    """The set plus cells of the first row."""
    return (cells[0] | columns, *cells[1:])


@kernel
def stones(rules: Hex, state: Words, seat: int) -> Wide:
    """The stones of a seat."""
    found: Wide = minus(rules.cells, rules.cells)
    for row in range(rules.size - 1, -1, -1):
        found = with_columns(raised(found, rules.size), columns_of(state[row], seat))
    return found


@kernel
def side(rules: Hex, which: int) -> Wide:
    """The cells of a side."""
    if which == TOP:
        return rules.top
    if which == LEFT:
        return rules.left
    return rules.bottom if which == BOTTOM else rules.right


@kernel
def towards(rules: Hex, cells: Wide, which: int) -> Wide:
    """The cells shifted one row or column towards a side; beyond the bottom, some are off the board."""
    if which == TOP:
        return lowered(cells, rules.size)
    if which == LEFT:
        return lowered(minus(cells, rules.left), 1)
    if which == BOTTOM:
        return raised(cells, rules.size)
    return raised(minus(cells, rules.right), 1)


@kernel
def around(rules: Hex, cells: Wide) -> Wide:
    """The cells and all their neighbours (H1)."""
    rightwards, leftwards = union(cells, towards(rules, cells, RIGHT)), union(cells, towards(rules, cells, LEFT))
    upright = union(towards(rules, rightwards, TOP), towards(rules, leftwards, BOTTOM))
    near: Wide = union(union(rightwards, leftwards), upright)
    return near


@kernel
def empty_pairs(rules: Hex, empty: Wide) -> BridgePairs:
    """Every pair of empty cells that could lie between the ends of a bridge on this board."""
    right, down = towards(rules, empty, LEFT), towards(rules, empty, TOP)
    upper_right, lower_left = towards(rules, right, BOTTOM), towards(rules, towards(rules, empty, RIGHT), TOP)
    room = towards(rules, towards(rules, rules.cells, LEFT), LEFT)
    return BridgePairs(common(room, common(right, upper_right)), common(down, lower_left), common(right, down))


@kernel
def bridged(rules: Hex, pairs: BridgePairs, cells: Wide) -> Wide:
    """The cells a bridge away from `cells`."""
    right, down, slant = rules.size - 2, 2 * rules.size - 1, rules.size + 1
    there = union(
        lowered(common(cells, pairs.rightwards), right),
        union(raised(common(cells, pairs.downwards), down), raised(common(cells, pairs.slantwise), slant)),
    )
    back = union(
        common(raised(cells, right), pairs.rightwards),
        union(common(lowered(cells, down), pairs.downwards), common(lowered(cells, slant), pairs.slantwise)),
    )
    found: Wide = union(there, back)
    return found


@kernel
def run_of(rules: Hex, cells: Wide, direction: int, length: int) -> Wide:
    """The last cells of runs of `length` cells in a direction."""
    found = cells
    for _ in range(length - 1):
        found = common(cells, towards(rules, found, direction))
    return found


@kernel
def second_row(rules: Hex, empty: Wide, which: int) -> Wide:
    """The cells in the row next to a side that touch two empty cells of it: a bridge to the side."""
    return towards(rules, run_of(rules, common(empty, side(rules, which)), which ^ 1, 2), which ^ 2)


@kernel
def third_row(rules: Hex, empty: Wide, which: int) -> Wide:
    """The cells in the third row from a side that are safely connected to it by empty cells.

    The shape is the ziggurat: four empty cells on the side, three above them, and one beside the cell.
    """
    inwards, along, back = which ^ 2, which ^ 1, which ^ 3
    first = common(empty, side(rules, which))
    second = common(empty, towards(rules, side(rules, which), inwards))
    four, three = run_of(rules, first, along, 4), run_of(rules, second, along, 3)
    end = towards(rules, common(towards(rules, four, inwards), three), inwards)
    found: Wide = union(towards(rules, common(end, empty), back), common(end, towards(rules, empty, along)))
    return found
