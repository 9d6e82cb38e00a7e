"""Estimates for Nine Men's Morris: the three of the published study, and a strong one."""

from typing import NamedTuple

import numpy as np

from plyground.core.bits import ZERO, count
from plyground.core.contract import Words
from plyground.core.heuristic import heuristic
from plyground.core.jit import kernel
from plyground.core.outcome import NOBODY_YET
from plyground.games.morris.board import NAMES, POINT
from plyground.games.morris.rules import POINTS, Morris, hand, men, seat_that_won, seat_to_move

_BOARD = np.uint64((1 << POINTS) - 1)
_BOTH = np.uint64((1 << 2 * POINTS) - 1)
_FIRSTS = np.uint64(0o1111111111111111)
"""In a doubled set (see `doubled`), the first point of each of the 16 lines."""
_LASTS = _FIRSTS << np.uint64(2)


def _mirror_of(point: int) -> int:
    """The point with column and row exchanged."""
    column, row = tuple(NAMES[point])
    return POINT["abcdefg"[int(row) - 1] + str("abcdefg".index(column) + 1)]


def _swapped(distance: int) -> np.uint64:
    """The points, in both halves of a doubled set, whose mirror image is `distance` bits higher."""
    points = [point for point in range(POINTS) if _mirror_of(point) - point == distance]
    return np.uint64(sum(1 << point | 1 << (POINTS + point) for point in points))


_ON_DIAGONAL = _swapped(0)
_BY_4, _BY_6, _BY_7, _BY_8, _BY_13, _BY_19 = (_swapped(distance) for distance in (4, 6, 7, 8, 13, 19))


@kernel
def won_or_lost(rules: Morris, state: Words) -> int:
    """1 if the mover has won, -1 if the mover has lost, otherwise 0 (M6)."""
    winner = seat_that_won(rules, state)
    if winner == NOBODY_YET:
        return 0
    return 1 if winner == seat_to_move(rules, state) else -1


@kernel
def men_ahead(rules: Morris, state: Words) -> int:
    """The mover's men on the board minus the opponent's."""
    seat = seat_to_move(rules, state)
    return count(men(state, seat)) - count(men(state, 1 - seat))


@kernel
def swapped(points: np.uint64, lower: np.uint64, distance: int) -> np.uint64:
    """Exchange the points at `lower` with those `distance` bits higher; drop all others."""
    return ((points & lower) << np.uint64(distance)) | ((points >> np.uint64(distance)) & lower)


@kernel
def mirrored(points: np.uint64) -> np.uint64:
    """The board with columns and rows exchanged, in both halves of a doubled set."""
    near = swapped(points, _BY_4, 4) | swapped(points, _BY_6, 6) | swapped(points, _BY_7, 7)
    far = swapped(points, _BY_8, 8) | swapped(points, _BY_13, 13) | swapped(points, _BY_19, 19)
    return (points & _ON_DIAGONAL) | near | far


@kernel
def doubled(points: np.uint64) -> np.uint64:
    """A set twice in one word, plain and mirrored, so that each of the 16 lines is three adjacent bits."""
    return points | (mirrored(points) << np.uint64(POINTS))


@kernel
def crossed(both: np.uint64) -> np.uint64:
    """Exchange the halves: results for points along rows become results along columns, and vice versa."""
    turned = mirrored(both)
    return (turned >> np.uint64(POINTS)) | ((turned & _BOARD) << np.uint64(POINTS))


@kernel
def beside(both: np.uint64) -> np.uint64:
    """The points adjacent to one in the set, along the lines of each half."""
    return ((both & ~_LASTS) << np.uint64(1)) | ((both & ~_FIRSTS) >> np.uint64(1))


@kernel
def first_of_mills(own: np.uint64) -> np.uint64:
    """The first points of the lines filled by `own`."""
    return own & (own >> np.uint64(1)) & (own >> np.uint64(2)) & _FIRSTS


@kernel
def gaps(own: np.uint64, empty: np.uint64) -> np.uint64:
    """The empty points on lines whose other two points are `own`."""
    first = empty & (own >> np.uint64(1)) & (own >> np.uint64(2)) & _FIRSTS
    second = own & (empty >> np.uint64(1)) & (own >> np.uint64(2)) & _FIRSTS
    third = own & (own >> np.uint64(1)) & (empty >> np.uint64(2)) & _FIRSTS
    return first | (second << np.uint64(1)) | (third << np.uint64(2))


class Agent1(NamedTuple):
    """Only whether the game is won or lost."""

    won: int = 1


@heuristic(Agent1, game="morris")
def agent1(h: Agent1, rules: Morris, state: Words) -> int:
    """Plus or minus `won` for a decided position, else 0."""
    return h.won * won_or_lost(rules, state)


class Agent2(NamedTuple):
    """Men on the board, mine minus the enemy's; a decided game outweighs everything."""

    won: int = 100
    man: int = 1


@heuristic(Agent2, game="morris")
def agent2(h: Agent2, rules: Morris, state: Words) -> int:
    """100 · agent1 + own men − enemy men."""
    return h.won * won_or_lost(rules, state) + h.man * men_ahead(rules, state)


class Agent3(NamedTuple):
    """Like agent2, plus lines with two men and an empty point, mine minus the enemy's."""

    won: int = 1000
    man: int = 10
    two: int = 1


