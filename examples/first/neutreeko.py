"""A first heuristic, which beats `medium`: docs/first-heuristic.md explains it line by line."""

from typing import NamedTuple

from plyground.core.heuristic import heuristic
from plyground.games.neutreeko.helpers import me, opponent, possible_moves, steps_from_centre, winning_moves


class MyNeutreeko(NamedTuple):
    """Ways to win at once, pieces near the centre, and room to move."""

    win: int = 50
    centre: int = 6
    move: int = 1


@heuristic(MyNeutreeko, game="neutreeko")
def my_neutreeko(h, rules, state):
    mine, theirs = me(rules, state), opponent(rules, state)
    wins = winning_moves(rules, state, mine) - winning_moves(rules, state, theirs)
    centre = steps_from_centre(rules, state, theirs) - steps_from_centre(rules, state, mine)
    moves = possible_moves(rules, state, mine) - possible_moves(rules, state, theirs)
    return h.win * wins + h.centre * centre + h.move * moves
