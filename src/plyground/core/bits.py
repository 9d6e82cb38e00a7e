"""Bit tricks on uint64 words, the same interpreted, compiled and on a GPU.

Never mix signed and unsigned integers in an operation: Numba would convert both to float. A set of squares is always
a `np.uint64`, a square or a count always a signed integer.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from plyground.core.contract import Words
from plyground.core.jit import kernel

ZERO = np.uint64(0)
ONE = np.uint64(1)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_STEP = np.uint64(0xBF58476D1CE4E5B9)
_HALF = np.uint64(32)


@kernel
def bit(square: int) -> np.uint64:
    """The set of one square (0 to 63)."""
    return ONE << np.uint64(square)


@kernel
def has(squares: np.uint64, square: int) -> bool:
    """True if `square` is in the set."""
    return (squares >> np.uint64(square)) & ONE != ZERO


@kernel
def without_lowest(squares: np.uint64) -> np.uint64:
    """A non-empty set without its lowest square."""
    return squares & (squares - ONE)


@kernel
def signed(word: np.uint64) -> int:
    """A word as a square, a count or an index."""
    return np.int64(word)  # type: ignore[return-value] # as good as an int, compiled and interpreted


@kernel
def field(word: np.uint64, at: int, width: int) -> int:
    """The number in bits `at` … `at + width - 1` of a packed word."""
    return signed((word >> np.uint64(at)) & ((ONE << np.uint64(width)) - ONE))


def count(squares: np.uint64) -> int:
    """Number of squares in the set."""
    return int(squares).bit_count()


def lowest(squares: np.uint64) -> int:
    """The lowest square of a non-empty set."""
    number = int(squares)
    return (number & -number).bit_length() - 1


def highest(squares: np.uint64) -> int:
    """The highest square of a non-empty set."""
    return int(squares).bit_length() - 1


def reversed_rows(squares: np.uint64) -> np.uint64:
    """An 8×8 set as seen from the other side of the board: row 1 becomes row 8."""
    return np.uint64(int.from_bytes(int(squares).to_bytes(8, "little"), "big"))


def name_apart(closure: Callable[..., Any], function: Callable[..., Any]) -> Callable[..., Any]:
    """Name a closure after the function it replaces.

    Compiled functions are linked by name, including those cached by other processes. Two closures with the same name
    would be confused there, and a kernel would silently call the wrong one.
    """
    closure.__name__ = closure.__qualname__ = f"{closure.__name__}_of_{function.__name__}"
    return closure


def _lowered(function: Callable[..., Any], lower: Callable[[Any, Any], Any]) -> None:
    """Lower `function` of one word to a single machine instruction in compiled code."""

    @intrinsic  # type: ignore[untyped-decorator]
    def instruction(typing_context: Any, squares: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return lower(builder, arguments[0])

        returned = types.uint64 if function is reversed_rows else types.int64
        return returned(types.uint64), generate

    def implementation(squares: Any) -> Any:
        return instruction(squares)

    name_apart(implementation, function)

    @overload(function, strict=False)  # type: ignore[untyped-decorator]
    def compiled(squares: Any) -> Any:
        return implementation


_NEVER_ZERO = ir.Constant(ir.IntType(1), 1)
_lowered(count, lambda builder, word: builder.ctpop(word))
_lowered(lowest, lambda builder, word: builder.cttz(word, _NEVER_ZERO))
_lowered(highest, lambda builder, word: builder.sub(ir.Constant(ir.IntType(64), 63), builder.ctlz(word, _NEVER_ZERO)))
_lowered(reversed_rows, lambda builder, word: builder.bswap(word))


@kernel
def mixed(words: Words) -> np.uint64:
    """A 64-bit key of a row of words; for one word a permutation, so different states never collide."""
    key = _GOLDEN
    for word in words:
        key = (key ^ word) * _STEP
        key = (key ^ (key >> _HALF)) * _GOLDEN
        key ^= key >> _HALF
    return key
