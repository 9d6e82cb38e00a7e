"""The compiled rules against the naive references: move for move and child for child on random games.

`make test` compares 1,000 positions of each game, `make nightly` 20,000.
"""

import importlib
import math
import random
from typing import Any

import pytest

import plyground
from plyground import Position
from tests.cases import chosen_move, label, option_sets
from tests.nightly import NIGHTLY

POSITIONS = 20_000 if NIGHTLY else 1_000
IN_ORDER = {"hex", "neutreeko"}
"""Games whose reference generates in the documented order too."""

PARTS = 4
"""Each comparison is split, so that several processes share it."""

LARGE = 10
"""A reference takes long for the children of a larger board; so fewer of the positions are of such a one."""


def shares() -> list[tuple[str, dict[str, Any], int]]:
    """Game, options and part, for every game and option set."""
    names = ["hex", "blockit", "eximo", "neutreeko", "morris"]
    return [(name, options, part) for name in names for options in option_sets(name) for part in range(PARTS)]


def weight(options: dict[str, Any]) -> int:
    """How many positions of this option set are compared, beside others."""
    return 1 if options.get("size", 0) > LARGE else 5


def positions_of_a_part(name: str, options: dict[str, Any]) -> int:
    """How many positions one part compares."""
    everything = sum(map(weight, option_sets(name)))
    return math.ceil(POSITIONS * weight(options) / (PARTS * everything))


def same_position(position: Position, reference: Any, line: list[Any]) -> None:
    """Everything that can be asked of a position has one answer."""
    state = line[-1]
    assert str(position) == reference.text(state)
    assert reference.parse(str(position)) == state
    assert position.mover == reference.mover(state)
    winner, drawn = reference.winner(state), reference.drawn(line)
    outcome = position.outcome
    assert (outcome is not None) == (winner is not None or drawn), str(position)
    if outcome is not None:
        assert outcome.winner == winner


def same_children(position: Position, reference: Any, state: Any) -> dict[str, Any]:
    """The same moves, each leading to the same position; the reference's states after them."""
    if position.outcome is not None and position.outcome.winner is None:
        return {}
    children: dict[str, Any] = reference.children(state)
    texts = {move: reference.text(child) for move, child in children.items()}
    ours = {str(move): str(position.play(move)) for move in position.moves}
    assert ours == texts, str(position)
    if position.game.name in IN_ORDER:
        assert list(ours) == list(texts), str(position)
    return children


@pytest.mark.parametrize(("name", "options", "part"), shares(), ids=label)
def test_same_moves_and_children(name: str, options: dict[str, Any], part: int) -> None:
    dice = random.Random(f"{name} {options} {part}")
    game = plyground.game(name, **options)
    reference = importlib.import_module(f"tests.reference.{name}").Reference(**options)
    remaining = positions_of_a_part(name, options)
    while remaining > 0:
        position, line = game.start(), [reference.start()]
        while remaining > 0:
            same_position(position, reference, line)
            children = same_children(position, reference, line[-1])
            remaining -= 1
            if not position.moves:
                break
            move = chosen_move(position, dice)
            line.append(children[str(move)])
            position = position.play(move)
