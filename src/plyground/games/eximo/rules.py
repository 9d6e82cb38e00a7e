"""Eximo as compiled functions, rule by rule (E1 to E7; repetition needs the history and belongs to Position).

A state is three words: White's men, Black's men (a1 is bit 0, b1 is bit 1, h8 is bit 63) and the mover. The rules
are written once, for a player who moves up: for Black the board is flipped.

A move is one word, as its player sees the board: the first square in bits 0 to 5, the kind of turn in 6 and 7, then
15 directions of three bits each (the maximum: at most three hops along a row, on at most four rows, and three hops
between them), the squares of the two drops in bits 53 to 56 and 57 to 60, zero for none.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from plyground.core.bits import ONE, ZERO, bit, count, field, has, lowest, mixed, reversed_rows, signed, without_lowest
from plyground.core.contract import Words, fingerprint, mover, moves, passed, play, rule, winner
from plyground.core.jit import kernel
from plyground.core.outcome import NOBODY_YET

STEP, JUMP, CAPTURE = 0, 1, 2
FORWARD_DIRECTIONS = 3
DIRECTIONS = 5
"""Direction 1 is forward left, 2 straight ahead, 3 forward right, 4 left and 5 right; 0 is none."""

PATH_AT, DROPS_AT, DROP_BITS = 8, 53, 4
MOST_HOPS = 15
DROP_ZONE = np.uint64(0x7E7E)
"""The mover's first two rows, columns b to g (E6)."""
_FAR_ROW = np.uint64(0xFF << 56)
_NOT_A = np.uint64(0xFEFEFEFEFEFEFEFE)
_NOT_H = np.uint64(0x7F7F7F7F7F7F7F7F)


class Eximo(NamedTuple):
    """The geometry, by square and direction (8 · square + direction)."""

    next: npt.NDArray[np.int64]
    """The neighbouring square."""
    beyond: npt.NDArray[np.int64]
    """The square behind it. Both are -1 off the board."""
    distances: npt.NDArray[np.int64]
    """By direction alone: the difference between the numbers of adjacent squares."""


@rule(mover)
def seat_to_move(rules: Eximo, state: Words) -> int:
    """White is seat 0 (E1)."""
    return signed(state[2])


@kernel
def own_men(state: Words) -> np.uint64:
    """The mover's men as the mover sees them."""
    return state[0] if state[2] == ZERO else reversed_rows(state[1])


@kernel
def enemy_men(state: Words) -> np.uint64:
    """The opponent's men as the mover sees them."""
    return state[1] if state[2] == ZERO else reversed_rows(state[0])


@kernel
def before(squares: np.uint64, direction: int) -> np.uint64:
    """The squares from which one step in `direction` leads into `squares`."""
    if direction == 1:
        return (squares & _NOT_H) >> np.uint64(7)
    if direction == 2:
        return squares >> np.uint64(8)
    if direction == 3:
        return (squares & _NOT_A) >> np.uint64(9)
    if direction == 4:
        return (squares & _NOT_H) << ONE
    return (squares & _NOT_A) >> ONE


@kernel
def hoppers(own: np.uint64, over: np.uint64, empty: np.uint64, directions: int) -> np.uint64:
    """The men that can hop over one of `over` to an empty square, in one of the first `directions`."""
    found = ZERO
    for direction in range(1, directions + 1):
        found |= before(over & before(empty, direction), direction)
    return own & found


@kernel
def steppers(own: np.uint64, empty: np.uint64) -> np.uint64:
    """The men that can step (E2)."""
    return own & (before(empty, 1) | before(empty, 2) | before(empty, 3))


@kernel
def encode(origin: int, kind: int, path: np.uint64) -> np.uint64:
    """The word of a turn without drops."""
    return np.uint64(origin | (kind << 6)) | (path << np.uint64(PATH_AT))


@kernel
def origin_of(move: np.uint64) -> int:
    """The first square."""
    return field(move, 0, 6)


@kernel
def kind_of(move: np.uint64) -> int:
    """`STEP`, `JUMP` or `CAPTURE`."""
    return field(move, 6, 2)


@kernel
def direction_of(move: np.uint64, hop: int) -> int:
    """The direction of hop number `hop` of a turn, from 0; 0 after the last."""
    return field(move, PATH_AT + 3 * hop, 3)


@kernel
def drop_of(move: np.uint64, which: int) -> int:
    """The square of the first or second drop, or 0."""
    return field(move, DROPS_AT + DROP_BITS * which, DROP_BITS)


@kernel
def write(out: Words, total: int, move: np.uint64) -> int:
    """Write one more move if there is room, and count it."""
    if total < out.size:
        out[total] = move
    return total + 1


@kernel
def write_drops(out: Words, total: int, move: np.uint64, empty: np.uint64) -> int:
    """Write a turn that reaches the far row, once for each choice of drops (E6)."""
    room = DROP_ZONE & empty
    if room == ZERO:
        return write(out, total, move)
    if count(room) == 1:
        return write(out, total, move | (np.uint64(lowest(room)) << np.uint64(DROPS_AT)))
    while room != ZERO:
        first = np.uint64(lowest(room)) << np.uint64(DROPS_AT)
        room = without_lowest(room)
        others = room
        while others != ZERO:
            second = np.uint64(lowest(others)) << np.uint64(DROPS_AT + DROP_BITS)
            others = without_lowest(others)
            total = write(out, total, move | first | second)
    return total


@kernel
def write_turn(out: Words, total: int, move: np.uint64, last: int, empty: np.uint64) -> int:
    """Write a turn that ends on `last`; `empty` are the empty squares."""
    if has(_FAR_ROW, last):
        return write_drops(out, total, move, empty)
    return write(out, total, move)


