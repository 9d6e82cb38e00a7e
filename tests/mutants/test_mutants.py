"""The sampler of changes: what it may change, what it must leave alone, and that it goes on where it stopped."""

import ast
import json
from pathlib import Path

import pytest

from tests.mutants import __main__ as program
from tests.mutants.changes import Change, all_changes, compiles, sample
from tests.mutants.plan import BESIDE, REST, SIGNATURE, WATCHED, stage, stages_for, watching

ROOT = Path(__file__).resolve().parent.parent.parent
TEXT = '''"""A docstring with 1 < 2."""

WAIT_SECONDS = 5


def first(one: int = 3, other: "list[int]" = ()) -> bool:
    """Not 4."""
    if one < 7 and other:
        raise ValueError(f"{one} + 8")
    print("told", 9)
    lines.append(f"{one:>10}")
    return max(one, 11) not in other
'''


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package of one file."""
    folder = tmp_path / "src/plyground/lab"
    folder.mkdir(parents=True)
    (folder / "few.py").write_text(TEXT)
    return tmp_path


def test_the_changes_of_a_small_file(package: Path) -> None:
    found = {change.after.strip() for change in all_changes(package, "src/plyground")}
    assert found == {
        'def first(one: int = 4, other: "list[int]" = ()) -> bool:',
        "if one <= 7 and other:",
        "if one < 8 and other:",
        "if one < 7 or other:",
        "if not (one < 7 and other):",
        "pass",
        "return min(one, 11) not in other",
        "return max(one, 12) not in other",
        "return max(one, 11) in other",
    }


def strings(tree: ast.AST) -> list[str]:
    """Every text in a file, in any order."""
    texts = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return sorted(text for text in texts if isinstance(text, str))


def test_changes_of_the_package_are_of_one_line_compile_and_leave_texts_alone() -> None:
    changes = sample(ROOT, all_changes(ROOT, "src/plyground"), 150, 3)
    assert len({(change.file, change.line) for change in changes}) == 150
    assert len({change.kind for change in changes}) >= 7
    for change in changes:
        before = (ROOT / change.file).read_text()
        after = change.apply(before)
        pairs = zip(before.splitlines(), after.splitlines(), strict=True)
        assert [number for number, (old, new) in enumerate(pairs, 1) if old != new] == [change.line]
        assert ast.dump(ast.parse(before)) != ast.dump(ast.parse(after))
        if change.kind not in ("dropped", "swapped"):
            assert strings(ast.parse(before)) == strings(ast.parse(after)), change.key


def test_the_same_seed_gives_the_same_sample_and_another_seed_another() -> None:
    changes = all_changes(ROOT, "src/plyground/play")
    assert sample(ROOT, changes, 30, 5) == sample(ROOT, changes, 30, 5)
    assert not set(sample(ROOT, changes, 30, 5)) >= set(sample(ROOT, changes, 30, 6))


def test_what_does_not_compile_is_no_change(package: Path) -> None:
    broken = Change("src/plyground/lab/few.py", 8, "    if one < 7 and other:", "    if one <", "comparison")
    assert not compiles(package, broken)


def test_every_layer_has_tests_beside_it_and_all_paths_exist() -> None:
    layers = {path.parent.relative_to(ROOT / "src/plyground").parts[0] for path in ROOT.glob("src/plyground/*/*.py")}
    assert {f"{layer}/" for layer in layers - {"games"}} == set(BESIDE)
    for file in (*(f"src/plyground/{layer}/x.py" for layer in layers), "src/plyground/games/hex/rules.py"):
        stages = stages_for(file)
        assert set(REST) <= set(stages)
        assert len(stages) == len(set(stages))
        assert all((ROOT / path).exists() for each in stages for path in each.paths if not path.startswith("--"))
    assert (ROOT / SIGNATURE.partition("::")[0]).exists()
    assert "def " + SIGNATURE.rpartition("::")[2] in (ROOT / SIGNATURE.partition("::")[0]).read_text()


def says_something(path: Path) -> bool:
    """Whether there is more in a file than the docstring of a package."""
    return len(ast.parse(path.read_text()).body) > 1


SOURCES = sorted(
    path.relative_to(ROOT / "src/plyground").as_posix()
    for path in ROOT.glob("src/plyground/**/*.py")
    if says_something(path)
)


def test_every_source_file_is_watched_by_tests_that_there_are_and_is_asked_about_first() -> None:
    assert [file for file in SOURCES if not watching(file)] == [], "in tests/mutants/watched.toml, please"
    for file in SOURCES:
        assert [path for path in watching(file) if not (ROOT / path).is_file()] == [], file
        assert stage(*watching(file)) in stages_for(f"src/plyground/{file}")[:2]


def test_nothing_is_watched_that_is_not_there() -> None:
    assert [file for file in WATCHED if not list((ROOT / "src/plyground").glob(file))] == []


NOTICING = "from plyground.lab.few import twice\n\ndef test_it():\n    assert twice(3) == 6\n"


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tree with one function and a test of it, in which the sampler works."""
    for folder in ("src/plyground/lab", "tests/lab"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "src/plyground/__init__.py").write_text("")
    (tmp_path / "src/plyground/lab/__init__.py").write_text("")
    (tmp_path / "src/plyground/lab/few.py").write_text(
        "def twice(x):\n    return x * 2\n\n\ndef unseen(x):\n    return x - 1\n"
    )
    (tmp_path / "tests/lab/test_few.py").write_text(NOTICING)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # nine tenths of the time of a pytest with one test
    monkeypatch.setattr(program, "ROOT", tmp_path)
    monkeypatch.setattr(program, "stages_for", lambda file: [stage("tests/lab")])
    return tmp_path


