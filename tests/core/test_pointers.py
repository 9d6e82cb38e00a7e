"""Tuples that kernels lend to each other, and memory that begins where a line does."""

from typing import Any, NamedTuple

import numpy as np

from plyground.core.contract import Words
from plyground.core.jit import kernel
from plyground.core.pointers import LINE, aligned, borrowed, lend, send_for


class Pile(NamedTuple):
    """What the kernels below hand down."""

    words: Words
    heavy: bool
    step: int


@kernel
def sum_below(pile: Any, place: int) -> Any:
    """The sum of the words up to `place`, counted by recursion; each one read is then struck out."""
    words, heavy, step = borrowed(pile)
    if place < 0:
        return 0
    send_for(words, max(place - step, 0))
    value = np.int64(words[place]) * (2 if heavy else 1)
    words[place] = np.uint64(0)
    return value + sum_below(pile, place - step)


@kernel
def lend_twice(words: Words) -> Any:
    """Two tuples lent at a time must not share their memory."""
    light, heavy = lend(Pile(words, False, 2)), lend(Pile(words, True, 1))
    return sum_below(light, words.size - 1) * 1000 + sum_below(heavy, words.size - 1)


def test_a_lent_tuple_is_read_and_its_arrays_are_written_by_those_below() -> None:
    words = np.arange(1, 7, dtype=np.uint64)
    assert lend_twice(words) == (6 + 4 + 2) * 1000 + 2 * (5 + 3 + 1)
    assert not words.any()


def test_plain_python_lends_the_tuple_itself() -> None:
    pile = Pile(np.zeros(1, np.uint64), True, 1)
    assert borrowed(lend(pile)) is pile
    send_for(pile.words, 0)


def test_aligned_memory_begins_with_a_line_and_is_zero() -> None:
    for size in (1, 16, 1000):
        array = aligned(size, np.int64)
        assert array.ctypes.data % LINE == 0
        assert array.shape == (size,)
        assert not array.any()
