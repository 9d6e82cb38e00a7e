"""Block It as compiled functions, rule by rule (B1 to B8; repetition needs the history and belongs to Position).

A state is the horizontal barriers, the vertical barriers, and one word: the pawns' squares in bits 0 to 31, eight per
seat, the barriers left in bits 32 to 51, five per seat, the mover in bits 52 and 53.
A move is one word: a square in bits 0 to 7, the kind of turn in bits 8 and 9.
"""

import numpy as np

from plyground.core.bits import ONE, ZERO, bit, field, has, lowest, mixed, without_lowest
from plyground.core.bitset import Wide, common, is_empty, loaded, meet, minus, raised, single, size_of, union
from plyground.core.contract import (
    Words,
    count_moves,
    fingerprint,
    irreversible,
    mover,
    moves,
    passed,
    play,
    rule,
    seats_of,
    winner,
)
from plyground.core.jit import kernel
from plyground.core.outcome import NOBODY_YET
from plyground.games.blockit.walls import Barriers, and_beside, room_closers, without
from plyground.games.blockit.ways import (
    HORIZONTAL,
    PASS,
    PAWN,
    VERTICAL,
    BlockIt,
    OpenWays,
    cutting,
    goal,
    some_way,
    step,
    straight_way_open,
    way_to_goal,
    with_barrier,
)

LEFT_AT, MOVER_AT = 32, 52
PAWN_BITS, LEFT_BITS = 8, 5


@kernel
def kind_of(move: np.uint64) -> int:
    """`PAWN`, `HORIZONTAL`, `VERTICAL` or `PASS`."""
    return field(move, 8, 2)


@kernel
def square_of(move: np.uint64) -> int:
    """The pawn's destination, or the barrier's square."""
    return field(move, 0, 8)


@rule(irreversible)
def places_barrier(rules: BlockIt, state: Words, move: np.uint64) -> bool:
    """A barrier is permanent; pawns may return."""
    return kind_of(move) == HORIZONTAL or kind_of(move) == VERTICAL


@kernel
def horizontal(rules: BlockIt, state: Words) -> Wide:
    """The horizontal barriers."""
    return loaded(rules.corners, state, 0)


@kernel
def vertical(rules: BlockIt, state: Words) -> Wide:
    """The vertical barriers."""
    return loaded(rules.corners, state, len(rules.corners))


@kernel
def packed_word(rules: BlockIt, state: Words) -> np.uint64:
    """The word with pawns, barriers left and mover."""
    return state[2 * len(rules.corners)]


@rule(seats_of)
def number_of_seats(rules: BlockIt) -> int:
    """Two to four (B1)."""
    return rules.seats


@rule(mover)
def seat_to_move(rules: BlockIt, state: Words) -> int:
    """The seats are in the order of the colours (B2)."""
    return field(packed_word(rules, state), MOVER_AT, 2)


@kernel
def pawn(rules: BlockIt, state: Words, seat: int) -> int:
    """The square of a pawn."""
    return field(packed_word(rules, state), PAWN_BITS * seat, PAWN_BITS)


@kernel
def barriers_left(rules: BlockIt, state: Words, seat: int) -> int:
    """Number of barriers that a player may still place."""
    return field(packed_word(rules, state), LEFT_AT + LEFT_BITS * seat, LEFT_BITS)


@kernel
def pawns(rules: BlockIt, state: Words) -> Wide:
    """The squares of all pawns."""
    found = single(rules.corners, pawn(rules, state, 0))
    for seat in range(1, rules.seats):
        found = union(found, single(rules.corners, pawn(rules, state, seat)))
    return found


@kernel
def open_ways(rules: BlockIt, state: Words) -> OpenWays:
    """The edges that no barrier closes, within the board (B3, B4)."""
    lying, standing = horizontal(rules, state), vertical(rules, state)
    north = minus(rules.all_but_last_row, union(lying, raised(lying, 1)))
    east = minus(rules.all_but_last_column, union(standing, raised(standing, rules.columns)))
    return OpenWays(north, east)


@kernel
def all_have_a_way(rules: BlockIt, state: Words, ways: OpenWays) -> bool:
    """True if every pawn can still reach its goal (B5)."""
    for seat in range(rules.seats):
        square = pawn(rules, state, seat)
        if not straight_way_open(rules, ways, seat, square) and not way_to_goal(rules, ways, square, goal(rules, seat)):
            return False
    return True


@kernel
def has_way(rules: BlockIt, state: Words, move: np.uint64, seat: int) -> bool:
    """True if a pawn can still reach its goal after the barrier of `move`, if it places one (B5)."""
    ways = open_ways(rules, state)
    if places_barrier(rules, state, move):
        ways = with_barrier(rules, ways, kind_of(move), square_of(move))
    return way_to_goal(rules, ways, pawn(rules, state, seat), goal(rules, seat))


@kernel
def placed_barriers(rules: BlockIt, state: Words) -> Barriers:
    """The barriers on the board."""
    return Barriers(horizontal(rules, state), vertical(rules, state))


@kernel
def free_places(rules: BlockIt, barriers: Barriers) -> Barriers:
    """Where a barrier would neither overlap nor cross another (B4)."""
    lying, standing = barriers.horizontal, barriers.vertical
    taken_lying = union(and_beside(lying, 1), standing)
    taken_standing = union(and_beside(standing, rules.columns), lying)
    return Barriers(minus(rules.corners, taken_lying), minus(rules.corners, taken_standing))


@kernel
def write_squares(out: Words, total: int, squares: Wide, kind: int) -> int:
    """Write a move of that kind for each square of a set, in board order; return the new total."""
    for index in range(len(squares)):
        word = squares[index]
        base = (kind << 8) + 64 * index
        while word != ZERO:
            out[total] = np.uint64(base + lowest(word))
            word = without_lowest(word)
            total += 1
    return total