@heuristic(Agent3, game="morris")
def agent3(h: Agent3, rules: Morris, state: Words) -> int:
    """10 · agent2 + own two-in-a-row − enemy two-in-a-row."""
    seat = seat_to_move(rules, state)
    own, enemy = doubled(men(state, seat)), doubled(men(state, 1 - seat))
    empty = _BOTH & ~(own | enemy)
    lines = count(gaps(own, empty)) - count(gaps(enemy, empty))
    return h.won * won_or_lost(rules, state) + h.man * men_ahead(rules, state) + h.two * lines


@kernel
def men_in(mills: np.uint64) -> np.uint64:
    """The men of the mills with these first points."""
    return mills | (mills << np.uint64(1)) | (mills << np.uint64(2))


@kernel
def running(mills: np.uint64, ready: np.uint64) -> int:
    """Number of gaps next to a man in a mill: it can open one mill and close another, turn after turn."""
    if ready == ZERO:
        return 0
    return count(ready & crossed(beside(crossed(men_in(mills)))))


@kernel
def free_steps(own: np.uint64, empty: np.uint64) -> int:
    """Number of moves to adjacent points (M3)."""
    return count(((own & ~_LASTS) << np.uint64(1)) & empty) + count(((own & ~_FIRSTS) >> np.uint64(1)) & empty)


class Strong(NamedTuple):
    """Men, mills, mills that can be closed, running mills and mobility, weighted by the phase of the game."""

    man: int = 80
    mill: int = 50
    free_man_in_mill: int = 20
    two: int = 20
    running: int = 60
    blocked: int = 18
    step_placing: int = 16
    step_moving: int = 8
    ready_placing: int = 100
    ready_moving: int = 180
    ready_flying: int = 80
    enemy_ready_moving: int = 120
    enemy_ready_flying: int = 25
    enemy_ready_twice_placing: int = 90
    enemy_ready_twice_moving: int = 45
    enemy_ready_twice_flying: int = 170
    tempo: int = 20


_PLACING, _MOVING, _FLYING = 0, 1, 2


@kernel
def phase_of(state: Words) -> int:
    """Placing while any men are in hand; flying when a side is down to three, even if it may not fly."""
    if hand(state, 0) + hand(state, 1) > 0:
        return _PLACING
    return _FLYING if min(count(men(state, 0)), count(men(state, 1))) <= 3 else _MOVING


@kernel
def chosen(phase: int, placing: int, moving: int, flying: int) -> int:
    """The weight of the phase."""
    if phase == _PLACING:
        return placing
    return moving if phase == _MOVING else flying


@kernel
def ready_gaps(rules: Morris, state: Words, seat: int, own: np.uint64, empty: np.uint64) -> np.uint64:
    """The points where `seat` could close a mill in one turn. `own` and `empty` are doubled, as below."""
    open_points = gaps(own, empty)
    if hand(state, seat) > 0 or (rules.flying and count(men(state, seat)) == 3):
        return open_points  # M2, M4: a man comes from hand, or flies
    return open_points & crossed(beside(own))


@kernel
def worth(h: Strong, own: np.uint64, empty: np.uint64, ready: np.uint64, step: int) -> int:
    """The static value of one side's men."""
    next_to_empty = beside(empty)
    movable = own & (next_to_empty | crossed(next_to_empty))
    mills = first_of_mills(own)
    total = h.two * count(gaps(own, empty)) + step * free_steps(own, empty) - h.blocked * count(own & ~movable & _BOARD)
    if mills != ZERO:
        total += h.mill * count(mills) + h.free_man_in_mill * count(men_in(mills) & movable)
        total += h.running * running(mills, ready)
    return total


@kernel
def closing(h: Strong, phase: int, mine: int, theirs: int) -> int:
    """The value of mills that can be closed: the mover's in this turn, the opponent's in the next."""
    total = 0
    if mine > 0:
        total += chosen(phase, h.ready_placing, h.ready_moving, h.ready_flying)
    if theirs > 0:
        total -= chosen(phase, 0, h.enemy_ready_moving, h.enemy_ready_flying)
    if theirs > 1:  # the mover cannot stop both
        total -= chosen(phase, h.enemy_ready_twice_placing, h.enemy_ready_twice_moving, h.enemy_ready_twice_flying)
    return total


@heuristic(Strong, game="morris")
def strong(h: Strong, rules: Morris, state: Words) -> int:
    """Own minus enemy, but for the mills that can be closed."""
    seat = seat_to_move(rules, state)
    own, enemy = doubled(men(state, seat)), doubled(men(state, 1 - seat))
    empty = _BOTH & ~(own | enemy)
    mine = ready_gaps(rules, state, seat, own, empty)
    theirs = ready_gaps(rules, state, 1 - seat, enemy, empty)
    phase = phase_of(state)
    step = h.step_placing if phase == _PLACING else h.step_moving
    standing = worth(h, own, empty, mine, step) - worth(h, enemy, empty, theirs, step)
    ahead = men_ahead(rules, state) + hand(state, seat) - hand(state, 1 - seat)
    return h.tempo + h.man * ahead + standing + closing(h, phase, count(mine), count(theirs))
