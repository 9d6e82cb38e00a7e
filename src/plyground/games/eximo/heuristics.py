"""Estimates for Eximo: the five of the published study, and a strong one.

The board is seen from the mover's side: forward is up, and a man's rows advanced are those above its own first row.
"""

from typing import NamedTuple

import numpy as np

from plyground.core.bits import ZERO, count, field, lowest, reversed_rows, without_lowest
from plyground.core.contract import Words
from plyground.core.heuristic import heuristic
from plyground.core.jit import kernel
from plyground.games.eximo.rules import Eximo, enemy_men, key, own_men, steppers

_FIRST_ROW = np.uint64(0xFF)
_EDGES = np.uint64(0x8181818181818181)
"""Columns a and h."""
_NOT_A, _NOT_H = np.uint64(0xFEFEFEFEFEFEFEFE), np.uint64(0x7F7F7F7F7F7F7F7F)
_ONES, _TWOS, _FOURS = np.uint64(0xFF00FF00FF00FF00), np.uint64(0xFFFF0000FFFF0000), np.uint64(0xFFFFFFFF00000000)
"""The rows whose number, from 0, has that binary digit set."""


@kernel
def rows_advanced(own: np.uint64) -> int:
    """The sum of the rows advanced by all men."""
    return count(own & _ONES) + 2 * count(own & _TWOS) + 4 * count(own & _FOURS)


@kernel
def squared_rows_at_edges(own: np.uint64) -> int:
    """The sum of (rows advanced)² of the men on columns a and h."""
    total = 0
    rest = own & _EDGES
    while rest != ZERO:
        row = lowest(rest) >> 3
        total += row * row
        rest = without_lowest(rest)
    return total


class Random(NamedTuple):
    """A pseudorandom number, always the same for the same position."""

    spread: int = 100


@heuristic(Random, game="eximo", name="random")
def random_value(h: Random, rules: Eximo, state: Words) -> int:
    """A number from −spread to spread, drawn from the state's key."""
    return field(key(rules, state), 16, 32) % (2 * h.spread + 1) - h.spread


class Basic(NamedTuple):
    """My men."""

    man: int = 1


@heuristic(Basic, game="eximo")
def basic(h: Basic, rules: Eximo, state: Words) -> int:
    """The mover's men alone."""
    return h.man * count(own_men(state))


class First(NamedTuple):
    """My men and the rows they have advanced."""

    man: int = 15
    row: int = 1


@heuristic(First, game="eximo")
def first(h: First, rules: Eximo, state: Words) -> int:
    """The mover's men alone."""
    own = own_men(state)
    return h.man * count(own) + h.row * rows_advanced(own)


class Improved(NamedTuple):
    """Men, mine minus the enemy's, and the rows mine have advanced."""

    man: int = 15
    row: int = 1


@heuristic(Improved, game="eximo")
def improved(h: Improved, rules: Eximo, state: Words) -> int:
    """The enemy's rows do not count."""
    own = own_men(state)
    return h.man * (count(own) - count(enemy_men(state))) + h.row * rows_advanced(own)


class Advanced(NamedTuple):
    """Few enemy men, a guarded first row, an attack along the edges, my men and the rows they have advanced."""

    row: int = 1
    man: int = 1
    enemy: int = 60
    guard: int = 30
    most_guards: int = 6
    edge: int = 1


@heuristic(Advanced, game="eximo")
def advanced(h: Advanced, rules: Eximo, state: Words) -> int:
    """The enemy's men count as men only."""
    own, enemy = own_men(state), enemy_men(state)
    men = h.man * count(own) - h.enemy * count(enemy)
    guards = h.guard * min(h.most_guards, count(own & _FIRST_ROW))
    return men + guards + h.row * rows_advanced(own) + h.edge * squared_rows_at_edges(own)


@kernel
def within_reach(enemy: np.uint64) -> np.uint64:
    """The squares that men moving down occupy or can ever step to."""
    reached = enemy
    for _ in range(7):
        reached |= (
            (reached >> np.uint64(8)) | ((reached & _NOT_A) >> np.uint64(9)) | ((reached & _NOT_H) >> np.uint64(7))
        )
    return reached


@kernel
def neighbours(own: np.uint64) -> int:
    """Number of pairs of adjacent men."""
    straight = count(own & (own << np.uint64(8))) + count(own & ((own & _NOT_H) << np.uint64(1)))
    return straight + count(own & ((own & _NOT_H) << np.uint64(9))) + count(own & ((own & _NOT_A) << np.uint64(7)))


@kernel
def victims(own: np.uint64, enemy: np.uint64, empty: np.uint64) -> int:
    """Number of enemy men that a capture could begin with (E4)."""
    straight = (own << np.uint64(8)) & (empty >> np.uint64(8))
    right = ((own & _NOT_H) << np.uint64(9)) & ((empty & _NOT_A) >> np.uint64(9))
    left = ((own & _NOT_A) << np.uint64(7)) & ((empty & _NOT_H) >> np.uint64(7))
    to_right = ((own & _NOT_H) << np.uint64(1)) & ((empty & _NOT_A) >> np.uint64(1))
    to_left = ((own & _NOT_A) >> np.uint64(1)) & ((empty & _NOT_H) << np.uint64(1))
    return count(enemy & (straight | right | left | to_right | to_left))


class Strong(NamedTuple):
    """Men, captures and threats, unstoppable men, safe edges, and how well the men protect each other."""

    man: int = 46
    row: int = 5
    edge: int = 22
    free: int = 4
    free_row: int = 1
    neighbours: int = 5
    exposed: int = 3
    capture: int = 17
    victim: int = 37
    threat: int = 11
    threatened: int = 3
    most_victims: int = 2


@kernel
def worth(h: Strong, own: np.uint64, enemy: np.uint64) -> int:
    """The static value of one side's men, seen as moving up."""
    free = own & ~within_reach(enemy)
    exposed = steppers(own, ~(own | enemy))
    men = h.man * count(own) + h.row * rows_advanced(own) + h.edge * count(own & _EDGES)
    runners = h.free * count(free) + h.free_row * rows_advanced(free)
    return men + runners + h.neighbours * neighbours(own) - h.exposed * count(exposed)


@kernel
def tension(h: Strong, own: np.uint64, enemy: np.uint64, own_below: np.uint64, enemy_below: np.uint64) -> int:
    """The value of captures: the mover's, which are compulsory, otherwise those the opponent threatens."""
    prey = victims(own, enemy, ~(own | enemy))
    if prey > 0:
        return h.capture + h.victim * min(prey, h.most_victims)
    threatened = victims(enemy_below, own_below, ~(own_below | enemy_below))
    if threatened > 0:
        return -h.threat - h.threatened * min(threatened, h.most_victims)
    return 0


@heuristic(Strong, game="eximo")
def strong(h: Strong, rules: Eximo, state: Words) -> int:
    """Own minus enemy, but for the captures. The enemy's men are looked at from the enemy's side."""
    own, enemy = own_men(state), enemy_men(state)
    own_below, enemy_below = reversed_rows(own), reversed_rows(enemy)
    return worth(h, own, enemy) - worth(h, enemy_below, own_below) + tension(h, own, enemy, own_below, enemy_below)
