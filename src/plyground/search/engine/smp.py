"""Sharing the work among threads: a position that another thread looks at comes later.

Threads that search one tree with one table find each other's results there, but much is looked at twice before it
stands in the table. So each thread marks the position it goes into, and another that comes to it, as deep, tries its
other moves first; when it comes back, the table often knows the answer. This is ABDADA (Weill, 1996) with the marks
beside the table instead of in it. A mark may be lost to another one, or stay behind for a moment: that costs time,
never correctness.
"""

import numpy as np

from plyground.core.bits import ZERO
from plyground.core.contract import Words
from plyground.core.jit import inlined, kernel
from plyground.core.pointers import aligned

PLACES = 1 << 11
LEAST_DEPTH = 3
"""Below so many plies, looking is cheaper than marking."""


def new_marks() -> Words:
    """No thread looks at anything yet."""
    return aligned(PLACES, np.uint64)


@kernel
def _mark(key: np.uint64, depth: int) -> np.uint64:
    """A position and how deep it is looked at, in one word."""
    return key + np.uint64(depth)


@kernel
def _place(mark: np.uint64) -> int:
    return np.int64(mark >> np.uint64(20)) & (PLACES - 1)


@inlined
def is_marked(marks: Words, key: np.uint64, depth: int) -> bool:
    """Whether a thread looks at the position with that key now, as deep."""
    mark = _mark(key, depth)
    return marks[_place(mark)] == mark


@inlined
def put_mark(marks: Words, key: np.uint64, depth: int) -> None:
    """This thread looks at it from now on."""
    mark = _mark(key, depth)
    marks[_place(mark)] = mark


@inlined
def take_mark(marks: Words, key: np.uint64, depth: int) -> None:
    """This thread has seen enough of it."""
    mark = _mark(key, depth)
    if marks[_place(mark)] == mark:
        marks[_place(mark)] = ZERO
