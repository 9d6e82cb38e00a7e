"""Checks of user heuristics: the definition on registration, the code on first use.

A heuristic is compiled alone, for the game's rules, before any search is compiled with it. So an error shows within a
second, and the compiler's message concerns the user's function only.
"""

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from numba import typeof, types

from plyground.core.contract import compiled_form
from plyground.core.errors import HeuristicError, PlygroundError
from plyground.core.heuristic_errors import (
    Mistake,
    beginning,
    is_whole,
    misreturned,
    out_of_place,
    place_of_class,
    uncompiled,
)
from plyground.core.numba_internals import is_interpreted, return_type, returns
from plyground.core.numba_parts import check_parts
from plyground.language import Message

if TYPE_CHECKING:
    from plyground.core.game import Game

PARAMETERS = ("h", "rules", "state")


def check_definition(function: Callable[..., Any], weights: Any) -> None:
    """Raise an error unless the function and weights can form a heuristic."""
    if not inspect.isfunction(function):
        raise PlygroundError(Message("core.heuristic.no_function", found=repr(function)))
    count = len(inspect.signature(function).parameters)
    if count != len(PARAMETERS) or function.__code__.co_argcount != count:
        right = Message("core.heuristic.write_arguments", name=function.__name__)
        raise beginning(function).error(Mistake(Message("core.heuristic.arguments"), right))
    if not (isinstance(weights, type) and issubclass(weights, tuple) and hasattr(weights, "_field_defaults")):
        name = weights.__name__ if isinstance(weights, type) else type(weights).__name__
        right = Message("core.heuristic.write_weights", name=name)
        raise place_of_class(weights, function).error(Mistake(Message("core.heuristic.no_named_tuple"), right))
    _check_weights(weights, function)


def _check_weights(weights: Any, function: Callable[..., Any]) -> None:
    """Raise an error unless every weight has an integer default."""
    for name in weights._fields:
        if name not in weights._field_defaults:
            mistake = Mistake(
                Message("core.heuristic.no_default", name=name), Message("core.heuristic.write_default", name=name)
            )
            raise place_of_class(weights, function, name).error(mistake)
        value = weights._field_defaults[name]
        if type(value) is not int:
            right = Message("core.heuristic.finer_unit")
            raise place_of_class(weights, function, name).error(
                Mistake(Message("core.heuristic.weight_is", name=name, value=repr(value)), right)
            )


_checked: set[tuple[type, Any]] = set()


def check_code(function: Callable[..., Any], heuristic: Any, game: "Game") -> None:
    """Raise an error unless the function compiles for the game's rules and returns an integer."""
    key = type(heuristic), typeof(game.rules)
    if key not in _checked:
        problem = _interpreted(function, heuristic, game) if is_interpreted() else _compiled(function, heuristic, game)
        if problem is not None:
            raise problem from None
        _checked.add(key)


def _compiled(function: Callable[..., Any], heuristic: Any, game: "Game") -> HeuristicError | None:
    """Compile a heuristic and return the error, if any."""
    examples = (heuristic, game.rules, game.empty_state())
    kinds = tuple(map(typeof, examples))
    misplaced = out_of_place(function)
    if misplaced is not None:
        return misplaced
    check_parts()
    try:
        kernel: Any = compiled_form(heuristic)
        kernel.compile(kinds)
    except Exception as problem:
        return uncompiled(function, problem, dict(zip(_parameters(function), examples, strict=False)))
    kind = return_type(kernel, kinds)
    return None if is_whole(kind) else misreturned(function, kind, _line_returning(function, kinds))


def _interpreted(function: Callable[..., Any], heuristic: Any, game: "Game") -> HeuristicError | None:
    """Evaluate the initial position and return the error, if any."""
    examples = (heuristic, game.rules, game.start_state())
    try:
        value = compiled_form(heuristic)(*examples)
    except Exception as problem:
        return uncompiled(function, problem, dict(zip(_parameters(function), examples, strict=False)))
    kind = types.none if value is None else typeof(value)
    return None if is_whole(kind) else misreturned(function, kind, None)


def _parameters(function: Callable[..., Any]) -> tuple[str, ...]:
    return function.__code__.co_varnames[: len(PARAMETERS)]


def _line_returning(function: Callable[..., Any], kinds: tuple[Any, ...]) -> int | None:
    """The first line that returns something other than an integer."""
    try:
        return min((line for line, kind in returns(function, kinds) if not is_whole(kind)), default=None)
    except Exception:
        return None
