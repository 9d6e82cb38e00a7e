"""The contract between a game and the rest of the package, and how a game implements it.

A state is a row of uint64 words; the game decides how many. A move is one uint64 and one whole turn. A game's
rules are a NamedTuple of lookup tables and settings, and its type selects the functions at compile time:

    @rule(moves)
    def legal_moves(rules: TakeAway, state: Words, out: Words) -> int: ...

Compiled code that calls `moves(rules, …)` is specialised for the type of `rules`; plain Python can call it too.
Functions of the contract allocate nothing, raise nothing and use no Python objects, so that the same source also
compiles for a GPU.
"""

import inspect
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt
from numba import types
from numba.extending import overload

from plyground.core.jit import INLINED, inlined, kernel
from plyground.core.numba_internals import class_of, overload_with_kernel
from plyground.core.outcome import DRAW, NOBODY_YET

Words = npt.NDArray[np.uint64]
"""A state, or a row of moves."""
Planes = npt.NDArray[np.uint8]
"""Network input: planes × rows × columns of small numbers."""

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_TO_SLOT = np.uint64(52)
SLOTS = 1 << 12
"""Number of slots that moves are hashed to in per-move tables."""

QUIET, SOME_FORCE, ALL_FORCE = 0, 1, 2
"""Return values of `forcing`."""

Function = TypeVar("Function", bound=Callable[..., Any])

_written: dict[tuple[str, type | None], Callable[..., Any]] = {}
_compiled: dict[tuple[str, type | None], Callable[..., Any]] = {}
"""Rule functions by name and owner: as written, for the compiler, and compiled, for Python."""


def contract(stub: Function) -> Function:
    """Make `stub` a function of the contract: compiled code resolves it by type, plain Python looks it up."""
    return _resolved(stub, None)


def optional(stub: Function) -> Function:
    """Make `stub` an optional function of the contract: the stub itself is the default implementation."""
    return _resolved(stub, stub)


def _resolved(stub: Function, otherwise: Function | None) -> Function:
    """A function that dispatches to the rule for the type of its first argument, or to `otherwise`.

    On the CPU compiled code gets the rule's kernel, which is compiled once and cached; on other targets Numba compiles
    the rule as written.
    """
    default: Callable[..., Any] | None = None if otherwise is None else inlined(otherwise)

    def lookup(first: Any, *rest: Any) -> Any:
        return _compiled.get((stub.__name__, type(first)), stub)(first, *rest)

    @overload(lookup, strict=False, jit_options=INLINED)  # type: ignore[untyped-decorator]
    def choose(first: Any, *rest: Any) -> Callable[..., Any] | None:
        if isinstance(first, types.BaseNamedTuple):
            return _written.get((stub.__name__, class_of(first)), otherwise)
        return None

    @overload_with_kernel(lookup)
    def choose_kernel(first: Any, *rest: Any) -> Callable[..., Any] | None:
        if isinstance(first, types.BaseNamedTuple):
            return _compiled.get((stub.__name__, class_of(first)), default)
        return None

    lookup.__name__, lookup.__doc__ = stub.__name__, stub.__doc__
    lookup.__signature__ = inspect.signature(stub)  # type: ignore[attr-defined]
    return cast(Function, lookup)


def implement(function_of_contract: Callable[..., Any], owner: type, function: Function) -> Function:
    """Register `function` as the `function_of_contract` for first arguments of type `owner`."""
    key = function_of_contract.__name__, owner
    _written[key], _compiled[key] = function, inlined(function)
    return cast(Function, _compiled[key])


def compiled_form(heuristic: Any) -> Callable[..., Any]:
    """The compiled evaluation function for these weights, callable from Python."""
    return _compiled[evaluate.__name__, type(heuristic)]


def rule(function_of_contract: Callable[..., Any]) -> Callable[[Function], Function]:
    """Register the decorated function as `function_of_contract` for the rules type of its first parameter."""

    def register(function: Function) -> Function:
        owner = next(iter(function.__annotations__.values()))
        return implement(function_of_contract, owner, function)

    return register


