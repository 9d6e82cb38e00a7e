"""Nine Men's Morris as compiled functions, rule by rule (M1 to M6; M7 needs the history and belongs to Position).

A state is one word: White's men in bits 0 to 23, Black's in 24 to 47, the men in hand in 48 to 51 and 52 to 55, the
mover in bit 56. A move is one word: the destination in bits 0 to 4, the origin in 5 to 9, the man removed in 10 to
14; `NOWHERE` stands for the hand as an origin, and for no removal.
"""

from typing import NamedTuple

import numpy as np

from plyground.core.bits import ONE, ZERO, bit, count, field, lowest, mixed, without_lowest
from plyground.core.contract import Words, fingerprint, irreversible, mover, moves, passed, play, rule, winner
from plyground.core.jit import kernel
from plyground.core.outcome import NOBODY_YET

POINTS = 24
MEN = 9
NOWHERE = 31
BOARD = np.uint64((1 << POINTS) - 1)
_BLACK = np.uint64(POINTS)
_MOVER = np.uint64(56)


class Morris(NamedTuple):
    """The tables and variant settings of a game."""

    neighbours: Words
    """For each point, the points a man may move to, as a set (M3)."""
    mates: Words
    """For each point and each of its two lines, the set of the line's other two points (M1)."""
    lines: Words
    """The 16 lines of three, each as a set."""
    take_from_mills: bool
    """M5: True if any man may be taken when all are in mills."""
    flying: bool
    """M4: True if three men may fly."""


@kernel
def packed(white: np.uint64, black: np.uint64, white_hand: int, black_hand: int, seat: int) -> np.uint64:
    """The state as a word."""
    hands = (np.uint64(white_hand) << np.uint64(48)) | (np.uint64(black_hand) << np.uint64(52))
    return white | (black << _BLACK) | hands | (np.uint64(seat) << _MOVER)


@kernel
def men(state: Words, seat: int) -> np.uint64:
    """The points where `seat` has a man."""
    return (state[0] >> np.uint64(POINTS * seat)) & BOARD


@kernel
def hand(state: Words, seat: int) -> int:
    """Number of men that `seat` has yet to place."""
    return field(state[0], 48 + 4 * seat, 4)


@kernel
def seat_in(state: Words) -> int:
    """The seat to move, from the word alone."""
    return field(state[0], 56, 1)


@rule(mover)
def seat_to_move(rules: Morris, state: Words) -> int:
    """White is seat 0 (M2)."""
    return seat_in(state)


@kernel
def closes_mill(rules: Morris, own: np.uint64, point: int) -> bool:
    """True if a man arriving on `point` makes three in a line with the men `own` (M5)."""
    first, second = rules.mates[2 * point], rules.mates[2 * point + 1]
    return own & first == first or own & second == second


@kernel
def in_mills(rules: Morris, own: np.uint64) -> np.uint64:
    """The men of `own` that are in a mill."""
    found = ZERO
    for line in rules.lines:
        if own & line == line:
            found |= line
    return found


@kernel
def removable(rules: Morris, enemy: np.uint64) -> np.uint64:
    """The enemy men that a mill may take (M5)."""
    free = enemy & ~in_mills(rules, enemy)
    if free == ZERO and rules.take_from_mills:
        return enemy  # M5: any man, if all are in mills
    return free


@kernel
def encode(origin: int, destination: int, removed: int) -> np.uint64:
    """The move as a word."""
    return np.uint64(destination | (origin << 5) | (removed << 10))


@kernel
def destination_of(move: np.uint64) -> int:
    """The destination of a move."""
    return field(move, 0, 5)


@kernel
def origin_of(move: np.uint64) -> int:
    """The origin of a move; `NOWHERE` for a placement."""
    return field(move, 5, 5)


@kernel
def removed_by(move: np.uint64) -> int:
    """The point of the man that a move takes, or `NOWHERE`."""
    return field(move, 10, 5)


