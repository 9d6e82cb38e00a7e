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
    with lender.table(1) as (first, search):
        assert search == 1
    with lender.table(1) as (second, search):
        assert (second is first, search) == (True, 2)
        with lender.table(1) as (third, search):
            assert (third is first, search) == (False, 1)


def test_large_tables_are_not_kept_and_the_others_until_they_are_given_back() -> None:
    lender = TablePool()
    for megabytes in (1, 4, LARGEST_KEPT, 1, 2 * LARGEST_KEPT, 4 * LARGEST_KEPT):
        with lender.table(megabytes):
            pass
    assert lender.idle_megabytes == 1 + 4 + LARGEST_KEPT
    lender.give_back()
    assert lender.idle_megabytes == 0


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux how much memory a process has")
def test_the_memory_of_a_large_table_goes_back_to_the_system() -> None:
    lender, before = TablePool(), resident_megabytes()
    with lender.table(256) as (table, _):
        table.fill(1)
        assert resident_megabytes() > before + 200
    del table
    assert resident_megabytes() < before + 50
