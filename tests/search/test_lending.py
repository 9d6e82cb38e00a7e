"""Tables of a search are used again, and the memory of large ones is given back."""

import sys
from pathlib import Path

import pytest

from plyground.search.engine.transposition import LARGEST_KEPT, TablePool


def resident_megabytes() -> float:
    """What this process has of the machine's memory."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * 4096 / 2**20


def test_a_table_is_used_again_and_knows_how_often() -> None:
    lender = TablePool()
    first = lender.take(1)
    assert (first.search, first.oldest) == (1, 1)
    lender.put_back(first)
    second, third = lender.take(1), lender.take(1)
    assert (second.words is first.words, second.search, second.oldest) == (True, 2, 2)
    assert (third.words is first.words, third.search) == (False, 1)


def test_large_tables_are_not_kept_and_the_others_until_they_are_given_back() -> None:
    lender = TablePool()
    for megabytes in (1, 4, LARGEST_KEPT, 1, 2 * LARGEST_KEPT, 4 * LARGEST_KEPT):
        lender.put_back(lender.take(megabytes))
    assert lender.idle_megabytes == 1 + 4 + LARGEST_KEPT
    lender.give_back()
    assert lender.idle_megabytes == 0


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux how much memory a process has")
def test_the_memory_of_a_large_table_goes_back_to_the_system() -> None:
    lender, before = TablePool(), resident_megabytes()
    table = lender.take(256)
    table.words.fill(1)
    assert resident_megabytes() > before + 200
    lender.put_back(table)
    del table
    assert resident_megabytes() < before + 50
