"""A first heuristic, which beats `medium`: docs/first-heuristic.md explains it line by line."""

from typing import NamedTuple

from plyground.core.heuristic import heuristic
from plyground.games.morris.helpers import free_steps, how_many, in_hand, me, men, open_twos, opponent


class MyMorris(NamedTuple):
    """Men, beginnings of mills, and room to move."""

    man: int = 30
    two: int = 6
    step: int = 2


@heuristic(MyMorris, game="morris")
def my_morris(h, rules, state):
    mine, theirs = me(rules, state), opponent(rules, state)
    my_men = how_many(men(rules, state, mine)) + in_hand(rules, state, mine)
    their_men = how_many(men(rules, state, theirs)) + in_hand(rules, state, theirs)
    twos = open_twos(rules, state, mine) - open_twos(rules, state, theirs)
    steps = free_steps(rules, state, mine) - free_steps(rules, state, theirs)
    return h.man * (my_men - their_men) + h.two * twos + h.step * steps
