"""The games: every folder here, and those of other packages under the entry point `plyground.games`.

A folder's `GAME`, or the entry point's object, is a subclass of `plyground.core.game.Game`. No other registration.
"""

import difflib
import importlib
import pkgutil
import sys
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from plyground.core.errors import UnknownGameError, quoted
from plyground.core.game import Game
from plyground.core.heuristic import heuristics_by_game, load_installed_plugins, load_plugin_file
from plyground.core.heuristic_errors import Mistake, beginning
from plyground.core.jit import include_sources
from plyground.language import Message

ENTRY_POINT = "plyground.games"


def names() -> tuple[str, ...]:
    """The names of all games, ours first."""
    return (*_own(), *sorted(_offered()))


@cache
def _own() -> tuple[str, ...]:
    """The names of our games."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__)))


@cache
def _offered() -> dict[str, EntryPoint]:
    """Games of other packages, except under our own names. Cached: Python searches all installed packages."""
    first = {point.name: point for point in reversed(list(entry_points(group=ENTRY_POINT)))}
    return {name: point for name, point in first.items() if name not in _own()}


def game_class(name: str) -> type[Game]:
    """The class of the game with that name."""
    load_installed_plugins()
    if name not in names():
        close = difflib.get_close_matches(str(name), names(), n=1)
        guess = Message("core.did_you_mean_before", name=close[0]) if close else ""
        raise UnknownGameError(Message("games.unknown", name=quoted(str(name)), guess=guess, games=", ".join(names())))
    if name in _own():
        found: type[Game] = importlib.import_module(f"{__name__}.{name}").GAME
        return found
    offered: type[Game] = _offered()[name].load()
    include_sources(_home_of(offered))
    return offered


def load_plugin(path: Path) -> None:
    """Run a user's file with heuristics; each must be for an existing game."""
    load_plugin_file(path)
    for named, function in heuristics_by_game():
        if named not in names():
            close = difflib.get_close_matches(named, names(), n=1)
            guess = Message("core.did_you_mean_before", name=close[0]) if close else ""
            right = Message("games.are", guess=guess, games=", ".join(names()))
            raise beginning(function).error(Mistake(Message("games.no_such", name=quoted(named)), right))


def _home_of(game: type[Game]) -> Path:
    """The file or package folder that contains an outside game."""
    file = Path(str(sys.modules[game.__module__].__file__))
    return file.parent if file.name == "__init__.py" else file


def game(name: str, **options: Any) -> Game:
    """The game with that name and options, such as `game("hex", size=11)`."""
    return game_class(name)(**options)
