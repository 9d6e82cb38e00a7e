"""Lazy SMP: every thread searches the whole tree, and all share one transposition table.

Threads find each other's results in the table, but many positions are searched twice before a result is stored. So each
thread marks the position it is searching; another thread that reaches the same position at the same depth defers it
and tries its other moves first. By the time it returns, the table often has the answer. This is ABDADA (Weill, 1996)
with the marks kept beside the table instead of in it. A mark may be overwritten or removed late: that costs time, never
correctness.
"""

import numpy as np

from plyground.core.bits import ZERO, signed
from plyground.core.contract import Words
from plyground.core.jit import inlined, kernel
from plyground.core.pointers import aligned

PLACES = 1 << 11
LEAST_DEPTH = 3
"""Shallower searches are not marked: searching twice is cheaper."""


def new_marks() -> Words:
    """An empty array of marks."""
    return aligned(PLACES, np.uint64)


@kernel
def _mark(key: np.uint64, depth: int) -> np.uint64:
    """Pack a position's key and a depth into one word."""
    return key + np.uint64(depth)


@kernel
def _place(mark: np.uint64) -> int:
    return signed(mark >> np.uint64(20)) & (PLACES - 1)


@inlined
def is_searching(marks: Words, key: np.uint64, depth: int) -> bool:
    """True if a thread is searching this position to this depth."""
    mark = _mark(key, depth)
    return marks[_place(mark)] == mark


@inlined
def starts_searching(marks: Words, key: np.uint64, depth: int) -> None:
    """Mark a position as being searched."""
    mark = _mark(key, depth)
    marks[_place(mark)] = mark


@inlined
def ends_searching(marks: Words, key: np.uint64, depth: int) -> None:
    """Remove the mark of a position."""
    mark = _mark(key, depth)
    if marks[_place(mark)] == mark:
        marks[_place(mark)] = ZERO
