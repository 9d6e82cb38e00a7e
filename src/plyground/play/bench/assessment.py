"""What a heuristic says about a position: its value, what each weight adds, and the value after every move.

Nothing is known about a heuristic but its weights and its function, so parts are measured: a part is what the value
loses when its weight is 0. Where the heuristic is a sum of features times weights, the parts add up to the value.
"""

from typing import Any

import numpy as np

from plyground.core.contract import Words, compiled_form, mover, passed, play, winner
from plyground.core.errors import HeuristicError
from plyground.core.game import Game
from plyground.core.heuristic import HIGHEST_ESTIMATE, find_heuristic, weights_of
from plyground.core.outcome import DRAW, NOBODY_YET
from plyground.core.position import Position
from plyground.language import Message
from plyground.play.agents.weights import MOST_WEIGHT, WeightsError

MOST_MOVES = 1000
"""Moves that are assessed, in the game's order."""


def weighted_heuristic(game: Game, name: str, changes: dict[str, int]) -> Any:
    """The heuristic of that name with some weights changed."""
    usual = find_heuristic(game, name)
    known = list(weights_of(usual))
    unknown = [weight for weight in changes if weight not in known]
    if unknown:
        raise WeightsError(Message("bench.no_weight", heuristic=name, weight=unknown[0], known=known))
    for weight, value in changes.items():
        if abs(value) > MOST_WEIGHT:
            raise WeightsError(Message("bench.weight_range", weight=weight, most=MOST_WEIGHT))
    return usual._replace(**changes)


def value_of(heuristic: Any, game: Game, state: Words) -> int:
    """The heuristic's value of a state for its mover, as searches use it."""
    try:
        value = int(compiled_form(heuristic)(heuristic, game.rules, state))
    except Exception as problem:
        raise HeuristicError(Message("bench.fails", problem=str(problem))) from problem
    return min(max(value, -HIGHEST_ESTIMATE), HIGHEST_ESTIMATE)


def parts_of(heuristic: Any, position: Position) -> dict[str, Any]:
    """The value of a position and what each weight adds to it."""
    game, state = position.game, position.state
    value = value_of(heuristic, game, state)
    base = value_of(heuristic._replace(**dict.fromkeys(weights_of(heuristic), 0)), game, state)
    parts = [_part(heuristic, name, value, position) for name in weights_of(heuristic)]
    exact = base + sum(part["points"] for part in parts) == value
    return {"value": value, "base": base, "parts": parts, "exact": exact}


def _part(heuristic: Any, name: str, value: int, position: Position) -> dict[str, Any]:
    """One weight: how much it adds, and its feature, which is that by unit of weight."""
    game, state, weight = position.game, position.state, getattr(heuristic, name)
    without = value_of(heuristic._replace(**{name: 0}), game, state)
    one = value_of(heuristic._replace(**{name: 1}), game, state)
    return {"name": name, "weight": weight, "feature": one - without, "points": value - without}


def moves_of(heuristic: Any, position: Position) -> list[dict[str, Any]]:
    """Every move with the value of what it leads to, for the player who makes it; a win or loss is said instead."""
    found = []
    for move in position.moves[:MOST_MOVES]:
        child = position.game.empty_state()
        play(position.game.rules, position.state, np.uint64(move.value), child)
        kind, value = _after(heuristic, position, child)
        steps = position.game.steps(position.state, move.value)
        found.append({"move": move.text, "steps": steps, "kind": kind, "value": value})
    return found


def _after(heuristic: Any, position: Position, child: Words) -> tuple[str, int]:
    """The kind of result and its value for the mover of `position`: the same board with that player to move again."""
    game, seat = position.game, position.mover
    decided = int(winner(game.rules, child))
    if decided != NOBODY_YET:
        return ("draw", 0) if decided == DRAW else ("win" if decided == seat else "loss", 0)
    while int(mover(game.rules, child)) != seat:
        after = game.empty_state()
        passed(game.rules, child, after)
        child = after
    return "estimate", value_of(heuristic, game, child)


def assess(position: Position, name: str, changes: dict[str, int], *, moves: bool) -> dict[str, Any]:
    """Everything that a heuristic says about a position."""
    heuristic = weighted_heuristic(position.game, name, changes)
    found: dict[str, Any] = parts_of(heuristic, position)
    return found | {"moves": moves_of(heuristic, position) if moves else None}
