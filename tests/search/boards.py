"""Boards small enough to be searched whole, and random positions on them."""

import random
from typing import Any

import plyground
from plyground import Position
from tests.cases import random_line

BOARDS: dict[str, tuple[dict[str, Any], str, int]] = {
    "hex": ({"size": 4}, "distance", 3),
    "blockit": ({"size": 5, "barriers": 2}, "strong", 3),
    "eximo": ({}, "strong", 3),
    "neutreeko": ({}, "strong", 4),
    "morris": ({}, "strong", 3),
}
"""By game: options, heuristic, depth; mostly heuristics with which the searches are compiled for other tests anyway."""


def positions(name: str, count: int, seed: str = "") -> list[Position]:
    """Positions of random games that are not over."""
    dice = random.Random(f"{name} {seed}")
    game = plyground.game(name, **BOARDS[name][0])
    found: list[Position] = []
    while len(found) < count:
        line = [position for position, move in random_line(game, dice, longest=120) if move is not None]
        found += dice.sample(line, min(len(line), 8))
    return found[:count]
