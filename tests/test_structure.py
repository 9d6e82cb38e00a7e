"""The measure of the source tree, on a small tree, and what it must find in ours."""

from pathlib import Path

import pytest
from bench import structure
from bench.structure import modules, repeated_classes, repeated_stems

ROOT = Path(__file__).parent.parent
SMALL = {
    "core/text.py": "class Line:\n    pass\n",
    "web/text.py": "class Line:\n    pass\n\n\ndef long():\n    '''Three lines.'''\n    return 1\n",
    "games/hex/rules.py": "class Rules: ...\n",
    "games/morris/rules.py": "class Rules: ...\n",
    "core/errors.py": "",
    "web/errors.py": "",
}
PAGE = "\n".join(f"## {way}\n`src/plyground/core/text.py` and `src/plyground/core/text.py`\n" for way in structure.WAYS)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name, text in SMALL.items():
        path = tmp_path / "src/plyground" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def test_a_name_in_two_places_is_found_unless_it_is_the_same_on_purpose(tree: Path) -> None:
    sources = modules(tree)
    assert repeated_stems(sources) == {"text": ["core", "web"]}
    assert repeated_classes(sources) == {"Line": ["core/text.py", "web/text.py"]}


def test_a_name_that_is_the_same_on_purpose_counts_in_any_other_folder(tree: Path) -> None:
    (tree / "src/plyground/lab").mkdir()
    (tree / "src/plyground/lab/errors.py").touch()
    assert repeated_stems(modules(tree))["errors"] == ["core", "lab", "web"]


def test_programs_count_and_may_have_the_name_of_what_they_measure(tree: Path) -> None:
    (tree / "bench").mkdir()
    (tree / "src/plyground/core/perft.py").touch()
    for name in ("perft", "text"):
        (tree / f"bench/{name}.py").write_text("class Line: ...\n" if name == "text" else "")
    sources = modules(tree)
    assert repeated_stems(sources) == {"text": ["bench", "core", "web"]}
    assert repeated_classes(sources) == {"Line": ["bench/text.py", "core/text.py", "web/text.py"]}
    assert dict(structure.rows(tree, PAGE))["files"] == "9"


def test_the_table_counts_functions_and_the_files_of_each_way(tree: Path) -> None:
    table = dict(structure.rows(tree, PAGE))
    assert table["files"] == "6"
    assert table["longest function"] == "3 (`web/text.py:5 long`)"
    assert table["files to open: a click on the page"] == "1"


def test_a_way_through_a_file_that_is_gone_is_an_error(tree: Path) -> None:
    (tree / "src/plyground/core/text.py").unlink()
    with pytest.raises(SystemExit, match=r"core/text\.py"):
        dict(structure.rows(tree, PAGE))


def test_no_name_of_ours_stands_for_two_things() -> None:
    sources = modules(ROOT)
    assert repeated_stems(sources) == {}
    assert repeated_classes(sources) == {}


def test_functions_and_files_stay_small() -> None:
    sources = modules(ROOT)
    lines = list(structure.function_lines(sources).values())
    assert structure.median(lines) <= 8
    assert structure.share(lines, 0.95) <= 20
    assert structure.share([source.lines for source in sources], 0.95) <= 400


def test_every_way_of_the_architecture_can_be_followed() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    assert all((ROOT / name).is_file() for files in structure.ways(page).values() for name in files)
    assert all(len(files) > 5 for files in structure.ways(page).values())
