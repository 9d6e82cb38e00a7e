"""The gates stay as narrow as they are."""

import json
import re
import subprocess
import tomllib
from collections.abc import Iterable
from datetime import datetime, timedelta
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MYPY = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
SIGNATURE = "bench/signature.txt"
FIRST = "28d9953d20ff"
"""Commits after this one that change the signature state it."""
FROM = datetime.fromisoformat("2026-11-18T21:30:00+00:00")
"""Commits written since then state the signature wherever they touch what a search runs."""
SEARCH = (
    "src/plyground/search",
    *(f":(glob)src/plyground/games/*/{part}.py" for part in ("rules", "heuristics", "tactics")),
)


def test_no_module_of_ours_is_excused_from_more_than_unknown_elements_of_arrays() -> None:
    ours = [
        override for override in MYPY["overrides"] if any(name.startswith("plyground") for name in override["module"])
    ]
    assert MYPY["strict"] is True
    assert [(override.keys(), override["disable_error_code"]) for override in ours] == [
        ({"module", "disable_error_code"}, ["no-any-return"])
    ]


def git(*arguments: str, root: Path = ROOT) -> str:
    """What git says about a checkout; a test without one is skipped."""
    try:
        done = subprocess.run(["git", "-C", root, *arguments], capture_output=True, text=True, check=False)
    except OSError:
        pytest.skip("there is no git here")
    if done.returncode != 0:
        pytest.skip("this is no checkout with its history")
    return done.stdout


def unstated(message: str, signature: str) -> bool:
    """Whether a commit that leaves such a signature does not say so."""
    (total,) = re.findall(r"^all (\d+)$", signature, re.M)
    return re.search(rf"^Bench: {total}$", message, re.M) is None


def silent(commits: Iterable[str], root: Path = ROOT) -> list[str]:
    """The commits that do not state the signature that they leave."""
    return [
        commit
        for commit in commits
        if unstated(git("log", "-1", "--format=%B", commit, root=root), git("show", f"{commit}:{SIGNATURE}", root=root))
    ]


def search_commits(root: Path = ROOT) -> list[str]:
    """The commits since `FROM` that touch what a search runs.

    A merge is made of commits that are looked at themselves. Of a shallow history the oldest commits are left out: what
    they changed is not known.
    """
    shallow = root / git("rev-parse", "--git-path", "shallow", root=root).strip()
    oldest = set(shallow.read_text().split()) if shallow.is_file() else set()
    lines = git("log", "--full-history", "--no-merges", "--format=%H %aI", "--", *SEARCH, root=root).splitlines()
    dated = (line.split() for line in lines)
    return [commit for commit, date in dated if datetime.fromisoformat(date) >= FROM and commit not in oldest]


def test_every_commit_that_changes_the_signature_states_it() -> None:
    assert silent(git("log", "--format=%H", f"{FIRST}..HEAD", "--", SIGNATURE).split()) == []


def test_every_commit_that_touches_the_search_states_the_signature() -> None:
    assert silent(search_commits()) == []


@pytest.fixture
def history(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small history with a merge; the first lines of its messages say what has to be noticed."""
    root = tmp_path / "history"
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "N")
        monkeypatch.setenv(f"GIT_{who}_EMAIL", "n@example.org")
    root.mkdir()
    git("init", "--quiet", "--initial-branch=main", root=root)
    (root / "bench").mkdir()
    (root / SIGNATURE).write_text("all 12\n")
    engine, rules = "src/plyground/search/engine/pvs.py", "src/plyground/games/hex/rules.py"
    commit(root, engine, "before the rule", when=FROM - timedelta(seconds=1))
    commit(root, engine, "right\n\nBench: 12")
    commit(root, "src/plyground/games/hex/board.py", "elsewhere")
    commit(root, rules, "silent")
    git("checkout", "--quiet", "-b", "side", root=root)
    commit(root, "src/plyground/games/hex/tactics.py", "wrong\n\nBench: 13")
    git("checkout", "--quiet", "main", root=root)
    commit(root, engine, "right again\n\nBench: 12")
    git("merge", "--quiet", "--no-ff", "-m", "merge", "side", root=root)
    return root


def commit(root: Path, file: str, message: str, when: datetime | None = None) -> None:
    """Change a file."""
    path = root / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(message)
    git("add", "-A", root=root)
    git("commit", "--quiet", "--date", (when or FROM).isoformat(), "-m", message, root=root)


def subjects(commits: Iterable[str], root: Path) -> set[str]:
    """The first lines of commits."""
    return {git("log", "-1", "--format=%s", each, root=root).strip() for each in commits}


def test_commits_of_a_merged_branch_are_looked_at_and_those_before_the_rule_are_not(history: Path) -> None:
    assert subjects(search_commits(history), history) == {"right", "right again", "silent", "wrong"}
    assert subjects(silent(search_commits(history), history), history) == {"silent", "wrong"}


@pytest.mark.parametrize(("depth", "seen"), [(1, set()), (2, set()), (3, {"right again", "wrong"})])
def test_of_a_shallow_history_only_commits_with_their_parents_are_looked_at(
    history: Path, tmp_path: Path, depth: int, seen: set[str]
) -> None:
    clone = tmp_path / "clone"
    git("clone", "--quiet", "--depth", str(depth), history.as_uri(), str(clone), root=tmp_path)
    assert subjects(search_commits(clone), clone) == seen


def test_every_script_of_the_package_is_typed_and_linted() -> None:
    scripts = {path.relative_to(ROOT).parent.as_posix() for path in (ROOT / "src").rglob("*.js")}
    typed = json.loads((ROOT / "tsconfig.json").read_text(encoding="utf-8"))["include"]
    assert {f"{folder}/*.js" for folder in scripts} == set(typed)
    (linted,) = re.findall(r"files: \[(.*)\]", (ROOT / "eslint.config.js").read_text(encoding="utf-8"))
    assert set(json.loads(f"[{linted}]")) == set(typed)


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
