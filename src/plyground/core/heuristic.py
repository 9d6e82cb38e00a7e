"""Heuristics: named evaluations of a position, each a NamedTuple of weights and a function compiled into the search.

    class Mobility(NamedTuple):
        weight: int = 10

    @heuristic(Mobility, game="neutreeko")
    def mobility(h, rules, state):
        return h.weight * ...

The estimate is for the mover: an integer, higher is better, well inside ±`HIGHEST_ESTIMATE`.
"""

import hashlib
import importlib
import importlib.util
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from plyground.core.contract import Words, evaluate, implement, narrow, rule
from plyground.core.errors import PlygroundError, quoted
from plyground.core.heuristic_check import check_code, check_definition
from plyground.core.heuristic_errors import Mistake, beginning, definition, unloadable
from plyground.core.jit import include_sources
from plyground.core.kernel_cache import is_ours
from plyground.core.nnue import NNUE, Nnue, check_fit, find_nnue, packaged_nnue
from plyground.language import Message

if TYPE_CHECKING:
    from plyground.core.game import Game

HIGHEST_ESTIMATE: Final = 900_000
ENTRY_POINT = "plyground.heuristics"
USUAL_HEURISTIC = "strong"
PLUGIN_PREFIX = "plyground_plugin_"
"""Prefix of the names of modules loaded from files."""

Function = TypeVar("Function", bound=Callable[..., Any])
_known: dict[str, dict[str, type]] = {}
_functions: dict[type, Callable[..., Any]] = {}
"""The function of each weights type, as written."""
_choices: dict[str, dict[str, type]] = {}


class UnknownHeuristicError(PlygroundError):
    """The game has no heuristic with that name."""


def heuristic(weights: type, *, game: str, name: str | None = None) -> Callable[[Function], Function]:
    """Register the decorated function as the heuristic of `weights` in `game`, under its own or the given name."""

    def register(function: Function) -> Function:
        check_definition(function, weights)
        _check_alone(function, weights, game, name or function.__name__)
        _known.setdefault(game, {})[name or function.__name__] = weights
        _functions[weights] = function
        return implement(evaluate, weights, function)

    return register


def _check_alone(function: Callable[..., Any], weights: type, game: str, name: str) -> None:
    """Raise an error if another function has the name or weights; redefinition is allowed, as in a notebook."""
    before = _known.get(game, {}).get(name)
    if before is not None and not _is_again(function, _functions[before]):
        right = Message("core.heuristic.choose_another_name", weights=weights.__name__, game=repr(game))
        raise beginning(function).error(Mistake(Message("core.heuristic.twice", game=game, name=repr(name)), right))
    owner = _functions.get(weights)
    if owner is not None and not _is_again(function, owner):
        right = Message("core.heuristic.own_weights")
        raise beginning(function).error(
            Mistake(Message("core.heuristic.weights_taken", weights=weights.__name__, owner=owner.__name__), right)
        )


def _is_again(function: Callable[..., Any], before: Callable[..., Any]) -> bool:
    """True if `function` redefines `before`: the same name in the same file or at the same prompt."""
    one, two = function.__code__, before.__code__
    if function.__qualname__ != before.__qualname__:
        return False
    if not Path(one.co_filename).is_file():
        return function.__module__ == before.__module__
    moved = one.co_firstlineno != two.co_firstlineno
    return one.co_filename == two.co_filename and not (moved and definition(before) is not None)


class EveryMove(NamedTuple):
    """All legal moves: the default choice."""


@rule(narrow)
def keep_all(choice: EveryMove, rules: Any, state: Words, moves: Words, count: int) -> int:
    """Keep all moves."""
    return count


def move_choice(choice: type, *, game: str, name: str) -> Callable[[Function], Function]:
    """Register the decorated function as a move filter of `game` under `name`."""

    def register(function: Function) -> Function:
        _choices.setdefault(game, {})[name] = choice
        return implement(narrow, choice, function)

    return register


def find_choice(game: "Game", name: str) -> Any:
    """The move filter with that name: `all`, or one of the game's own."""
    heuristics_of(game)
    known = {"all": EveryMove, **_choices.get(game.name, {})}
    if name not in known:
        raise UnknownHeuristicError(
            Message("core.heuristic.no_moves", game=game.name, name=quoted(name), known=", ".join(sorted(known)))
        )
    return known[name]()


