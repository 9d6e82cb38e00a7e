"""The contract between a game and everything else, and how a game fulfils it.

A state is a row of uint64 words; how many is the game's affair. A move is one uint64 and one whole turn. A game's
rules are a NamedTuple of lookup tables and settings, and its type selects the functions at compile time:

    @rule(moves)
    def legal_moves(rules: TakeAway, state: Words, out: Words) -> int: ...

Compiled code that calls `moves(rules, …)` is specialised for the type of `rules`; plain Python may call it as well.
Functions of the contract allocate nothing, raise nothing and know no Python objects, so that the same source also
compiles for a GPU.
"""

import inspect
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt
from numba import types
from numba.extending import overload

from plyground.core.jit import INLINED, kernel
from plyground.core.numba_internals import class_of
from plyground.core.outcome import DRAW, NOBODY_YET

Words = npt.NDArray[np.uint64]
"""A state, or a row of moves."""
Planes = npt.NDArray[np.uint8]
"""What a network sees: planes × rows × columns of small numbers."""

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_TO_SLOT = np.uint64(52)
SLOTS = 1 << 12
"""Moves share so many places in tables about moves."""

QUIET, SOME_FORCE, ALL_FORCE = 0, 1, 2
"""What `forcing` says of a state."""

Function = TypeVar("Function", bound=Callable[..., Any])

_written: dict[tuple[str, type | None], Callable[..., Any]] = {}
_compiled: dict[tuple[str, type], Callable[..., Any]] = {}
"""The rules by name and owner: as they are written, for the compiler, and compiled, for Python."""


def contract(stub: Function) -> Function:
    """Make `stub` a function of the contract: compiled code resolves it by type, plain Python looks it up."""
    return _resolved(stub, None)


def optional(stub: Function) -> Function:
    """Make `stub` a function of the contract that an owner may leave out: the stub itself is then its rule."""
    return _resolved(stub, stub)


def _resolved(stub: Function, otherwise: Function | None) -> Function:
    """What stands for the rule of whichever type it is called with, or for `otherwise`."""

    def lookup(first: Any, *rest: Any) -> Any:
        return _compiled.get((stub.__name__, type(first)), stub)(first, *rest)

    @overload(lookup, strict=False, jit_options=INLINED)  # type: ignore[untyped-decorator]
    def choose(first: Any, *rest: Any) -> Callable[..., Any] | None:
        if isinstance(first, types.BaseNamedTuple):
            return _written.get((stub.__name__, class_of(first)), otherwise)
        return None

    lookup.__name__, lookup.__doc__ = stub.__name__, stub.__doc__
    lookup.__signature__ = inspect.signature(stub)  # type: ignore[attr-defined]
    return cast(Function, lookup)


def implement(function_of_contract: Callable[..., Any], owner: type, function: Function) -> Function:
    """Make `function` the `function_of_contract` whenever its first argument is an `owner`."""
    key = function_of_contract.__name__, owner
    _written[key], _compiled[key] = function, kernel(function)
    return cast(Function, _compiled[key])


def compiled_form(heuristic: Any) -> Callable[..., Any]:
    """What evaluates for these weights, as Python calls it."""
    return _compiled[evaluate.__name__, type(heuristic)]


def rule(function_of_contract: Callable[..., Any]) -> Callable[[Function], Function]:
    """Make the decorated function the `function_of_contract` of the rules type that its first parameter names."""

    def register(function: Function) -> Function:
        owner = next(iter(function.__annotations__.values()))
        return implement(function_of_contract, owner, function)

    return register


@kernel
def slot(move: np.uint64) -> int:
    """The place of a move among `SLOTS`."""
    return np.int64((move * _GOLDEN) >> _TO_SLOT)  # type: ignore[return-value]


@kernel
def below(dice: Words, limit: int) -> int:
    """A random number from 0 to limit - 1 (xorshift; the state of the dice is one word, not zero)."""
    word = dice[0]
    word ^= word << np.uint64(13)
    word ^= word >> np.uint64(7)
    word ^= word << np.uint64(17)
    dice[0] = word
    return np.int64(((word >> np.uint64(32)) * np.uint64(limit)) >> np.uint64(32))  # type: ignore[return-value]


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


@optional
def irreversible(rules: Any, state: Words, move: np.uint64) -> bool:
    """Whether no position from before `move` can ever come back: a placing, a removal, a barrier."""
    return False


@contract
def passed(rules: Any, state: Words, child: Words) -> None:
    """Write into `child` the same position with the next seat to move, whether or not the rules allow a pass."""


@contract
def evaluate(heuristic: Any, rules: Any, state: Words) -> int:  # type: ignore[empty-body]
    """How good the state looks to the mover: an estimate well inside ±`HIGHEST_ESTIMATE`."""


@contract
def narrow(choice: Any, rules: Any, state: Words, moves: Words, count: int) -> int:  # type: ignore[empty-body]
    """Keep of `moves[:count]`, in order, those that a search should consider; how many are left, at least one."""


@optional
def forcing(rules: Any, state: Words) -> int:
    """`QUIET` if a search may stop here, `SOME_FORCE` if the mover can capture or so, `ALL_FORCE` if they must."""
    return QUIET


@optional
def urgency(rules: Any, state: Words, move: np.uint64) -> int:
    """0 for a quiet move; for a capture, a mill, a winning line up to 100, the more the sooner to look at it."""
    return 0


@contract
def planes(rules: Any, state: Words, out: Planes) -> None:
    """Write what a network sees of a state, from the mover's side, into `out` (planes × rows × columns), every number.

    What the planes are, the game's `encoding` tells. Only games that have one have this rule and the next.
    """


@contract
def policy_index(rules: Any, state: Words, move: np.uint64, part: int) -> int:  # type: ignore[empty-body]
    """The number of part `part` (from 0) of a move among a network's answers, or -1 when the move has no more parts.

    A network gives each answer a logit, and the logit of a move is the sum of its parts'. Most moves have one part; a
    chain of captures has one for each hop. No two legal moves of a state have the same parts.
    """


@optional
def seats_of(rules: Any) -> int:
    """How many play."""
    return 2


@optional
def finish(
    rules: Any,
    state: Words,
    scratch: Words,
    buffer: Words,
    dice: Words,
    marks: Any,
    game: int,
    longest: int,
) -> int:
    """Play a random game to its end: who won, `DRAW` after `longest` turns.

    `scratch` has two rows for states, `buffer` room for moves, `dice` the state of the random numbers; every move is
    marked with the number of the game, by its seat and the slot of its word.
    """
    for i in range(state.size):
        scratch[0, i] = state[i]
    for turn in range(longest):
        now, after = scratch[turn & 1], scratch[1 - (turn & 1)]
        decided = winner(rules, now)
        if decided != NOBODY_YET:
            return decided
        count = min(moves(rules, now, buffer), buffer.size)
        move = buffer[below(dice, count)]
        marks[mover(rules, now), slot(move)] = game
        play(rules, now, move, after)
    return DRAW