@kernel
def closing(rules: BlockIt, state: Words, ways: OpenWays, seat: int, kind: int, suspects: Wide) -> Wide:
    """Those places among `suspects` where a barrier would leave a seat no way (B5)."""
    square, target, found = pawn(rules, state, seat), goal(rules, seat), minus(suspects, suspects)
    for index in range(len(suspects)):
        word = suspects[index]
        while word != ZERO:
            place = 64 * index + lowest(word)
            word = without_lowest(word)
            if not way_to_goal(rules, with_barrier(rules, ways, kind, place), square, target):
                found = union(found, single(found, place))
    return found


@kernel
def legal_barriers(rules: BlockIt, state: Words, ways: OpenWays) -> Barriers:
    """Where a barrier may be placed (B4, B5).

    Only a barrier that may close a room and cuts the way found for a pawn needs a search for another way.
    """
    barriers = placed_barriers(rules, state)
    free, closers = free_places(rules, barriers), room_closers(rules, barriers)
    lying, standing = common(free.horizontal, closers.horizontal), common(free.vertical, closers.vertical)
    if is_empty(lying) and is_empty(standing):
        return free
    for seat in range(rules.seats):
        way = some_way(rules, ways, seat, pawn(rules, state, seat))
        cut = closing(rules, state, ways, seat, HORIZONTAL, common(lying, cutting(rules, way, HORIZONTAL)))
        bars = closing(rules, state, ways, seat, VERTICAL, common(standing, cutting(rules, way, VERTICAL)))
        free = without(free, Barriers(cut, bars))
    return free


@kernel
def jumps(rules: BlockIt, ways: OpenWays, over: Wide, occupied: Wide, direction: int) -> Wide:
    """Landing squares of a jump over the pawn on `over`: straight on, otherwise beside it (B8)."""
    straight = minus(step(rules, ways, over, direction), occupied)
    if not is_empty(straight):
        return straight
    left = step(rules, ways, over, (direction + 3) & 3)
    right = step(rules, ways, over, (direction + 1) & 3)
    return minus(union(left, right), occupied)


@kernel
def pawn_targets(rules: BlockIt, state: Words, ways: OpenWays) -> Wide:
    """The squares the mover's pawn may move to (B3, B8)."""
    start = single(rules.corners, pawn(rules, state, seat_to_move(rules, state)))
    occupied = pawns(rules, state)
    targets = minus(start, start)
    for direction in range(4):
        near = step(rules, ways, start, direction)
        if not meet(near, occupied):
            targets = union(targets, near)
        elif rules.jumping:
            targets = union(targets, jumps(rules, ways, near, occupied, direction))
    return targets


@rule(moves)
def legal_moves(rules: BlockIt, state: Words, out: Words) -> int:
    """Pawn moves, then horizontal, then vertical barriers, each in board order; or the pass (B2 to B5, B7, B8)."""
    ways = open_ways(rules, state)
    total = write_squares(out, 0, pawn_targets(rules, state, ways), PAWN)
    if barriers_left(rules, state, seat_to_move(rules, state)) > 0:
        places = legal_barriers(rules, state, ways)
        total = write_squares(out, total, places.horizontal, HORIZONTAL)
        total = write_squares(out, total, places.vertical, VERTICAL)
    if total == 0:
        out[0] = np.uint64(PASS << 8)
        return 1
    return total


@rule(count_moves)
def number_of_moves(rules: BlockIt, state: Words, out: Words) -> int:
    """Number of legal moves, without writing them (B2 to B5, B7, B8)."""
    ways = open_ways(rules, state)
    total = size_of(pawn_targets(rules, state, ways))
    if barriers_left(rules, state, seat_to_move(rules, state)) > 0:
        places = legal_barriers(rules, state, ways)
        total += size_of(places.horizontal) + size_of(places.vertical)
    return max(total, 1)


@kernel
def replaced(word: np.uint64, at: int, width: int, value: int) -> np.uint64:
    """A packed word with bits `at` … `at + width - 1` replaced by `value`."""
    mask = (bit(width) - ONE) << np.uint64(at)
    return (word & ~mask) | (np.uint64(value) << np.uint64(at))


@rule(play)
def play_turn(rules: BlockIt, state: Words, move: np.uint64, child: Words) -> None:
    """Move the pawn, place the barrier or pass; then the next seat moves (B2)."""
    width = len(rules.corners)
    for index in range(2 * width):
        child[index] = state[index]
    seat, kind, square = seat_to_move(rules, state), kind_of(move), square_of(move)
    word = packed_word(rules, state)
    if kind == PAWN:
        word = replaced(word, PAWN_BITS * seat, PAWN_BITS, square)
    elif kind != PASS:
        child[(square >> 6) + (width if kind == VERTICAL else 0)] |= bit(square & 63)
        word -= bit(LEFT_AT + LEFT_BITS * seat)
    following = seat + 1 if seat + 1 < rules.seats else 0
    child[2 * width] = replaced(word, MOVER_AT, 2, following)


@rule(passed)
def pass_turn(rules: BlockIt, state: Words, child: Words) -> None:
    """The pass of B7, even where it is not allowed."""
    play_turn(rules, state, np.uint64(PASS << 8), child)


@rule(winner)
def seat_that_won(rules: BlockIt, state: Words) -> int:
    """The seat whose pawn is on its goal side (B6)."""
    width = len(rules.corners)
    for seat in range(rules.seats):
        square = pawn(rules, state, seat)
        if has(rules.goals[seat * width + (square >> 6)], square & 63):
            return seat
    return NOBODY_YET


@rule(fingerprint)
def key(rules: BlockIt, state: Words) -> np.uint64:
    """A key of all words."""
    return mixed(state)
