"""The opening maps of a game, for the page."""

from functools import lru_cache
from typing import Any

from plyground.core.game import Game
from plyground.core.options import read_options
from plyground.games import game as make_game
from plyground.games import game_class
from plyground.review.opening_map import OpeningMap, map_of, maps_of
from plyground.web.tables.position_view import board_data


@lru_cache(maxsize=32)
def openings_data(name: str, options: str) -> dict[str, Any]:
    """The map for a game with its options, as in `size=11,swap=on`, and the options of all others.

    Where no map fits, it is that of the usual options, and `fits` is false. A game without maps has none at all.
    """
    kind = game_class(name)
    asked = kind(**read_options(name, kind.known_options, read_pairs(options)))
    maps = maps_of(kind)
    found = map_of(asked, maps) or map_of(kind(), maps)
    if found is None:
        return {"maps": []}
    fits = found is map_of(asked, maps)
    return {"maps": [dict(each.options) for each in maps], "fits": fits} | map_data(asked, found)


def read_pairs(text: str) -> dict[str, str]:
    """The options in `name=value,name=value`."""
    pairs = (part.partition("=") for part in text.split(",") if part)
    return {name: value for name, _, value in pairs}


def map_data(asked: Game, found: OpeningMap) -> dict[str, Any]:
    """A map with its board; `swap` are the first moves that should be swapped, where a game has such a rule."""
    game = make_game(asked.name, **found.options)
    return {
        "options": dict(found.options),
        "nodes": found.nodes,
        "board": board_data(game),
        "seats": game.seats,
        "chances": {move: each.chance for move, each in found.chances.items()},
        "proved": [move for move, each in found.chances.items() if each.proved],
        "swap": found.winning if "swap" in found.options else (),
    }
