"""The table of puzzles in the documentation."""

from pathlib import Path

from bench.puzzle_counts import counts, place, table

from plyground.puzzles.puzzle import Puzzle

PAGE = Path(__file__).parent.parent.parent / "docs/puzzles.md"


def puzzle(*hits: int) -> Puzzle:
    return Puzzle("hex", 1, (), "", "", 3, 0, hits)


def test_the_page_has_the_table_of_what_is_packaged() -> None:
    assert table() in PAGE.read_text(encoding="utf-8"), "python bench/puzzle_counts.py prints it"


def test_puzzles_are_counted_up_to_each_end() -> None:
    puzzles = [puzzle(5, 5, 5), puzzle(2, 3, 0), puzzle(0, 0, 5), puzzle(0, 0, 0), puzzle(0, 0, 1)]
    assert [place(each) for each in puzzles] == [0, 1, 2, 8, 8]
    assert counts(puzzles, place, (0, 1, 8)) == "1, 1, 3"
