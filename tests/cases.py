"""The games and options that the shared suites run over, and random games of them."""

import random
from collections.abc import Iterator
from typing import Any

import plyground
from plyground import Game, Move, Position

EXTRA: dict[str, list[dict[str, Any]]] = {
    "hex": [{"size": 3}, {"size": 4, "swap": False}, {"size": 7}, {"size": 13, "swap": False}, {"size": 19}],
    "blockit": [
        {"rules": "quoridor"},
        {"size": 5, "barriers": 3},
        {"size": 5, "barriers": 20, "rules": "quoridor", "colours": "red,green,blue,yellow"},
        {"size": 7, "colours": "green,blue,yellow", "barriers": 4, "rules": "quoridor"},
        {"size": 7, "barriers": 0},
        {"columns": 4, "rows": 3, "barriers": 2, "rules": "quoridor"},
        {"columns": 3, "rows": 6, "colours": "green,yellow"},
        {"size": 11, "colours": "red,green,blue,yellow", "rules": "quoridor"},
        {"size": 13, "barriers": 20, "colours": "green,yellow"},
    ],
    "neutreeko": [{"order": "clockwise"}, {"order": "report"}, {"order": "report-clockwise"}],
    "morris": [{"mills": "strict"}, {"flying": False}, {"mills": "strict", "flying": False}],
}
"""Option sets besides the defaults, which every game is tested with."""


def option_sets(name: str) -> list[dict[str, Any]]:
    """The defaults, and what else is tested."""
    return [{}, *EXTRA.get(name, [])]


def all_cases() -> list[tuple[str, dict[str, Any]]]:
    """Every game with every option set."""
    return [(name, options) for name in plyground.games() for options in option_sets(name)]


def label(case: object) -> str:
    """A test's name for a case."""
    if isinstance(case, dict):
        return "-".join(f"{key}={value}" for key, value in case.items()) or "defaults"
    return str(case)


def chosen_move(position: Position, dice: random.Random) -> Move:
    """A random move, kind by kind: where there are many barriers and few pawn moves, both are played often."""
    by_length: dict[int, list[Move]] = {}
    for move in position.moves:
        by_length.setdefault(len(str(move)), []).append(move)
    return dice.choice(by_length[dice.choice(sorted(by_length))])


def random_line(game: Game, dice: random.Random, longest: int = 400) -> Iterator[tuple[Position, Move | None]]:
    """The positions of a random game, each with the move played in it; None with the last."""
    position = game.start()
    for _ in range(longest):
        if not position.moves:
            break
        move = chosen_move(position, dice)
        yield position, move
        position = position.play(move)
    yield position, None
