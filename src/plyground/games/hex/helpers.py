"""Building blocks for heuristics of one's own in Hex: docs/first-heuristic.md shows how to use them.

A set of cells is a tuple of numbers, as many as the board needs; `how_many` counts the cells, and `common`, `union` and
`minus` combine sets. Seats are 0 (Red, top to bottom) and 1 (Blue, left to right).
"""

from plyground.core.bitset import Wide, common, minus, union
from plyground.core.bitset import size_of as how_many
from plyground.core.contract import Words
from plyground.core.jit import kernel
from plyground.games.hex.cells import around, empty_pairs
from plyground.games.hex.cells import stones as stones_of
from plyground.games.hex.heuristics import stones_needed as needed_by
from plyground.games.hex.heuristics import stones_needed_with_bridges as needed_with_bridges
from plyground.games.hex.rules import Hex, seat_to_move

__all__ = [
    "common",
    "empty_cells",
    "how_many",
    "me",
    "minus",
    "neighbours",
    "opponent",
    "stones",
    "stones_needed",
    "stones_needed_with_bridges",
    "union",
]


@kernel
def me(rules: Hex, state: Words) -> int:
    """The seat to move, for whom a heuristic estimates."""
    return seat_to_move(rules, state)


@kernel
def opponent(rules: Hex, state: Words) -> int:
    """The other seat."""
    return 1 - seat_to_move(rules, state)


@kernel
def stones(rules: Hex, state: Words, seat: int) -> Wide:
    """The cells with a seat's stones."""
    return stones_of(rules, state, seat)


@kernel
def empty_cells(rules: Hex, state: Words) -> Wide:
    """The cells without a stone."""
    return minus(rules.cells, union(stones_of(rules, state, 0), stones_of(rules, state, 1)))


@kernel
def neighbours(rules: Hex, cells: Wide) -> Wide:
    """The cells that touch any of `cells`."""
    return minus(common(around(rules, cells), rules.cells), cells)


@kernel
def stones_needed(rules: Hex, state: Words, seat: int) -> int:
    """How many stones a seat still needs to join its sides, if the other never answered: the distance of Hex."""
    return needed_by(rules, seat, stones_of(rules, state, seat), empty_cells(rules, state))


@kernel
def stones_needed_with_bridges(rules: Hex, state: Words, seat: int) -> int:
    """The same, where stones a bridge apart count as joined: two ways between them cannot both be closed."""
    empty = empty_cells(rules, state)
    return needed_with_bridges(rules, seat, stones_of(rules, state, seat), empty, empty_pairs(rules, empty))
