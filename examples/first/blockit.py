"""A first heuristic, which beats `medium`: docs/first-heuristic.md explains it line by line."""

from typing import NamedTuple

from plyground.core.heuristic import heuristic
from plyground.games.blockit.helpers import barriers_left, me, opponent, steps_to_goal, ways_to_goal


class MyBlockIt(NamedTuple):
    """The shorter way to the goal, barriers in hand, and goals to choose from."""

    step: int = 10
    barrier: int = 12
    way: int = 1


@heuristic(MyBlockIt, game="blockit")
def my_blockit(h, rules, state):
    mine, theirs = me(rules, state), opponent(rules, state)
    steps = steps_to_goal(rules, state, theirs) - steps_to_goal(rules, state, mine)
    barriers = barriers_left(rules, state, mine) - barriers_left(rules, state, theirs)
    ways = ways_to_goal(rules, state, mine) - ways_to_goal(rules, state, theirs)
    return h.step * steps + h.barrier * barriers + h.way * ways
