"""A first heuristic, which beats `medium`: docs/first-heuristic.md explains it line by line."""

from typing import NamedTuple

from plyground.core.heuristic import heuristic
from plyground.games.hex.helpers import me, opponent, stones_needed, stones_needed_with_bridges


class MyHex(NamedTuple):
    """Stones that both players need, with bridges first."""

    bridged: int = 10
    plain: int = 2


@heuristic(MyHex, game="hex")
def my_hex(h, rules, state):
    mine, theirs = me(rules, state), opponent(rules, state)
    bridged = stones_needed_with_bridges(rules, state, theirs) - stones_needed_with_bridges(rules, state, mine)
    plain = stones_needed(rules, state, theirs) - stones_needed(rules, state, mine)
    return h.bridged * bridged + h.plain * plain
