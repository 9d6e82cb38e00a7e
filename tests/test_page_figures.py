"""The pages' figures: every table stands between marks, its program can write it again, and nothing else is changed."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from bench import figures
from bench.figures import Conditions, blocks, replaced, stamp, table

from plyground.lab.contests.contest import Terms, contestants

BENCH = figures.ROOT / "bench"
STAMP = re.compile(
    r"^Taken on (2\d{3}-\d\d-\d\d)(?: to (2\d{3}-\d\d-\d\d))? by `(python bench/(\w+)\.py[^`]*)`: .+\.$", re.M
)
TAKEN = {name: body for page in figures.PAGES for name, body in blocks(page.read_text(encoding="utf-8")).items()}
"""Every block of every page."""
WRITING = sorted({name.split()[0] for name in TAKEN})
MATCHES = re.compile(
    r"^\| `((?:pvs|montecarlo):\S+) ((?:pvs|montecarlo):\S+) (\w+)(?: -o (\w+)=(\w+))?(?: --sprt[^`]*)?` \|", re.M
)
PAGE = """Before.

<!-- figures: one -->

| old |

<!-- end -->

Between \\1.

<!-- figures: two part -->
<!-- end -->
After.
"""


def test_a_block_is_replaced_and_all_else_stays() -> None:
    assert blocks(PAGE) == {"one": "\n| old |\n\n", "two part": ""}
    assert replaced(PAGE, "one", "| new \\1 |\n") == PAGE.replace("old", "new \\1")
    changed = replaced(PAGE, "two part", "x")
    assert changed == PAGE.replace("two part -->\n<!-- end", "two part -->\n\nx\n\n<!-- end")
    assert replaced(changed, "two part", "x") == changed


@pytest.mark.parametrize(
    "damaged",
    [PAGE.replace("two part", "one"), PAGE.replace("<!-- end -->\nAfter", "After"), PAGE + "<!-- end -->\n"],
)
def test_a_page_with_marks_that_do_not_fit_is_refused(damaged: str) -> None:
    with pytest.raises(ValueError, match="twice, or has no end"):
        replaced(damaged, "one", "x")


def test_a_block_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="'three'"):
        replaced(PAGE, "three", "x")


def test_a_table_is_markdown() -> None:
    assert (
        table(("game", "nodes"), [("Hex", 3), ("Eximo", 4)])
        == "| game | nodes |\n|---|---|\n| Hex | 3 |\n| Eximo | 4 |"
    )


def test_the_stamp_has_dates_machines_and_loads_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["/some/where/perft.py", "--runs", "3", "--write"])
    here, later = Conditions("2026-11-18", "2 cores", 0.5), Conditions("2026-11-19", "2 cores", 1.25)
    command = "python bench/perft.py --runs 3 --write"
    assert stamp([later, here]) == f"Taken on 2026-11-18 to 2026-11-19 by `{command}`: 2 cores, load 0.5 to 1.2."
    assert stamp([here]) == f"Taken on 2026-11-18 by `{command}`: 2 cores, load 0.5."
    assert stamp([here, here._replace(machine="16 cores")]).endswith(": 2 cores; 16 cores, load 0.5.")
    assert STAMP.search(stamp([later, here]))


def test_writing_puts_the_table_with_its_stamp_into_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["bench/one.py", "--write"])
    page = tmp_path / "page.md"
    page.write_text(PAGE)
    figures.write("one", "| new |", page)
    (found,) = STAMP.findall(blocks(page.read_text())["one"])
    assert found[2:] == ("python bench/one.py --write", "one")
    assert page.read_text().startswith("Before.\n\n<!-- figures: one -->\n\n| new |\n\nTaken on ")
    assert page.read_text().endswith(PAGE[PAGE.index("<!-- end -->") :])
    assert [path.name for path in tmp_path.iterdir()] == ["page.md"], "what was written aside is gone"


def test_a_part_of_a_table_is_not_written(capsys: pytest.CaptureFixture[str]) -> None:
    parser = figures.Parser("what it does")
    parser.whole(parser.parse_args([]), ["hex"])
    parser.whole(parser.parse_args(["--write"]), [])
    with pytest.raises(SystemExit):
        parser.whole(parser.parse_args(["--write"]), ["hex"])
    assert "whole tables" in capsys.readouterr().err


def test_conditions_name_the_machine() -> None:
    now = figures.conditions("an NVIDIA H200")
    assert re.fullmatch(r"an NVIDIA H200, \d+ cores? of an? .+, Python 3\.[\d.]+\S*, Numba [\d.]+", now.machine)
    assert now.load >= 0


@pytest.mark.parametrize("name", TAKEN)
def test_every_block_says_when_and_by_which_command_of_its_own_program(name: str) -> None:
    (found,) = STAMP.findall(TAKEN[name])
    assert found[3] == name.split()[0]
    assert (BENCH / f"{found[3]}.py").is_file()


@pytest.mark.parametrize("program", WRITING)
def test_every_program_runs_writes_and_knows_the_options_of_its_commands(program: str) -> None:
    done = subprocess.run(
        [sys.executable, BENCH / f"{program}.py", "--help"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    commands = [STAMP.findall(body)[0][2] for name, body in TAKEN.items() if name.split()[0] == program]
    options = {word.partition("=")[0] for command in commands for word in command.split() if word.startswith("--")}
    assert all(re.search(rf"^ +(?:-\w, )?{option}\b", done.stdout, re.M) for option in {"--write", *options}), options


def test_every_program_that_writes_has_a_block_and_a_place_in_the_makefile() -> None:
    writing = [path.stem for path in BENCH.glob("*.py") if "figures.write(" in path.read_text(encoding="utf-8")]
    assert sorted(writing) == WRITING
    makefile = (figures.ROOT / "Makefile").read_text(encoding="utf-8")
    made = re.findall(r"^\t\$\(BIN\)/python bench/(\w+)\.py --write", makefile, re.M)
    assert sorted([*made, "cuda_rules"]) == WRITING, "all but the one that needs a GPU"


def test_every_match_of_the_page_can_be_played_again() -> None:
    found = MATCHES.findall(figures.README.read_text(encoding="utf-8"))
    assert len(found) == 14
    for first, second, game, key, value in found:
        terms = Terms(game, {key: value} if key else {})
        assert len(contestants((first, second), terms.made)) == 2


def test_no_figure_is_of_an_engine_that_cannot_be_run() -> None:
    text = "\n".join(page.read_text(encoding="utf-8") for page in figures.PAGES[:2])
    assert not re.search(r"as it was before|\bgit show\b|half as fast|\| before\b|commit [0-9a-f]{7}", text)


def test_no_program_has_the_name_of_a_module_of_python() -> None:
    """Its folder comes first where it runs, and what Python imports itself would be the program."""
    assert sys.stdlib_module_names.isdisjoint(path.stem for path in BENCH.glob("*.py"))