def heuristics_of(game: "Game") -> dict[str, type]:
    """The weights of all heuristics of a game by name: its own and those of plugins."""
    home = type(game).__module__
    if hasattr(sys.modules[home], "__path__") and importlib.util.find_spec(f"{home}.heuristics") is not None:
        importlib.import_module(f"{home}.heuristics")
    load_installed_plugins()
    networks = {} if packaged_nnue(game) is None else {NNUE: Nnue}
    return _known.get(game.name, {}) | networks


def weights_of(heuristic: Any) -> dict[str, int]:
    """The weights of a heuristic that can be changed; those of a network cannot."""
    return {name: value for name, value in heuristic._asdict().items() if isinstance(value, int)}


def heuristics_by_game() -> Iterator[tuple[str, Callable[..., Any]]]:
    """The function of every heuristic registered so far, with the name of its game as given."""
    return ((game, _functions[weights]) for game, known in _known.items() for weights in known.values())


def heuristics_in(path: Path, game: str) -> tuple[str, ...]:
    """The names of the heuristics of a game that a file has registered."""
    return tuple(name for name, weights in _known.get(game, {}).items() if _is_from(weights, path))


def forget_file(path: Path) -> None:
    """Unregister the heuristics of a file, before it is loaded again or because it cannot be."""
    for known in _known.values():
        for name in [name for name, weights in known.items() if _is_from(weights, path)]:
            del _functions[known.pop(name)]


def _is_from(weights: type, path: Path) -> bool:
    """True if the heuristic with these weights is defined in a file."""
    return Path(_functions[weights].__code__.co_filename) == path


def usual_heuristic(game: "Game") -> str:
    """The name of the default heuristic: `strong`, or the game's first."""
    known = heuristics_of(game)
    return USUAL_HEURISTIC if USUAL_HEURISTIC in known else next(iter(known), USUAL_HEURISTIC)


def find_heuristic(game: "Game", name: str) -> Any:
    """The heuristic with that name and its default weights."""
    known = heuristics_of(game)
    if name not in known:
        elsewhere = [other for other in _known if name in _known[other]]
        hint = Message("core.heuristic.elsewhere", name=quoted(name), games=", ".join(elsewhere)) if elsewhere else ""
        raise UnknownHeuristicError(
            Message(
                "core.heuristic.unknown",
                game=game.name,
                name=quoted(name),
                known=", ".join(sorted(known)) or Message("core.none"),
                hint=hint,
            )
        )
    if known[name] is Nnue:
        return find_nnue(game)
    found = known[name]()
    check_heuristic(game, found)
    return found


def check_heuristic(game: "Game", given: Any) -> None:
    """Raise an error unless these are weights of one of the game's heuristics and its code is valid.

    Our own heuristics are not checked: the tests compile all of them.
    """
    if isinstance(given, Nnue):
        check_fit(given, game)
        return
    if type(given) not in heuristics_of(game).values():
        raise PlygroundError(Message("core.heuristic.of_no_game", given=repr(given), game=game.name))
    for name, value in given._asdict().items():
        if type(value) is not int:
            raise PlygroundError(Message("core.heuristic.weight_no_integer", name=name, value=repr(value)))
    if not is_ours(type(given)):
        check_code(_functions[type(given)], given, game)


@cache
def load_installed_plugins() -> None:
    """Import the heuristics of other packages, ideally before any kernel is compiled, since kernels depend on them."""
    for point in entry_points(group=ENTRY_POINT):
        load_plugin_module(point.module)


def load_plugin_module(name: str) -> None:
    """Import an installed module with heuristics; changes to it invalidate the cache."""
    spec = importlib.util.find_spec(name)
    if spec is not None and spec.origin is not None:
        include_sources(Path(spec.origin))
    with _loading(Path(name if spec is None or spec.origin is None else spec.origin)):
        importlib.import_module(name)


def load_plugin_file(path: Path) -> None:
    """Run a user's Python file that registers heuristics."""
    if not path.is_file():
        raise PlygroundError(Message("core.plugin.missing", file=quoted(str(path))))
    path = path.resolve()
    name = f"{PLUGIN_PREFIX}{path.stem}_{hashlib.sha256(str(path).encode()).hexdigest()[:8]}"
    include_sources(path)
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise PlygroundError(Message("core.plugin.no_python", file=quoted(str(path))))
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        with _loading(path):
            spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise


@contextmanager
def _loading(path: Path) -> Iterator[None]:
    """Report any exception raised while loading a plugin as an error in its file."""
    try:
        yield
    except PlygroundError:
        raise
    except Exception as problem:
        raise unloadable(path, problem) from problem
