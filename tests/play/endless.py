"""A plugin: heuristics that come back, that do not, and that hold no sense."""

from typing import NamedTuple

from plyground.core.heuristic import heuristic
from plyground.games.neutreeko.rules import seat_to_move


class Endless(NamedTuple):
    """Never comes back from a position of White's."""

    step: int = 1


@heuristic(Endless, game="neutreeko")
def endless(h, rules, state):
    number = 0
    while seat_to_move(rules, state) == 1 and number >= 0:
        number = (number + h.step) % 1000
    return number


class Steady(NamedTuple):
    """Comes back."""

    value: int = 7


@heuristic(Steady, game="neutreeko")
def steady(h, rules, state):
    return h.value
