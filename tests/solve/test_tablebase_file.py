"""Table files: what is written is read, and nothing else is taken for it."""

import os
import random
import signal
import time
from pathlib import Path
from threading import Event
from typing import Any, cast

import numpy as np
import pytest

import plyground
from plyground.language import Message
from plyground.solve import tablebase_file
from plyground.solve.recompute import FINE
from plyground.solve.retrograde import Values
from plyground.solve.tablebase_file import Header, TablebaseFile, TableFileError, write_table
from plyground.solve.tablebase_folder import TablebaseFolder, rules_hash
from plyground.solve.verify import PIECE, Verifier, WrongValueError, verify
from tests.nightly import NIGHTLY
from tests.solve.solved import solved

HEADER = Header("game", {"option": "on"}, "hash", (("one", 2500), ("two", 700)), block=1000)


def content(name: str) -> Values:
    size = dict(HEADER.sectors)[name]
    return np.random.default_rng(size).integers(-40, 40, size).astype(np.int16)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    written = tmp_path / "some.plytable"
    write_table(written, HEADER, content)
    return written


def test_what_is_written_is_read_whole_and_by_number(path: Path) -> None:
    with TablebaseFile(path) as table:
        assert table.header == HEADER
        for name, size in HEADER.sectors:
            assert np.array_equal(table.values(name), content(name))
            assert [table.value(name, at) for at in range(0, size, 37)] == content(name)[::37].tolist()
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


def test_a_thousand_flipped_bits_are_all_found(path: Path) -> None:
    whole, dice = path.read_bytes(), random.Random(1)
    for _ in range(1000):
        damaged = bytearray(whole)
        damaged[dice.randrange(len(whole))] ^= 1 << dice.randrange(8)
        path.write_bytes(damaged)
        with pytest.raises(TableFileError), TablebaseFile(path) as table:
            table.check()


def test_a_part_of_a_file_is_no_file(path: Path) -> None:
    whole = path.read_bytes()
    for length in (0, 7, 30, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:length])
        with pytest.raises(TableFileError):
            TablebaseFile(path)


def test_a_reader_needs_only_the_blocks_that_it_asks_for(path: Path) -> None:
    damaged = bytearray(path.read_bytes())
    with TablebaseFile(path) as table:
        place = table._index[1][0]
    damaged[place] ^= 1
    path.write_bytes(damaged)
    with TablebaseFile(path) as table:
        assert table.value("one", 5) == content("one")[5]
        with pytest.raises(TableFileError, match="block 1 changed"):
            table.value("one", 1005)


@pytest.mark.parametrize("failing", ["compress", "fsync", "replace"])
def test_a_write_that_ends_early_leaves_what_was_there(
    path: Path, failing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def end(*_: object) -> None:
        raise KeyboardInterrupt

    owner = {"compress": tablebase_file.zlib, "fsync": os, "replace": Path}[failing]
    monkeypatch.setattr(owner, failing, end)
    with pytest.raises(KeyboardInterrupt):
        write_table(path, Header("another", {}, "", HEADER.sectors), content)
    monkeypatch.undo()
    with TablebaseFile(path) as table:
        assert table.header == HEADER
        table.check()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the killed process is a fork, which this system does not have")
@pytest.mark.skipif(not NIGHTLY, reason="takes minutes; `make nightly` runs it, and failing writes are tested by day")
def test_a_hundred_kills_leave_no_file_that_looks_complete_and_is_not(tmp_path: Path) -> None:
    dice, path = random.Random(2), tmp_path / "killed.plytable"
    for _ in range(100):
        child = os.fork()
        if child == 0:
            while True:
                write_table(path, HEADER, content)
        time.sleep(dice.random() * 0.02)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        if path.exists():
            with TablebaseFile(path) as table:
                table.check()


def test_a_folder_that_cannot_be_written_is_told_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(TableFileError, match="cannot be written"):
        write_table(tmp_path / "file" / "some.plytable", HEADER, content)


def test_a_table_of_other_rules_or_options_is_refused() -> None:
    solver, folder = solved("morris", 6)
    strict = plyground.game("morris", mills="strict")
    sector_set = strict.sectors(6)
    assert sector_set is not None
    ours = TablebaseFolder(folder, solver.game, solver.sector_set)
    theirs = TablebaseFolder(folder, strict, sector_set)
    assert ours.has((0,))
    assert not theirs.has((0,))
    ours.path((0,)).rename(theirs.path((0,)))
    try:
        with pytest.raises(TableFileError, match=r"is a table of morris \(.*mills=standard"):
            theirs.open((0,))
    finally:
        theirs.path((0,)).rename(ours.path((0,)))
    assert rules_hash(solver.game, {"mills": "standard"}) != rules_hash(solver.game, {"mills": "strict"})


def test_one_wrong_value_is_found_with_its_position(tmp_path: Path) -> None:
    solver, _ = solved("neutreeko")
    tables = TablebaseFolder(tmp_path, solver.game, solver.sector_set)
    values = solver.values.copy()
    at = int(np.flatnonzero(values == 4)[1000])
    values[at] = 6
    write_table(tables.path((0,)), tables.header((0,)), lambda name: values)
    with pytest.raises(WrongValueError, match=r"it has 6 for '[.bw/]+ b', its successors say 4"):
        verify(tables.path((0,)))


class WrongAtOnce:
    """Values of which the first is wrong; whoever looks at the second piece waits until the verifier stops."""

    def __init__(self) -> None:
        self.stopped, self.seen = Event(), list[int]()

    def first_wrong(self, sector: int, begin: int, end: int) -> int:
        """Notes the pieces; the empty one only compiles."""
        if end > 0:
            self.seen.append(begin // PIECE)
            self.stopped.wait(0 if begin == 0 else 5)
        return 0 if begin == 0 < end else FINE

    def error(self, name: str, sector: int, wrong: int) -> Exception:
        """The complaint about the wrong value."""
        return WrongValueError(Message("solve.unknown"))


def test_the_first_wrong_value_ends_a_verification() -> None:
    values = WrongAtOnce()

    class Watched(Verifier):
        def stop(self) -> None:
            super().stop()
            values.stopped.set()

    with pytest.raises(WrongValueError):
        Watched(Path("a"), 1)._check(cast(Any, values), {0: 9 * PIECE})
    assert len(values.seen) <= 2, "the rest is not looked at"