def run(small: Path, capsys: pytest.CaptureFixture[str], *more: str) -> str:
    """What the program says at its end."""
    where = ["--journal", str(small / "journal.jsonl"), "--home", str(small / "home")]
    program.main(["--count", "9", "--stages", "1", "--workers", "2", *where, *more])
    return capsys.readouterr().out


def test_a_sample_from_beginning_to_end_and_its_journal_goes_on(
    small: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = run(small, capsys, "--table", str(small / "table.md"))
    assert "Noticed 1 of 2 (50.0%); 0 cannot be observed; 0 not asked" in said
    assert "noticed by tests/lab/test_few.py::test_it" in (small / "table.md").read_text()
    journal = small / "journal.jsonl"
    rows = [json.loads(line) for line in journal.read_text().splitlines()]
    assert {row["change"] for row in rows if "few.py:2" in row["change"]} != set()
    assert (small / "home/0/src/plyground/lab/few.py").read_text() == (small / "src/plyground/lab/few.py").read_text()
    run(small, capsys)
    assert len(journal.read_text().splitlines()) == len(rows), "nothing is asked twice"
    kept = [line for line in journal.read_text().splitlines() if "few.py:6" not in line]
    journal.write_text("\n".join(kept) + "\n")
    assert "Noticed 1 of 2" in run(small, capsys)
    assert len(journal.read_text().splitlines()) == len(rows), "what was missing is asked again, and nothing else"


def test_what_fails_anyway_notices_nothing(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (small / "tests/lab/test_broken.py").write_text("def test_always():\n    assert False\n")
    (small / "tests/lab/test_unreadable.py").write_text("import nothing_of_that_name\n")
    (small / "tests/lab/test_few.py").write_text("def test_it():\n    pass\n")
    said = run(small, capsys)
    assert "Noticed 0 of 2 (0.0%)" in said
    assert "fails without any change: tests/lab/test_broken.py::test_always" in said
    assert "fails without any change: tests/lab/test_unreadable.py" in said
    (small / "tests/lab/test_few.py").write_text(NOTICING)
    (small / "journal.jsonl").unlink()
    assert "Noticed 1 of 2 (50.0%)" in run(small, capsys)


def test_what_hangs_is_noticed_and_what_is_equivalent_is_not_asked(
    small: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (small / "tests/lab/test_few.py").write_text(
        "import time\nfrom plyground.lab.few import twice\n\ndef test_it():\n    time.sleep(60 * (twice(3) != 6))\n"
    )
    same = {
        "src/plyground/lab/few.py: return x - 1 => return x + 1": "nobody",
        "src/plyground/lab/few.py: return x - 1 => return x - 2": "nobody",
    }
    monkeypatch.setattr(program, "EQUIVALENT", same)
    assert "Noticed 1 of 1 (100.0%); 1 cannot be observed" in run(small, capsys, "--limit", "8")


def test_a_group_that_cannot_run_at_all_notices_nothing(
    small: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "stages_for", lambda file: [stage("tests/lab/test_nowhere.py")])
    said = run(small, capsys)
    assert "fails without any change: lab/test_nowhere.py" in said
    assert "Noticed 0 of 2 (0.0%)" in said
