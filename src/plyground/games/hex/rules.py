"""Hex as compiled functions, rule by rule (H1 to H5).

A state is one word for each row from the top, and one more. A row's word holds three sets of columns of 19 bits
each: Red's stones, Blue's stones, and the *anchored* ones, those joined to their colour's first side (Red's top,
Blue's left). They avoid a search for the winning chain: a stone that joins an anchored one to the far side wins.
The last word holds the mover in bit 0, the winner's seat plus one in bits 1 and 2, in bit 3 whether it was set up
with any stones to study them (`STUDY`; nobody swaps then), the number of stones from bit 8.
A move is one word: the column in bits 0 to 4, the row in bits 5 to 9; `SWAP` is the word with all of these set.
"""

from typing import NamedTuple

import numpy as np

from plyground.core.bits import ONE, ZERO, bit, field, has, lowest, mixed, without_lowest
from plyground.core.bitset import Wide
from plyground.core.contract import Words, fingerprint, irreversible, mover, moves, passed, play, rule, winner
from plyground.core.jit import kernel

WIDEST = 19
SWAP = np.uint64(0b11111_11111)
_COLUMNS = np.uint64((1 << WIDEST) - 1)
ANCHORED = 2
STUDY = 1 << 3
_ONE_STONE = np.uint64(1 << 8)


class Hex(NamedTuple):
    """The settings of a game, and the board as sets of cells, row by row, for the heuristics."""

    size: int
    swap: bool
    cells: Wide
    """All cells; the sides (H2) are subsets of it."""
    top: Wide
    bottom: Wide
    left: Wide
    right: Wide


@kernel
def columns_of(row: np.uint64, kind: int) -> np.uint64:
    """A row's set of columns of one kind: stones of seat 0, of seat 1, or the anchored ones."""
    return (row >> np.uint64(WIDEST * kind)) & _COLUMNS


@kernel
def in_row(columns: np.uint64, kind: int) -> np.uint64:
    """A set of columns of one kind, shifted into its place in a row's word."""
    return columns << np.uint64(WIDEST * kind)


@rule(mover)
def seat_to_move(rules: Hex, state: Words) -> int:
    """Red is seat 0 (H2)."""
    return field(state[rules.size], 0, 1)


@kernel
def may_swap(rules: Hex, state: Words) -> bool:
    """One red stone on the board and Blue to move (H5); after a null move the only stone may be Blue's."""
    if not rules.swap or state[rules.size] != _ONE_STONE | ONE:
        return False
    for row in range(rules.size):
        if columns_of(state[row], 0) != ZERO:
            return True
    return False


@kernel
def write_empty_cells(state: Words, size: int, out: Words) -> int:
    """Write the empty cells, row by row from the top, from column a; return their number (H3)."""
    total = 0
    all_columns = bit(size) - ONE
    for row in range(size):
        empty = all_columns & ~(columns_of(state[row], 0) | columns_of(state[row], 1))
        while empty != ZERO:
            out[total] = np.uint64(row << 5) | np.uint64(lowest(empty))
            empty = without_lowest(empty)
            total += 1
    return total


@rule(moves)
def legal_moves(rules: Hex, state: Words, out: Words) -> int:
    """The empty cells row by row from the top, from column a; then the swap (H3, H5)."""
    total = write_empty_cells(state, rules.size, out)
    if may_swap(rules, state):
        out[total] = SWAP
        total += 1
    return total


@kernel
def touched(state: Words, size: int, row: int, kind: int, seat: int) -> np.uint64:
    """The columns of `row` that touch a stone of `seat` of that kind, in this row or an adjacent one (H1)."""
    here = columns_of(state[row], kind) & columns_of(state[row], seat)
    near = (here << ONE) | (here >> ONE)
    if row > 0:
        above = columns_of(state[row - 1], kind) & columns_of(state[row - 1], seat)
        near |= above | (above >> ONE)
    if row < size - 1:
        below = columns_of(state[row + 1], kind) & columns_of(state[row + 1], seat)
        near |= below | (below << ONE)
    return near


