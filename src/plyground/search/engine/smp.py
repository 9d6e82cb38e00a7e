"""Lazy SMP: every thread searches the whole tree, and all share one transposition table.

Threads find each other's results in the table, but much is searched twice before it stands there. So each thread marks
the position that it is searching, and another thread that reaches the same position at the same depth defers it and
tries its other moves first; when it comes back, the table often has the answer. This is ABDADA (Weill, 1996), with the
marks beside the table instead of in it. A mark may be overwritten by another, or stay a moment too long: that costs
time, never correctness.
"""

import numpy as np

from plyground.core.bits import ZERO, signed
from plyground.core.contract import Words
from plyground.core.jit import inlined, kernel
from plyground.core.pointers import aligned

PLACES = 1 << 11
LEAST_DEPTH = 3
"""Searches of fewer plies are not marked: searching twice is cheaper."""


def new_marks() -> Words:
    """Marks of threads that search nothing yet."""
    return aligned(PLACES, np.uint64)


@kernel
def _mark(key: np.uint64, depth: int) -> np.uint64:
    """A position and a depth in one word."""
    return key + np.uint64(depth)


@kernel
def _place(mark: np.uint64) -> int:
    return signed(mark >> np.uint64(20)) & (PLACES - 1)


@inlined
def is_searching(marks: Words, key: np.uint64, depth: int) -> bool:
    """Whether a thread is searching the position with that key to that depth."""
    mark = _mark(key, depth)
    return marks[_place(mark)] == mark


@inlined
def starts_searching(marks: Words, key: np.uint64, depth: int) -> None:
    """Mark a position that this thread starts to search."""
    mark = _mark(key, depth)
    marks[_place(mark)] = mark


@inlined
def ends_searching(marks: Words, key: np.uint64, depth: int) -> None:
    """Remove the mark of a position that this thread has searched."""
    mark = _mark(key, depth)
    if marks[_place(mark)] == mark:
        marks[_place(mark)] = ZERO
