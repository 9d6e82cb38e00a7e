"""plyground search morris --plugin examples/mills.py --agent alphabeta:heuristic=mills,depth=5"""

from typing import NamedTuple

from plyground.core.bits import count
from plyground.core.heuristic import heuristic
from plyground.games.morris.rules import hand, in_mills, men, seat_to_move


class Mills(NamedTuple):
    """Men ahead, and men that stand in mills."""

    man: int = 10
    milled: int = 4


@heuristic(Mills, game="morris")
def mills(h, rules, state):
    seat = seat_to_move(rules, state)
    own, enemy = men(state, seat), men(state, 1 - seat)
    ahead = count(own) + hand(state, seat) - count(enemy) - hand(state, 1 - seat)
    return h.man * ahead + h.milled * (count(in_mills(rules, own)) - count(in_mills(rules, enemy)))
