"""`plyground puzzle` and `plyground lab puzzles`."""

import json
import subprocess
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest

from plyground.puzzles.attempt import Attempt
from plyground.puzzles.diary import Diary
from plyground.puzzles.puzzle import puzzles_in, puzzles_of, write_puzzles
from tests.cli.test_commands import run
from tests.patience import PATIENCE
from tests.terminal.person import ENVIRONMENT, PROGRAM


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """A file of two puzzles."""
    path = tmp_path / "mine.json"
    options = ("--option", "size=4", "--option", "swap=off", "--nodes", "5000")
    assert run("lab", "puzzles", "hex", *options, "--count", "2", "--out", str(path)).code == 0
    return path


def test_made_puzzles_are_in_the_file_and_can_be_shown(made: Path) -> None:
    first = puzzles_in(made)[0]
    data = json.loads(run("puzzle", "hex", "--file", str(made), "--json").out)
    assert (data["position"], data["solution"], data["of"]) == (first.text, first.solution, 2)


def test_puzzles_are_added_and_keep_their_names_when_they_are_rated_again(made: Path) -> None:
    before = {puzzle.name: puzzle for puzzle in puzzles_in(made)}
    options = ("hex", "--option", "size=4", "--option", "swap=off", "--nodes", "5000", "--out", str(made))
    assert run("lab", "puzzles", *options, "--count", "1", "--add", "--played").code == 0
    added = {puzzle.name: puzzle for puzzle in puzzles_in(made)}
    assert len(added) == 3
    assert before.keys() < added.keys()
    made.write_text(write_puzzles("hex", (replace(puzzle, alike=0, hits=()) for puzzle in added.values())))
    answer = run("lab", "puzzles", "hex", "--rate-again", "--out", str(made))
    assert "3 puzzles are in" in answer.out
    again = {puzzle.name: puzzle for puzzle in puzzles_in(made)}
    assert {name: puzzle.rating for name, puzzle in again.items()} == {
        name: puzzle.rating for name, puzzle in added.items()
    }


def test_a_file_that_is_not_there_cannot_be_rated(tmp_path: Path) -> None:
    answer = run("lab", "puzzles", "hex", "--rate-again", "--out", str(tmp_path / "none.json"))
    assert answer.code == 2
    assert "none.json" in answer.err


def test_a_puzzle_is_solved_at_the_terminal_with_hints(tmp_path: Path) -> None:
    puzzle = puzzles_of("neutreeko")[0]
    wrong = next(str(move) for move in puzzle.position().moves if str(move) != puzzle.solution)
    lines = ["nonsense", "help", "", wrong, "hint", puzzle.solution, "quit"]
    out = subprocess.run(
        [*PROGRAM, "puzzle", "neutreeko", "--number", "1"],
        input="\n".join(lines),
        env=ENVIRONMENT | {"PLYGROUND_DATA": str(tmp_path)},
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=True,
    ).stdout
    assert "to move and win in 2 moves (3 plies with the replies). Puzzle 1 of" in out
    assert f"No: {wrong} does not win" in out
    assert f"Look at {puzzle.solution[:2]}." in out
    assert "Right. The answer is" in out
    assert Diary.read(tmp_path / "puzzles.json").solved == {}


@pytest.mark.parametrize(
    ("language", "task", "value"),
    [
        ("en", "win in 3 moves (5 plies with the replies)", "The value for the mover: win in 5 plies."),
        (
            "pt",
            "jogam e ganham em 3 jogadas (5 meias-jogadas com as respostas)",
            "O valor para quem joga: vitória em 5 meias-jogadas.",
        ),
    ],
)
def test_a_win_is_counted_in_named_moves_and_in_the_plies_that_probe_counts(
    language: str, task: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = next(each for each in puzzles_of("neutreeko") if each.plies == 5)
    monkeypatch.setattr("sys.stdin", StringIO(""))
    assert task in run("puzzle", "neutreeko", "--number", str(puzzle.number), "--lang", language).out
    assert value in run("probe", "neutreeko", puzzle.text, "--lang", language).out


def solved(data: Path, *given_away: str, arguments: tuple[str, ...]) -> str:
    """What `plyground puzzle` says to a puzzle of Neutreeko that is played to its solved end."""
    number = json.loads(run("puzzle", "neutreeko", *arguments, "--json").out)["number"]
    attempt = Attempt.begin(puzzles_of("neutreeko")[number - 1])
    lines = list(given_away)
    while not attempt.solved:
        lines.append(attempt.hint()[1])
        attempt.play(lines[-1])
    return subprocess.run(
        [*PROGRAM, "puzzle", "neutreeko", *arguments],
        input="\n".join(lines),
        env=ENVIRONMENT | {"PLYGROUND_DATA": str(data)},
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=True,
    ).stdout


def test_a_puzzle_is_played_to_its_solved_end_and_noted(tmp_path: Path) -> None:
    out = solved(tmp_path, arguments=("--number", "1"))
    assert "Right. The answer is" in out
    assert out.rstrip().splitlines()[-2].endswith("Solved.")
    assert "Solved: 1 of" in out
    name = puzzles_of("neutreeko")[0].name
    assert set(Diary.read(tmp_path / "puzzles.json").solved) == {name}


def test_a_solved_puzzle_that_cannot_be_noted_is_solved_all_the_same(tmp_path: Path) -> None:
    folder = tmp_path / "file"
    folder.write_text("a file where the folder of saved games should be")
    out = solved(folder, arguments=("--number", "1"))
    assert "Solved.\n" in out
    assert "puzzles.json' cannot be written: " in out
    assert "Solved: 1 of" in out


@pytest.mark.parametrize(
    ("helped", "words", "days"), [((), "Solved.", 1), (("hint",), "with help", 1), (("solution",), "with help", 0)]
)
def test_the_puzzle_of_the_day_counts_for_the_streak_unless_a_move_was_given_away(
    tmp_path: Path, helped: tuple[str, ...], words: str, days: int
) -> None:
    out = solved(tmp_path, *helped, arguments=("--daily",))
    assert words in out
    assert f"Days in a row: {days}. Solved: 1 of" in out
    assert len(Diary.read(tmp_path / "puzzles.json").days) == days


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [(("neutreeko", "--number", "999"), "There is no puzzle 999"), (("chess",), "chess")],
)
def test_mistakes_are_one_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    answer = run("puzzle", *arguments)
    assert answer.code == 2
    assert sentence in answer.err
