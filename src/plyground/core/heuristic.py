"""Heuristics: named estimates of a position, each a NamedTuple of weights and a function that compiles into a search.

    class Mobility(NamedTuple):
        weight: int = 10

    @heuristic(Mobility, game="neutreeko")
    def mobility(h, rules, state):
        return h.weight * ...

The estimate is for the mover: the higher the better, whole, and well inside ±`HIGHEST_ESTIMATE`.
"""

import hashlib
import importlib
import importlib.util
import sys
from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from plyground.core.errors import PlygroundError, quoted
from plyground.core.jit import include_sources
from plyground.core.kernel import Words, evaluate, implement, narrow, rule

if TYPE_CHECKING:
    from plyground.core.game import Game

HIGHEST_ESTIMATE: Final = 900_000
ENTRY_POINT = "plyground.heuristics"
USUAL_HEURISTIC = "strong"

Function = TypeVar("Function", bound=Callable[..., Any])
_known: dict[str, dict[str, type]] = {}
_choices: dict[str, dict[str, type]] = {}


class UnknownHeuristicError(PlygroundError):
    """The game has no heuristic of that name."""


def heuristic(weights: type, *, game: str, name: str | None = None) -> Callable[[Function], Function]:
    """Make the decorated function the heuristic of `weights`, known in `game` under its own or the given name."""

    def register(function: Function) -> Function:
        _known.setdefault(game, {})[name or function.__name__] = weights
        return implement(evaluate, weights, function)

    return register


class EveryMove(NamedTuple):
    """All legal moves: the usual choice."""


@rule(narrow)
def keep_all(choice: EveryMove, rules: Any, state: Words, moves: Words, count: int) -> int:
    """Leave the moves as they are."""
    return count


def move_choice(choice: type, *, game: str, name: str) -> Callable[[Function], Function]:
    """Make the decorated function the way of considering only some moves, known in `game` under `name`."""

    def register(function: Function) -> Function:
        _choices.setdefault(game, {})[name] = choice
        return implement(narrow, choice, function)

    return register


def find_choice(game: "Game", name: str) -> Any:
    """The choice of moves of that name: `all`, or one of the game's own."""
    heuristics_of(game)
    known = {"all": EveryMove, **_choices.get(game.name, {})}
    if name not in known:
        raise UnknownHeuristicError(f"{game.name} has no moves={quoted(name)}; it has {', '.join(sorted(known))}.")
    return known[name]()


def heuristics_of(game: "Game") -> dict[str, type]:
    """The weights of every heuristic of a game by name: its own, and those of plugins."""
    home = type(game).__module__
    if hasattr(sys.modules[home], "__path__") and importlib.util.find_spec(f"{home}.heuristics") is not None:
        importlib.import_module(f"{home}.heuristics")
    load_installed_plugins()
    return dict(_known.get(game.name, {}))


def usual_heuristic(game: "Game") -> str:
    """The name of the heuristic that is used when none is named: `strong`, or the game's first."""
    known = heuristics_of(game)
    return USUAL_HEURISTIC if USUAL_HEURISTIC in known else next(iter(known), USUAL_HEURISTIC)


def find_heuristic(game: "Game", name: str) -> Any:
    """The heuristic of that name with its usual weights."""
    known = heuristics_of(game)
    if name not in known:
        raise UnknownHeuristicError(
            f"{game.name} has no heuristic {quoted(name)}; it has {', '.join(sorted(known)) or 'none'}."
        )
    return known[name]()


@cache
def load_installed_plugins() -> None:
    """Import the heuristics that other packages offer; best before any kernel is compiled, which depends on them."""
    for point in entry_points(group=ENTRY_POINT):
        load_plugin_module(point.module)


def load_plugin_module(name: str) -> None:
    """Import an installed module with heuristics; a change of it is never served by a stale cache."""
    spec = importlib.util.find_spec(name)
    if spec is not None and spec.origin is not None:
        include_sources(Path(spec.origin))
    importlib.import_module(name)


def load_plugin_file(path: Path) -> None:
    """Run a Python file of the user's that registers heuristics."""
    if not path.is_file():
        raise PlygroundError(f"There is no plugin file {quoted(str(path))}.")
    path = path.resolve()
    name = f"plyground_plugin_{path.stem}_{hashlib.sha256(str(path).encode()).hexdigest()[:8]}"
    include_sources(path)
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise PlygroundError(f"{quoted(str(path))} is not a Python file.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as problem:
        del sys.modules[name]
        raise PlygroundError(f"The plugin {quoted(str(path))} does not load: {problem!r}.") from problem
