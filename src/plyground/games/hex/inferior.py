"""Inferior cells of Hex: cells that can be filled in without changing the result.

A cell is dead if no winning chain of either player needs it: it may have any colour. It is enough that one player
cannot need it: everything that touches it is joined without it. Two cells are captured if their owner, by answering
in the other one, makes the one that was taken dead: both may have the owner's colour.

Filling in changes the value of no position and of no move elsewhere, so it can be repeated on the filled-in board.
A player's sides count as their stones. For boards of any size, in proofs and in heuristics.
"""

from plyground.core.bitset import Wide, common, first, is_empty, meet, minus, union
from plyground.core.jit import kernel
from plyground.games.hex.cells import around, side
from plyground.games.hex.rules import Hex

DEAD, CAPTURED = 1, 2
"""The kinds of inferior cells, as bits."""

Stones = tuple[Wide, Wide]
"""The stones of both seats."""


@kernel
def touching(rules: Hex, seat: int, cells: Wide) -> Wide:
    """The cells, their neighbours, and all cells of any side of the seat that one of them lies on."""
    found: Wide = common(union(around(rules, cells), sides_at(rules, seat, cells)), rules.cells)
    return found


@kernel
def sides_at(rules: Hex, seat: int, cells: Wide) -> Wide:
    """All cells of those sides of a seat that contain one of the cells."""
    found: Wide = minus(cells, cells)
    for which in (seat, seat ^ 2):
        if meet(cells, side(rules, which)):
            found = union(found, side(rules, which))
    return found


@kernel
def chains(rules: Hex, seat: int, own: Wide, cells: Wide) -> Wide:
    """The stones of a seat joined to stones among the cells."""
    found: Wide = common(cells, own)
    grows = True
    while grows:
        wider = common(touching(rules, seat, found), own)
        grows = not is_empty(minus(wider, found))
        found = wider
    return found


@kernel
def has_joined(rules: Hex, seat: int, own: Wide) -> bool:
    """True if the stones of a seat join its two sides."""
    return meet(chains(rules, seat, own, side(rules, seat)), side(rules, seat ^ 2))


@kernel
def around_stays_joined(rules: Hex, seat: int, own: Wide, near: Wide) -> bool:
    """True if any two of the empty cells `near` touch each other or the same chain of the seat."""
    left = near
    while not is_empty(left):
        cell = first(left)
        left = minus(left, cell)
        reached = touching(rules, seat, cell)
        reached = union(reached, touching(rules, seat, chains(rules, seat, own, reached)))
        if not is_empty(minus(near, reached)):
            return False
    return True


@kernel
def is_useless(rules: Hex, seat: int, own: Wide, enemy: Wide, cell: Wide) -> bool:
    """True if no chain of a seat needs an empty cell: everything it could join is joined without it."""
    near = minus(common(around(rules, cell), rules.cells), union(enemy, cell))
    start, stones = sides_at(rules, seat, cell), common(near, own)
    if is_empty(start):
        if is_empty(stones):
            return around_stays_joined(rules, seat, own, near)
        start = first(stones)
    reached = union(start, touching(rules, seat, chains(rules, seat, own, start)))
    return is_empty(minus(near, reached))


@kernel
def is_dead(rules: Hex, red: Wide, blue: Wide, cell: Wide) -> bool:
    """True if nobody gains from an empty cell; if one player never needs it, neither does the other."""
    return is_useless(rules, 0, red, blue, cell) or is_useless(rules, 1, blue, red, cell)


@kernel
def is_killed(rules: Hex, seat: int, red: Wide, blue: Wide, cell: Wide, answer: Wide) -> bool:
    """True if a stone of a seat on `answer` makes a cell dead."""
    if seat == 0:
        return is_dead(rules, union(red, answer), blue, cell)
    return is_dead(rules, red, union(blue, answer), cell)


@kernel
def captured_with(rules: Hex, seat: int, red: Wide, blue: Wide, cell: Wide) -> Wide:
    """The cell and a neighbour, if the seat has captured both; otherwise the empty set."""
    found: Wide = minus(cell, cell)
    others = minus(common(around(rules, cell), rules.cells), union(union(red, blue), cell))
    while is_empty(found) and not is_empty(others):
        other = first(others)
        others = minus(others, other)
        if is_killed(rules, seat, red, blue, cell, other) and is_killed(rules, seat, red, blue, other, cell):
            found = union(cell, other)
    return found


@kernel
def filled_once(rules: Hex, red: Wide, blue: Wide, kinds: int) -> Stones:
    """The stones after one pass over the empty cells; dead cells become red."""
    left = minus(rules.cells, union(red, blue))
    while not is_empty(left):
        cell = first(left)
        left = minus(left, cell)
        if kinds & DEAD and is_dead(rules, red, blue, cell):
            red = union(red, cell)
        elif kinds & CAPTURED:
            by_red = captured_with(rules, 0, red, blue, cell)
            by_blue = captured_with(rules, 1, red, blue, cell) if is_empty(by_red) else minus(cell, cell)
            red, blue = union(red, by_red), union(blue, by_blue)
            left = minus(left, union(by_red, by_blue))
    return red, blue


@kernel
def filled_in(rules: Hex, red: Wide, blue: Wide, kinds: int) -> Stones:
    """The stones of both seats with all inferior cells of these kinds filled in."""
    grows = kinds != 0
    while grows:
        before = union(red, blue)
        red, blue = filled_once(rules, red, blue, kinds)
        grows = not is_empty(minus(union(red, blue), before))
    return red, blue
