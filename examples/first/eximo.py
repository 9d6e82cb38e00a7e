"""A first heuristic, which beats `medium`: docs/first-heuristic.md explains it line by line."""

from typing import NamedTuple

from plyground.core.heuristic import heuristic
from plyground.games.eximo.helpers import can_capture, how_many, in_danger, me, men, opponent, rows_advanced


class MyEximo(NamedTuple):
    """Men, how far they have come, and who could capture."""

    man: int = 40
    row: int = 3
    capture: int = 15


@heuristic(MyEximo, game="eximo")
def my_eximo(h, rules, state):
    mine, theirs = me(rules, state), opponent(rules, state)
    ahead = how_many(men(rules, state, mine)) - how_many(men(rules, state, theirs))
    rows = rows_advanced(rules, state, mine) - rows_advanced(rules, state, theirs)
    captures = can_capture(rules, state, mine) - in_danger(rules, state, mine)
    return h.man * ahead + h.row * rows + h.capture * captures
