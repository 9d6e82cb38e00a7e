"""Files are written whole or not at all, and create a folder only where that is wanted."""

from pathlib import Path

import pytest

from plyground.core.files import FileError, read_text, write_text


def test_a_file_is_written_into_a_new_folder(tmp_path: Path) -> None:
    path = tmp_path / "new" / "file.txt"
    write_text(path, "olá\n")
    assert read_text(path) == "olá\n"
    assert [each.name for each in path.parent.iterdir()] == ["file.txt"], "no temporary file is left"


def test_a_missing_folder_is_an_error_where_it_is_not_to_be_made(tmp_path: Path) -> None:
    path = tmp_path / "new" / "file.txt"
    with pytest.raises(FileError, match="cannot be written"):
        write_text(path, "text", make_folder=False)
    assert not path.parent.exists()


def test_a_write_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "file.txt"
    path.mkdir()
    with pytest.raises(FileError):
        write_text(path, "text")
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_in_the_place_of_the_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "folder").write_text("no folder")
    with pytest.raises(FileError, match=r"text\.txt' cannot be written: "):
        write_text(tmp_path / "folder/text.txt", "")
