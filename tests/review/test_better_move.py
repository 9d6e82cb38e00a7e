"""Find the better move: one judge for the page and the terminal, and the questions at the terminal."""

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

import plyground
from plyground.core.record import Record
from plyground.play.agents.agent import read_search
from plyground.play.records.text_format import write_record
from plyground.play.store.store import Store
from plyground.review.better_move import NEARLY, MissedMove, TriedMove, try_move
from plyground.review.judgement import MoveReview, Review, key_of_moves
from plyground.review.reviewer import review
from plyground.search.score import Score
from tests.patience import PATIENCE
from tests.review.test_reviewer import BLUNDERED, SMALL, record
from tests.terminal.person import ENVIRONMENT, PROGRAM, Terminal

JUDGE = "pvs:nodes=2000"


def verdict(tried: str, mistake: MissedMove, *line: str, game: plyground.Game = SMALL) -> str:
    before = record(*line, game=game).checked_end()
    return try_move(TriedMove(before, mistake, tried), read_search(JUDGE, before.game))


def test_the_better_move_is_right_and_the_mistake_is_named() -> None:
    mistake = MissedMove("a1", "b2", 1.0)
    assert (verdict("b2", mistake), verdict("a1", mistake)) == ("right", "played")


def test_another_move_that_keeps_the_win_is_right_and_one_that_loses_it_wrong() -> None:
    first = plyground.search(SMALL.start().play("a3"), "alphabeta", depth=9).score
    assert first.kind == "loss", "a3 wins as b2 does"
    mistake = MissedMove("a1", "b2", 1.0)
    assert (verdict("a3", mistake), verdict("c3", mistake)) == ("right", "wrong")


def test_a_move_that_wins_at_once_is_right_though_the_review_named_another() -> None:
    line = ("b2", "a1", "b1", "a2")
    assert record(*line, "b3").result == "first"
    assert verdict("b3", MissedMove("c1", "c2", 1.0), *line) == "right"


@pytest.mark.parametrize(("lost", "found"), [(NEARLY - 0.01, "right"), (NEARLY + 0.01, "wrong")])
def test_a_move_is_right_where_it_keeps_as_much_but_for_the_tolerance(lost: float, found: str) -> None:
    hex_5 = plyground.game("hex", size=5, swap=False)
    trial = TriedMove(hex_5.start(), MissedMove("a1", "c3", 0.5 + lost), "b2")
    steps = trial.steps()
    next(steps)
    even = replace(plyground.search(hex_5.start(), "alphabeta", depth=1), score=Score("estimate", 0))
    with pytest.raises(StopIteration):
        steps.send(even)
    assert trial.verdict == found


def test_the_mistake_of_a_review() -> None:
    (first, *_) = review(record(*BLUNDERED), nodes=2000).mistakes
    assert MissedMove.of(first) == MissedMove("a1", first.better[0], 1.0)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(write_record(record(*BLUNDERED)), encoding="utf-8")
    return path


def trained(file: Path, *lines: str, lang: str = "en", game: str = "") -> str:
    """What `plyground review FILE --train` says to these lines."""
    return subprocess.run(
        [*PROGRAM, "review", game or str(file), "--nodes", "2000", "--train", "--lang", lang],
        input="\n".join(lines),
        env=ENVIRONMENT | {"PLYGROUND_DATA": str(file.parent)},
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=True,
    ).stdout


def test_every_mistake_is_asked_for_with_its_board(file: Path) -> None:
    better = [move.better[0] for move in review(record(*BLUNDERED), nodes=2000).mistakes]
    out = trained(file, "z9", "a1", "hint", "", better[0], "skip", better[2])
    assert "Red played 1. a1 (100 % → 0 %). Mistake 1 of 3: what is better?" in out
    assert "Blue played 2. a3 (100 % → 0 %). Mistake 2 of 3: what is better?" in out
    assert out.count("a b c") == 6, "a board before each, with letters above and below"
    assert "z9" in out
    assert "That is the move of the game." in out
    assert f"Look at {better[0]}." in out
    assert out.count("Yes, that is it.") == 2
    assert f"Better: {better[1]}" in out, "after it was passed over"
    assert "Better moves found: 2 of 3." in out
    assert "??" not in out, "the review itself would give the moves away"


def test_one_can_leave_and_be_asked_in_portuguese(file: Path) -> None:
    out = trained(file, "dica", "c3", "sair", lang="pt")
    assert "O Vermelho jogou 1. a1" in out
    assert "Repare em" in out
    assert "Essa não é tão boa." in out
    assert "Melhores jogadas encontradas: 0 de 3." in out
    assert "Erro 2" not in out
    assert "Erro 1 de 3" in trained(file, lang="pt"), "the end of the input leaves, too"


def test_a_game_without_mistakes_asks_nothing(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(write_record(record("b2")), encoding="utf-8")
    assert trained(path).strip() == "There are no mistakes: well played."


def test_the_game_in_a_session_is_trained(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "hex", "--option", "size=3", "--option", "swap=off")
    assert "There are no moves to review." in terminal.say("train")
    assert "Type train to find the better move" in terminal.say(*BLUNDERED, "review")
    assert "Mistake 1 of 3" in terminal.say("train")
    assert "Better: " in terminal.say("skip")
    answer = terminal.say("quit")
    assert "Better moves found: 0 of 3." in answer
    assert "Blue has won" in answer, "the game is shown again, and goes on"
    terminal.leave()


def kept(record: Record, mark: str = "blunder") -> Review:
    """A review that says more than is true, to be known again."""
    moves = tuple(
        MoveReview(ply, (ply - 1) % 2, move, 0.9, 0.1, 0.8, mark if ply == 6 else "", ("b1",), False, False, "+1")  # type: ignore[arg-type]
        for ply, move in enumerate(record.moves, start=1)
    )
    return Review(key_of_moves(record), len(moves), moves, "pvs")


def test_the_stored_review_of_the_game_is_used(tmp_path: Path) -> None:
    played = record(*BLUNDERED)
    with Store(tmp_path / "games.sqlite3") as store:
        number = store.import_(played)
        store.keep_review(number, kept(played).as_data())
    lines = "train\nskip\nundo\ntrain\nquit\nquit\n"
    said = resumed(tmp_path, number, lines)
    assert "Blue played 6. c1" in said
    assert "Red played 1. a1" in said, "of other moves it is made anew"


def resumed(data: Path, number: int, lines: str) -> str:
    """What a session of a saved game says to these lines."""
    return subprocess.run(
        [*PROGRAM, "saved", "resume", str(number)],
        input=lines,
        env=ENVIRONMENT | {"PLYGROUND_DATA": str(data)},
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=True,
    ).stdout