@kernel
def write_steps(rules: Eximo, out: Words, total: int, origin: int, empty: np.uint64) -> int:
    """Write the steps of one man (E2)."""
    for direction in range(1, FORWARD_DIRECTIONS + 1):
        target = rules.next[8 * origin + direction]
        if target >= 0 and has(empty, target):
            move = encode(origin, STEP, np.uint64(direction))
            total = write_turn(out, total, move, target, empty | bit(origin))
    return total


@kernel
def next_hop(rules: Eximo, at: int, over: np.uint64, empty: np.uint64, first: int, directions: int) -> int:
    """The first direction, starting at `first`, in which a hop from `at` is possible, or 0."""
    if has(_FAR_ROW, at):
        return 0  # E6: the turn ends there
    for direction in range(first, directions + 1):
        beyond = rules.beyond[8 * at + direction]
        if beyond >= 0 and has(over, rules.next[8 * at + direction]) and has(empty, beyond):
            return direction
    return 0


@kernel
def write_chains(
    rules: Eximo, out: Words, total: int, origin: int, over: np.uint64, empty: np.uint64, kind: int
) -> int:
    """Write every chain of hops of one man over the men `over`: jumps (E3) or captures (E4).

    Walks the tree of hops without recursion: the path itself, three bits per hop, is the stack.
    """
    directions = DIRECTIONS if kind == CAPTURE else FORWARD_DIRECTIONS
    path, hops, at = ZERO, 0, origin
    empty |= bit(origin)
    direction = next_hop(rules, at, over, empty, 1, directions)
    while True:
        if direction != 0:
            path |= np.uint64(direction) << np.uint64(3 * hops)
            hops += 1
            if kind == CAPTURE:  # E4: removed at once
                over ^= bit(rules.next[8 * at + direction])
                empty |= bit(rules.next[8 * at + direction])
            at = rules.beyond[8 * at + direction]
            direction = next_hop(rules, at, over, empty, 1, directions)
            if direction == 0:  # a chain must continue while it can, in any direction
                total = write_turn(out, total, encode(origin, kind, path), at, empty)
            continue
        if hops == 0:
            return total
        hops -= 1
        back = field(path, 3 * hops, 3)
        path &= bit(3 * hops) - ONE
        at -= 2 * rules.distances[back]
        if kind == CAPTURE:
            over |= bit(rules.next[8 * at + back])
            empty &= ~bit(rules.next[8 * at + back])
        direction = next_hop(rules, at, over, empty, back + 1, directions)


@rule(moves)
def legal_moves(rules: Eximo, state: Words, out: Words) -> int:
    """All turns, by man in board order as the mover sees it: captures only, or steps and then jumps (E2 to E6)."""
    own, enemy = own_men(state), enemy_men(state)
    empty = ~(own | enemy)
    total = 0
    capturing = hoppers(own, enemy, empty, DIRECTIONS)
    if capturing != ZERO:  # E5
        while capturing != ZERO:
            total = write_chains(rules, out, total, lowest(capturing), enemy, empty, CAPTURE)
            capturing = without_lowest(capturing)
        return total
    jumping = hoppers(own, own, empty, FORWARD_DIRECTIONS)
    active = jumping | steppers(own, empty)
    while active != ZERO:
        origin = lowest(active)
        active = without_lowest(active)
        total = write_steps(rules, out, total, origin, empty)
        if has(jumping, origin):
            total = write_chains(rules, out, total, origin, own & ~bit(origin), empty, JUMP)
    return total


@rule(play)
def play_turn(rules: Eximo, state: Words, move: np.uint64, child: Words) -> None:
    """Follow the path, removing captured men; on the far row remove the man and drop the new ones."""
    own, enemy = own_men(state), enemy_men(state)
    at = origin_of(move)
    kind = kind_of(move)
    own &= ~bit(at)
    hop = 0
    direction = direction_of(move, 0)
    while direction != 0:
        near = rules.next[8 * at + direction]
        if kind == CAPTURE:
            enemy &= ~bit(near)
        at = near if kind == STEP else rules.beyond[8 * at + direction]
        hop += 1
        direction = direction_of(move, hop) if hop < MOST_HOPS else 0
    if not has(_FAR_ROW, at):
        own |= bit(at)
    for which in range(2):
        if drop_of(move, which) != 0:
            own |= bit(drop_of(move, which))
    black_moves = state[2] != ZERO
    child[0] = reversed_rows(enemy) if black_moves else own
    child[1] = reversed_rows(own) if black_moves else enemy
    child[2] = state[2] ^ ONE


@rule(passed)
def pass_turn(rules: Eximo, state: Words, child: Words) -> None:
    """The same board with the opponent to move."""
    child[0], child[1], child[2] = state[0], state[1], state[2] ^ ONE


@rule(winner)
def seat_that_won(rules: Eximo, state: Words) -> int:
    """The winner: the opponent has no men, or is to move and cannot (E7)."""
    seat = seat_to_move(rules, state)
    own, enemy = own_men(state), enemy_men(state)
    empty = ~(own | enemy)
    if enemy == ZERO:
        return seat
    if steppers(own, empty) | hoppers(own, enemy, empty, DIRECTIONS) != ZERO:
        return NOBODY_YET
    if hoppers(own, own, empty, FORWARD_DIRECTIONS) != ZERO:
        return NOBODY_YET
    return 1 - seat


@rule(fingerprint)
def key(rules: Eximo, state: Words) -> np.uint64:
    """A key of all words."""
    return mixed(state)
