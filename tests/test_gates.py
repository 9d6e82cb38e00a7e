"""The gates stay as narrow as they are."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MYPY = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
FIRST = "28d9953d20ff"
"""Commits after this one state their bench signature."""
SIGNATURE = "bench/signature.txt"


def test_no_module_of_ours_is_excused_from_more_than_unknown_elements_of_arrays() -> None:
    ours = [
        override for override in MYPY["overrides"] if any(name.startswith("plyground") for name in override["module"])
    ]
    assert MYPY["strict"] is True
    assert [(override.keys(), override["disable_error_code"]) for override in ours] == [
        ({"module", "disable_error_code"}, ["no-any-return"])
    ]


def git(*arguments: str) -> str:
    """What git says about this checkout; a test without one is skipped."""
    try:
        done = subprocess.run(["git", "-C", ROOT, *arguments], capture_output=True, text=True, check=False)
    except OSError:
        pytest.skip("there is no git here")
    if done.returncode != 0:
        pytest.skip("this is no checkout with its history")
    return done.stdout


def unstated(message: str, signature: str) -> bool:
    """Whether a commit that leaves such a signature does not say so."""
    (total,) = re.findall(r"^all (\d+)$", signature, re.M)
    return re.search(rf"^Bench: {total}$", message, re.M) is None


def test_every_commit_that_changes_the_search_states_its_bench_signature() -> None:
    commits = git("log", "--format=%H", f"{FIRST}..HEAD", "--", SIGNATURE).split()
    silent = [
        commit
        for commit in commits
        if unstated(git("log", "-1", "--format=%B", commit), git("show", f"{commit}:{SIGNATURE}"))
    ]
    assert silent == []


@pytest.mark.parametrize(
    ("message", "expected"),
    [("Faster\n\nBench: 12\n", False), ("Faster\n\nBench: 13\n", True), ("Faster", True)],
)
def test_a_commit_without_its_signature_is_noticed(message: str, expected: bool) -> None:
    assert unstated(message, "hex 5\nmorris 7\nall 12\n") is expected


def test_what_does_more_by_night_is_run_by_night() -> None:
    """Every file that asks for `NIGHTLY` is in a path that `make nightly` runs."""
    (line,) = re.findall(r"^NIGHTLY := (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    paths = [ROOT / path for path in line.split()]
    asking = [
        path
        for path in (ROOT / "tests").rglob("test_*.py")
        if re.search(r"^from tests\.nightly import NIGHTLY$", path.read_text(encoding="utf-8"), re.M)
    ]
    assert [path for path in asking if not any(path.is_relative_to(each) for each in paths)] == []
    assert len(asking) > 20
