"""`plyground review` and the command `review` at the terminal."""

import json
from pathlib import Path

import pytest

from plyground.play.records.registry import read_any
from plyground.play.records.text_format import write_record
from plyground.play.store.store import Store
from plyground.review.judgement import Review
from tests.cli.test_commands import run
from tests.review.test_reviewer import BLUNDERED, record
from tests.terminal.person import Terminal

QUICK = ("--nodes", "2000")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(write_record(record(*BLUNDERED)), encoding="utf-8")
    return path


def test_the_text_has_a_line_per_move_with_marks_and_the_accuracy_of_each_side(file: Path) -> None:
    out = run("review", str(file), *QUICK).out
    assert "  1. red      a1 ??" in out
    assert "100 % → 0 %; better: " in out
    assert "Red: accuracy 33.3 %, 0 inaccuracies, 0 mistakes, 2 blunders" in out
    assert " 1  . . ." not in out


def test_boards_are_drawn_before_marked_moves_on_request(file: Path) -> None:
    assert run("review", str(file), *QUICK, "--boards").out.count("a b c") >= 3


def test_json_has_the_whole_review(file: Path) -> None:
    data = json.loads(run("review", str(file), *QUICK, "--json").out)
    assert (data["game"], data["result"], data["complete"]) == ("hex", "second", True)
    assert [move["mark"] for move in data["moves"][:3]] == ["blunder"] * 3
    assert len(data["chances"]) == len(data["moves"]) + 1


def test_the_annotated_game_is_written_in_the_format_of_its_file(file: Path) -> None:
    for name in ("annotated.txt", "annotated.sgf"):
        out = file.with_name(name)
        assert run("review", str(file), *QUICK, "--annotate", str(out)).code == 0
        again = read_any(out.read_text(encoding="utf-8"))
        assert again.moves == BLUNDERED
        assert any(text.startswith("??") for _, text in again.comments)


def test_a_saved_game_is_given_by_its_number_and_keeps_its_review(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path))
    with Store(tmp_path / "games.sqlite3") as store:
        number = store.import_(record(*BLUNDERED))
    assert run("review", str(number), *QUICK, "--lang", "pt").out.count("??") == 3
    with Store(tmp_path / "games.sqlite3") as store:
        stored = store.review_of(number)
        assert stored is not None
        assert len(Review.from_data(stored).moves) == 6
        store.delete(number)
        assert store.review_of(number) is None


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [(("nothing.txt",), "nothing.txt"), (("FILE", "--nodes", "0"), "nodes is a whole number")],
)
def test_mistakes_are_one_sentence(file: Path, arguments: tuple[str, ...], sentence: str) -> None:
    answer = run("review", *(str(file) if text == "FILE" else text for text in arguments))
    assert answer.code == 2
    assert sentence in answer.err


def test_a_game_at_the_terminal_is_reviewed_and_written(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "hex", "--option", "size=3", "--option", "swap=off")
    assert "There are no moves to review." in terminal.say("review")
    answer = terminal.say(*BLUNDERED, f"review {tmp_path / 'out.txt'}")
    assert "a1 ??" in answer
    assert "The annotated game is in" in answer
    assert "?? 100 %" in (tmp_path / "out.txt").read_text(encoding="utf-8")
    terminal.child.close(force=True)