@kernel
def on_first_side(seat: int, row: int, column: int) -> bool:
    """True if a cell is on the top side, for Red, or the left side, for Blue (H2)."""
    return row == 0 if seat == 0 else column == 0


@kernel
def anchor_neighbours(state: Words, size: int, row: int, seat: int) -> bool:
    """Anchor the stones of `seat` in a row that touch an anchored one; True if there were any."""
    own = columns_of(state[row], seat)
    fresh = own & touched(state, size, row, ANCHORED, seat) & ~columns_of(state[row], ANCHORED)
    state[row] |= in_row(fresh, ANCHORED)
    return fresh != ZERO


@kernel
def spread(state: Words, size: int, seat: int) -> None:
    """Anchor every stone of `seat` that is joined to an anchored one."""
    changed = True
    while changed:
        changed = False
        for row in range(size):
            changed |= anchor_neighbours(state, size, row, seat)
        for row in range(size - 2, -1, -1):
            changed |= anchor_neighbours(state, size, row, seat)


@kernel
def reaches_far_side(state: Words, size: int, seat: int) -> bool:
    """True if an anchored stone of `seat` is on its second side: a chain joins the two (H4)."""
    if seat == 0:
        return columns_of(state[size - 1], 0) & columns_of(state[size - 1], ANCHORED) != ZERO
    for row in range(size):
        if has(columns_of(state[row], 1) & columns_of(state[row], ANCHORED), size - 1):
            return True
    return False


@kernel
def put_stone(state: Words, size: int, seat: int, row: int, column: int) -> None:
    """Place a stone on an empty cell, anchor what it joins and record the winner (H3, H4)."""
    stone = bit(column)
    state[row] |= in_row(stone, seat)
    if on_first_side(seat, row, column) or touched(state, size, row, ANCHORED, seat) & stone != ZERO:
        state[row] |= in_row(stone, ANCHORED)
        spread(state, size, seat)
        if reaches_far_side(state, size, seat):
            state[size] |= np.uint64((seat + 1) << 1)


@kernel
def swap_stone(state: Words, size: int, child: Words) -> None:
    """Replace the red stone by a blue one mirrored in the long diagonal (H5)."""
    for row in range(size):
        child[row] = ZERO
    for row in range(size):
        if state[row] != ZERO:
            put_stone(child, size, 1, lowest(columns_of(state[row], 0)), row)


@rule(play)
def play_turn(rules: Hex, state: Words, move: np.uint64, child: Words) -> None:
    """Place the stone, or swap."""
    size = rules.size
    child[size] = state[size] ^ ONE
    if move == SWAP:
        swap_stone(state, size, child)
        return
    child[size] += _ONE_STONE
    for row in range(size):
        child[row] = state[row]
    put_stone(child, size, seat_to_move(rules, state), field(move, 5, 5), field(move, 0, 5))


@rule(passed)
def pass_turn(rules: Hex, state: Words, child: Words) -> None:
    """The same board with the opponent to move."""
    for row in range(rules.size):
        child[row] = state[row]
    child[rules.size] = state[rules.size] ^ ONE


@rule(winner)
def seat_that_won(rules: Hex, state: Words) -> int:
    """The seat that has joined its two sides (H4)."""
    return field(state[rules.size], 1, 2) - 1


@rule(fingerprint)
def key(rules: Hex, state: Words) -> np.uint64:
    """A key of all words."""
    return mixed(state)


@rule(irreversible)
def always(rules: Hex, state: Words, move: np.uint64) -> bool:
    """Stones never move, and a swap happens once (H3, H5)."""
    return True


@kernel
def settle(state: Words, size: int) -> None:
    """Anchor the stones and record the winner of a state that has only stones and mover."""
    state[0] |= in_row(columns_of(state[0], 0), ANCHORED)
    for row in range(size):
        state[row] |= in_row(columns_of(state[row], 1) & ONE, ANCHORED)
    for seat in range(2):
        spread(state, size, seat)
        if reaches_far_side(state, size, seat):
            state[size] |= np.uint64((seat + 1) << 1)