@kernel
def write_removals(rules: Morris, origin: int, destination: int, enemy: np.uint64, out: Words, total: int) -> int:
    """Write the turns that end in a mill on `destination`, one for each man it may take (M5)."""
    victims = removable(rules, enemy)
    if victims == ZERO:
        out[total] = encode(origin, destination, NOWHERE)
        return total + 1
    while victims != ZERO:
        out[total] = encode(origin, destination, lowest(victims))
        victims = without_lowest(victims)
        total += 1
    return total


@kernel
def write_arrivals(
    rules: Morris, own: np.uint64, enemy: np.uint64, origin: int, targets: np.uint64, out: Words, total: int
) -> int:
    """Write the turns of one man from `origin` to each of `targets`; `own` are the mover's other men."""
    while targets != ZERO:
        destination = lowest(targets)
        targets = without_lowest(targets)
        if closes_mill(rules, own, destination):
            total = write_removals(rules, origin, destination, enemy, out, total)
        else:
            out[total] = encode(origin, destination, NOWHERE)
            total += 1
    return total


@rule(moves)
def legal_moves(rules: Morris, state: Words, out: Words) -> int:
    """All turns by origin, destination and removal, each in board order (M2 to M5)."""
    seat = seat_to_move(rules, state)
    own, enemy = men(state, seat), men(state, 1 - seat)
    empty = BOARD & ~(own | enemy)
    if hand(state, seat) > 0:
        return write_arrivals(rules, own, enemy, NOWHERE, empty, out, 0)
    flies = rules.flying and count(own) == 3
    total = 0
    rest = own
    while rest != ZERO:
        origin = lowest(rest)
        rest = without_lowest(rest)
        targets = empty if flies else empty & rules.neighbours[origin]
        total = write_arrivals(rules, own & ~bit(origin), enemy, origin, targets, out, total)
    return total


@rule(play)
def play_turn(rules: Morris, state: Words, move: np.uint64, child: Words) -> None:
    """Place, move or fly the man, then remove the man taken."""
    seat = seat_to_move(rules, state)
    own_shift, enemy_shift = np.uint64(POINTS * seat), np.uint64(POINTS * (1 - seat))
    origin, removed = origin_of(move), removed_by(move)
    word = state[0] | (bit(destination_of(move)) << own_shift)
    if origin == NOWHERE:
        word -= ONE << np.uint64(48 + 4 * seat)
    else:
        word &= ~(bit(origin) << own_shift)
    if removed != NOWHERE:
        word &= ~(bit(removed) << enemy_shift)
    child[0] = word ^ (ONE << _MOVER)


@kernel
def can_move(rules: Morris, own: np.uint64, empty: np.uint64) -> bool:
    """True if any man has an empty adjacent point (M3)."""
    while own != ZERO:
        if rules.neighbours[lowest(own)] & empty != ZERO:
            return True
        own = without_lowest(own)
    return False


@kernel
def too_few(state: Words, seat: int) -> bool:
    """True if none are in hand and fewer than three men are left (M6)."""
    return hand(state, seat) == 0 and count(men(state, seat)) < 3


@rule(passed)
def pass_turn(rules: Morris, state: Words, child: Words) -> None:
    """The same board with the opponent to move."""
    child[0] = state[0] ^ (ONE << _MOVER)


@rule(winner)
def seat_that_won(rules: Morris, state: Words) -> int:
    """The winner: the opponent has too few men, or is to move and cannot (M6)."""
    seat = seat_to_move(rules, state)
    if too_few(state, seat):
        return 1 - seat
    if too_few(state, 1 - seat):
        return seat
    own = men(state, seat)
    if hand(state, seat) > 0 or (rules.flying and count(own) == 3):
        return NOBODY_YET
    if can_move(rules, own, BOARD & ~(own | men(state, 1 - seat))):
        return NOBODY_YET
    return 1 - seat


@rule(fingerprint)
def key(rules: Morris, state: Words) -> np.uint64:
    """The state is one word, so keys are unique."""
    return mixed(state)


@rule(irreversible)
def places_or_removes(rules: Morris, state: Words, move: np.uint64) -> bool:
    """True for a placement or removal; M7 counts the turns since the last one."""
    return origin_of(move) == NOWHERE or removed_by(move) != NOWHERE
