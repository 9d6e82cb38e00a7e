"""What a game's folder has for the page: a picture for choosing the game, lessons."""

import json
from functools import cache
from importlib.resources import files
from typing import Any

from plyground.core.game import Game
from plyground.games import game_class, names

PICTURE = "picture.json"
"""The board, the pieces and the colours of a position, and the options and moves that lead to it."""


def file_of(kind: type[Game], name: str) -> str | None:
    """The text of a file in a game's folder; None where there is none, as for a game that is a single file."""
    try:
        return files(kind.__module__).joinpath(name).read_text(encoding="utf-8")
    except (OSError, TypeError, ModuleNotFoundError):
        return None


@cache
def all_pictures() -> dict[str, Any]:
    """The picture of every game by its name, for `/api/pictures`."""
    return {name: picture_of(game_class(name)) for name in names()}


def picture_of(kind: type[Game]) -> dict[str, Any]:
    """What stands for a game: the picture in its folder, which needs no rules to be compiled, else its start."""
    stored = file_of(kind, PICTURE)
    if stored is None:
        return start_picture(kind())
    data: dict[str, Any] = json.loads(stored)
    return {part: data[part] for part in ("board", "pieces", "seats")}


def start_picture(game: Game) -> dict[str, Any]:
    """The board of a game as it is before the first move."""
    pieces = game.scene(game.start().state).as_data()["pieces"]
    return {"board": game.board().as_data(), "pieces": pieces, "seats": list(game.seats)}
