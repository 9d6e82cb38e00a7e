"""Bit tricks compiled, and as plain Python, against Python's own integers and sets."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.core import bits, bitset
from plyground.core.contract import Words
from plyground.core.jit import kernel

words = st.integers(1, 2**64 - 1)
boards = st.integers(0, 2**192 - 1)


@kernel
def all_of(word: np.uint64) -> Any:
    """Every trick on one word, compiled."""
    return (bits.count(word), bits.lowest(word), bits.highest(word), bits.without_lowest(word), bits.has(word, 5))


@kernel
def flipped(word: np.uint64) -> np.uint64:
    """The compiled flip."""
    return bits.reversed_rows(word)


@kernel
def store(a: Any, out: Words) -> None:
    """Words of a wide set into an array, which keeps them unsigned."""
    for i in range(len(a)):
        out[i] = a[i]


@kernel
def combined(a: Any, b: Any, by: int, out: Words) -> bool:
    """Every operation on wide sets, one row of three words each."""
    store(bitset.first(a), out[18:21])
    store(bitset.union(a, b), out[0:3])
    store(bitset.common(a, b), out[3:6])
    store(bitset.minus(a, b), out[6:9])
    store(bitset.raised(a, by), out[9:12])
    store(bitset.lowered(a, by), out[12:15])
    store(bitset.single(a, by), out[15:18])
    out[21] = bitset.size_of(a)
    out[22] = bitset.lowest_of(b)
    return bitset.meet(a, b) and not bitset.is_empty(a)


def number(row: Words) -> int:
    """The integer whose bits are those of a row of words."""
    return sum(int(word) << (64 * index) for index, word in enumerate(row))


@settings(deadline=None)
@given(words)
def test_one_word(word: int) -> None:
    squares = [square for square in range(64) if word >> square & 1]
    expected = (len(squares), min(squares), max(squares), word & (word - 1), 5 in squares)
    assert all_of(np.uint64(word)) == expected
    plain = np.uint64(word)
    assert (bits.count(plain), bits.lowest(plain), bits.highest(plain)) == expected[:3]


@settings(deadline=None)
@given(words)
def test_reversed_rows(word: int) -> None:
    rows = [word >> (8 * row) & 255 for row in range(8)]
    expected = sum(row << (8 * (7 - place)) for place, row in enumerate(rows))
    assert int(flipped(np.uint64(word))) & (2**64 - 1) == expected
    assert bits.reversed_rows(np.uint64(word)) == expected


@settings(max_examples=300, deadline=None)
@given(boards, st.integers(1, 2**192 - 1), st.integers(1, 63))
def test_wide_sets(a: int, b: int, by: int) -> None:
    out = np.zeros(23, np.uint64)
    met = combined(bitset.wide(a, 3), bitset.wide(b, 3), by, out)
    everything = 2**192 - 1
    expected = [a | b, a & b, a & ~b, (a << by) & everything, a >> by, 1 << by, a & -a]
    assert [number(out[3 * row : 3 * row + 3]) for row in range(7)] == expected
    assert [int(number) for number in out[21:]] == [a.bit_count(), (b & -b).bit_length() - 1]
    assert met == bool(a & b)


@pytest.mark.parametrize("square", [0, 1, 63, 64, 80, 127, 128, 168])
def test_a_single_square(square: int) -> None:
    out = np.zeros(3, np.uint64)
    store(bitset.wide(1 << square, 3), out)
    assert number(out) == 1 << square


@settings(deadline=None)
@given(st.lists(st.integers(0, 2**64 - 1), min_size=1, max_size=8), st.integers(0, 7), st.integers(0, 63))
def test_one_flipped_bit_gives_another_key(row: list[int], place: int, square: int) -> None:
    state = np.array(row, np.uint64)
    other = state.copy()
    other[place % len(row)] ^= np.uint64(1 << square)
    assert bits.mixed(state) != bits.mixed(other)
    assert bits.mixed(state) == bits.mixed(state.copy())
