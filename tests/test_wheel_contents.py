"""The table of the wheel's folders in docs/releasing.md is true."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docs/releasing.md").read_text(encoding="utf-8")
STATED = {name: int(size) for name, size in re.findall(r"^\| `(\w+)` \| \d+ \| (\d+) \|", TEXT, re.M)}
"""Kilobytes by folder."""


def kilobytes(folder: Path) -> float:
    """What the files of a folder take, without compiled ones."""
    files = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return sum(path.stat().st_size for path in files) / 1000


def test_every_folder_of_the_package_is_listed_with_its_size_to_a_quarter() -> None:
    folders = [path for path in (ROOT / "src/plyground").iterdir() if path.is_dir() and path.name != "__pycache__"]
    assert {path.name: kilobytes(path) for path in folders} == pytest.approx(STATED, rel=0.25)
