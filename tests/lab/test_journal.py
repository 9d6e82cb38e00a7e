"""The file of results."""

import os
from pathlib import Path

import pytest

from plyground.lab.runs.journal import RESULTS, Journal, JournalEntry, JournalError, digest, read_results

TASK = digest({"number": 1})


def filled(folder: Path, count: int) -> bytes:
    """A file with a number of results."""
    with Journal(folder) as journal:
        journal.add(
            JournalEntry(f"id {number}", TASK, {"text": "ä\n\u2028", "number": number}) for number in range(count)
        )
    return (folder / RESULTS).read_bytes()


def test_a_last_line_cut_short_anywhere_is_cut_off_and_can_be_written_again(tmp_path: Path) -> None:
    whole = filled(tmp_path, 3)
    assert whole.count(b"\n") == 3
    start = whole[:-1].rindex(b"\n") + 1
    for end in range(start, len(whole)):
        (tmp_path / RESULTS).write_bytes(whole[:end])
        assert list(read_results(tmp_path)) == ["id 0", "id 1"]
        with Journal(tmp_path) as journal:
            assert list(journal.entries) == ["id 0", "id 1"]
            assert (tmp_path / RESULTS).read_bytes() == whole[:start]
        assert filled(tmp_path, 3) == whole


@pytest.mark.skipif(os.name != "posix", reason="only POSIX can flush a folder to disk")
def test_an_open_journal_is_on_the_disk_with_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    flushed: list[os.stat_result] = []
    monkeypatch.setattr(os, "fsync", lambda handle: flushed.append(os.fstat(handle)))
    with Journal(tmp_path):
        for path in (tmp_path / RESULTS, tmp_path):
            assert any(os.path.samestat(path.stat(), seen) for seen in flushed), path


def test_a_last_line_of_noise_is_cut_off(tmp_path: Path) -> None:
    whole = filled(tmp_path, 2)
    (tmp_path / RESULTS).write_bytes(whole + b"\0\0\0\0\n")
    assert filled(tmp_path, 2) == whole


@pytest.mark.parametrize("noise", [b"{", b"[]", b'{"id":1,"task":""}', b'{"id":"a","task":"b"}', b"\xff", b""])
def test_a_damaged_line_in_the_middle_is_named_and_nothing_is_changed(tmp_path: Path, noise: bytes) -> None:
    whole = noise + b"\n" + filled(tmp_path, 2)
    (tmp_path / RESULTS).write_bytes(whole)
    with pytest.raises(JournalError, match=r"Line 1 of .* is damaged"), Journal(tmp_path):
        pass
    assert (tmp_path / RESULTS).read_bytes() == whole


def test_the_first_result_of_an_id_stands_and_errors_do_not(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.add([JournalEntry("a", TASK, error="no")])
        assert [entry.result for entry in journal.add([JournalEntry("a", TASK, {"n": 1})])] == [{"n": 1}]
        assert journal.add([JournalEntry("a", TASK, {"n": 2}), JournalEntry("a", TASK, error="late")]) == []
        assert [entry.id for entry in journal.add([JournalEntry("b", TASK, {}), JournalEntry("b", TASK, {})])] == ["b"]
    assert read_results(tmp_path) == {"a": {"n": 1}, "b": {}}
    path = tmp_path / RESULTS
    path.write_bytes(path.read_bytes() + JournalEntry("a", TASK, {"n": 3}).line())
    assert read_results(tmp_path)["a"] == {"n": 1}


def test_a_folder_without_results_has_none(tmp_path: Path) -> None:
    assert read_results(tmp_path / "nowhere") == {}


def test_the_same_task_has_the_same_digest() -> None:
    assert digest({"a": 1, "b": [2]}) == digest({"b": [2], "a": 1}) != digest({"a": 1, "b": [3]})
