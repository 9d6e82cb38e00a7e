"""Sets of more than 64 squares: tuples of uint64 words, lowest squares first.

The number of words is part of the tuple's type, so compiled code is specialised for it: no loop, no memory, the same on
a GPU. Each function is written once, as plain Python that handles the first word and recurses on the rest.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numba.extending import overload

from plyground.core.bits import ONE, ZERO, count, lowest, name_apart, without_lowest
from plyground.core.contract import Words
from plyground.core.jit import kernel

Wide = tuple[np.uint64, ...]
_WORD = np.uint64(64)


def _word_by_word(empty: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Compile a function once for each length of its first argument; for the empty tuple its value is `empty`."""

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        def interpreted(*arguments: Any) -> Any:
            return function(*arguments) if arguments[0] else empty

        def nothing_left(*arguments: Any) -> Any:
            return empty

        name_apart(nothing_left, function)

        @overload(interpreted, strict=False)  # type: ignore[untyped-decorator]
        def choose(words: Any, *rest: Any) -> Callable[..., Any]:
            return function if len(words) else nothing_left

        interpreted.__name__, interpreted.__doc__ = function.__name__, function.__doc__
        return interpreted

    return register


@_word_by_word(())
def union(a: Wide, b: Wide) -> Wide:
    """The squares in `a` or `b`."""
    return (a[0] | b[0], *union(a[1:], b[1:]))


@_word_by_word(())
def common(a: Wide, b: Wide) -> Wide:
    """The squares in both `a` and `b`."""
    return (a[0] & b[0], *common(a[1:], b[1:]))


@_word_by_word(())
def minus(a: Wide, b: Wide) -> Wide:
    """The squares in `a` that are not in `b`."""
    return (a[0] & ~b[0], *minus(a[1:], b[1:]))


@_word_by_word(ZERO)
def _folded(a: Wide) -> np.uint64:
    return a[0] | _folded(a[1:])


@_word_by_word(0)
def _counted(a: Wide) -> int:
    return count(a[0]) + _counted(a[1:])


@_word_by_word(())
def _raised(a: Wide, by: np.uint64, carry: np.uint64) -> Wide:
    return ((a[0] << by) | carry, *_raised(a[1:], by, a[0] >> (_WORD - by)))


@_word_by_word(ZERO)
def _carry(a: Wide, by: np.uint64) -> np.uint64:
    """The bits carried out of the first word of `a` when `a` is lowered."""
    return a[0] << (_WORD - by)


@_word_by_word(())
def _lowered(a: Wide, by: np.uint64) -> Wide:
    return ((a[0] >> by) | _carry(a[1:], by), *_lowered(a[1:], by))


@_word_by_word(())
def _loaded(like: Wide, words: Words, at: int) -> Wide:
    return (words[at], *_loaded(like[1:], words, at + 1))


@_word_by_word(())
def _single(like: Wide, square: int) -> Wide:
    word = ONE << np.uint64(square & 63) if 0 <= square < 64 else ZERO
    return (word, *_single(like[1:], square - 64))


@_word_by_word(())
def _first(a: Wide, before: np.uint64) -> Wide:
    word = a[0] ^ without_lowest(a[0]) if before == ZERO and a[0] != ZERO else ZERO
    return (word, *_first(a[1:], before | a[0]))


@kernel
def first(a: Wide) -> Wide:
    """The lowest square of a set, as a set; empty for an empty set."""
    return _first(a, ZERO)


@kernel
def lowest_of(a: Wide) -> int:
    """The number of the lowest square of a non-empty set."""
    for index in range(len(a)):
        if a[index] != ZERO:
            return 64 * index + lowest(a[index])
    return -1


@kernel
def raised(a: Wide, by: int) -> Wide:
    """Every square moved up by `by` places, 1 to 63."""
    return _raised(a, np.uint64(by), ZERO)


@kernel
def lowered(a: Wide, by: int) -> Wide:
    """Every square moved down by `by` places, 1 to 63."""
    return _lowered(a, np.uint64(by))


@kernel
def is_empty(a: Wide) -> bool:
    """True if the set is empty."""
    return _folded(a) == ZERO


@kernel
def size_of(a: Wide) -> int:
    """Number of squares in the set."""
    return _counted(a)


@kernel
def meet(a: Wide, b: Wide) -> bool:
    """True if the sets have a square in common."""
    return _folded(common(a, b)) != ZERO


@kernel
def loaded(like: Wide, words: Words, at: int) -> Wide:
    """The set stored in `words` from index `at`, with as many words as `like`."""
    return _loaded(like, words, at)


@kernel
def single(like: Wide, square: int) -> Wide:
    """The set of one square, in as many words as `like`."""
    return _single(like, square)


def wide(squares: int, words: int) -> Wide:
    """The set with the bits of a Python integer of any size."""
    return tuple(np.uint64((squares >> (64 * i)) & 0xFFFF_FFFF_FFFF_FFFF) for i in range(words))