@kernel
def slot(move: np.uint64) -> int:
    """The slot of a move, below `SLOTS`."""
    return np.int64((move * _GOLDEN) >> _TO_SLOT)  # type: ignore[return-value]


@kernel
def below(dice: Words, limit: int) -> int:
    """A random number from 0 to limit - 1 (xorshift; the state of the dice is one nonzero word)."""
    word = dice[0]
    word ^= word << np.uint64(13)
    word ^= word >> np.uint64(7)
    word ^= word << np.uint64(17)
    dice[0] = word
    return np.int64(((word >> np.uint64(32)) * np.uint64(limit)) >> np.uint64(32))  # type: ignore[return-value]


@contract
def moves(rules: Any, state: Words, out: Words) -> int:  # type: ignore[empty-body]
    """Write the mover's turns into `out`, in the game's documented order, and return their number.

    `out` has room for at least the game's `usual_moves`. A game whose positions may have more counts the surplus
    without writing it: call again with more room. Only for states without a winner.
    """


@optional
def count_moves(rules: Any, state: Words, out: Words) -> int:
    """The number that `moves` returns, for a caller that needs no more; `out` may be overwritten."""
    return moves(rules, state, out)


@contract
def play(rules: Any, state: Words, move: np.uint64, child: Words) -> None:
    """Write the state after `move` into `child`; `state` is unchanged."""


@contract
def mover(rules: Any, state: Words) -> int:  # type: ignore[empty-body]
    """The seat to move: 0 or 1 (up to 3 in games for more players)."""


@contract
def winner(rules: Any, state: Words) -> int:  # type: ignore[empty-body]
    """The seat that has won, `NOBODY_YET` or `DRAW`."""


@contract
def fingerprint(rules: Any, state: Words) -> np.uint64:  # type: ignore[empty-body]
    """A 64-bit key of the state for tables and repetition."""


@optional
def irreversible(rules: Any, state: Words, move: np.uint64) -> bool:
    """True if no position from before `move` can recur: a placement, a removal, a barrier."""
    return False


@contract
def passed(rules: Any, state: Words, child: Words) -> None:
    """Write the same position with the next seat to move into `child`, even if the rules allow no pass."""


@contract
def evaluate(heuristic: Any, rules: Any, state: Words) -> int:  # type: ignore[empty-body]
    """Static evaluation for the mover, well inside ±`HIGHEST_ESTIMATE`."""


@contract
def narrow(choice: Any, rules: Any, state: Words, moves: Words, count: int) -> int:  # type: ignore[empty-body]
    """Keep those of `moves[:count]` that a search should consider, in order; return their number, at least 1."""


@optional
def forcing(rules: Any, state: Words) -> int:
    """`QUIET` if a search may stop here, `SOME_FORCE` if the mover has forcing moves, `ALL_FORCE` if no others."""
    return QUIET


@optional
def urgency(rules: Any, state: Words, move: np.uint64) -> int:
    """0 for a quiet move, up to 100 for a capture, a mill or a winning line; higher is searched earlier."""
    return 0


@optional
def waits(rules: Any, state: Words, move: np.uint64) -> bool:
    """True for a quiet move that does little now and can be made as well later; searched last."""
    return False


@contract
def planes(rules: Any, state: Words, out: Planes) -> None:
    """Write the network input for a state, from the mover's side, into `out` (planes × rows × columns), every number.

    The game's `encoding` describes the planes. Only games with an encoding implement this rule and the next.
    """


@contract
def policy_index(rules: Any, state: Words, move: np.uint64, part: int) -> int:  # type: ignore[empty-body]
    """The policy index of part `part` (from 0) of a move, or -1 if the move has no more parts.

    A network gives each index a logit, and the logit of a move is the sum over its parts. Most moves have one part; a
    chain of captures has one for each hop. No two legal moves of a state have the same parts.
    """


@optional
def seats_of(rules: Any) -> int:
    """Number of players."""
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
    """Play a random game to its end and return the winner, or `DRAW` after `longest` turns.

    `scratch` has two rows for states, `buffer` room for moves, `dice` the state of the random number generator; every
    move is marked with the number of the game, by its seat and slot.
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
