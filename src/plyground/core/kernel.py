"""The contract between a game and everything else, and how a game fulfils it.

A state is a row of uint64 words; how many is the game's affair. A move is one uint64 and one whole turn. A game's
rules are a NamedTuple of lookup tables and settings, and its type selects the functions at compile time:

    @rule(moves)
    def legal_moves(rules: TakeAway, state: Words, out: Words) -> int: ...

Compiled code that calls `moves(rules, …)` is specialised for the type of `rules`; plain Python may call it as well.
Functions of the contract allocate nothing, raise nothing and know no Python objects, so that the same source also
compiles for a GPU.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt
from numba import types
from numba.extending import overload

from plyground.core.jit import kernel

Words = npt.NDArray[np.uint64]
"""A state, or a row of moves."""

Function = TypeVar("Function", bound=Callable[..., Any])

_rules_by_type: dict[tuple[str, type], Callable[..., Any]] = {}


def contract(stub: Function) -> Function:
    """Make `stub` a function of the contract: compiled code resolves it by type, plain Python looks it up."""

    def lookup(rules: Any, *rest: Any) -> Any:
        return _rules_by_type[stub.__name__, type(rules)](rules, *rest)

    lookup.__name__, lookup.__doc__ = stub.__name__, stub.__doc__
    return cast(Function, lookup)


def rule(function_of_contract: Callable[..., Any]) -> Callable[[Function], Function]:
    """Make the decorated function the `function_of_contract` of the rules type that its first parameter names."""

    def register(function: Function) -> Function:
        owner = next(iter(function.__annotations__.values()))
        compiled = kernel(function)
        _rules_by_type[function_of_contract.__name__, owner] = compiled

        @overload(function_of_contract, strict=False)  # type: ignore[untyped-decorator]
        def choose(rules: Any, *rest: Any) -> Function | None:
            if isinstance(rules, types.BaseNamedTuple) and rules.instance_class is owner:
                return function
            return None

        return compiled

    return register


@contract
def moves(rules: Any, state: Words, out: Words) -> int:  # type: ignore[empty-body]
    """Write the mover's turns into `out`, in the game's documented order, and return how many there are.

    `out` has room for at least the game's `usual_moves`. A game whose positions may have more counts the surplus
    without writing it: call again with more room. Only for a state that nobody has won yet.
    """


@contract
def play(rules: Any, state: Words, move: np.uint64, child: Words) -> None:
    """Write the state after `move` into `child`; `state` stays as it is."""


@contract
def mover(rules: Any, state: Words) -> int:  # type: ignore[empty-body]
    """The seat to move: 0, 1 (2, 3 in games for more)."""


@contract
def winner(rules: Any, state: Words) -> int:  # type: ignore[empty-body]
    """The seat that has won, `NOBODY_YET` or `DRAW`."""


@contract
def fingerprint(rules: Any, state: Words) -> np.uint64:  # type: ignore[empty-body]
    """A 64-bit key of the state for tables and repetition."""


@contract
def irreversible(rules: Any, state: Words, move: np.uint64) -> bool:  # type: ignore[empty-body]
    """Whether no position from before `move` can ever come back: a placing, a removal, a barrier."""
