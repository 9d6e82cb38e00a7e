"""`bench/judge.py`: pieces of the judge's work are stored, skipped when they are there, and added up."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from bench import judge

import plyground
from plyground.search.score import Score
from tests.solve.claims import Judge, Limits, Subject


def wins_in_one(many: int, seed: int) -> Iterator[plyground.Position]:
    """A win in one, again and again."""
    position = plyground.game("neutreeko").position("w.w../....w/..b../...../bb... b")
    return (position for _ in range(many))


def pieces(number: int, limits: Limits = Limits()) -> list[judge.SearchPart]:  # noqa: B008
    return [judge.SearchPart("mine", "greedy", each, 2, limits) for each in range(number)]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Score:
    """The judge holds this to be true of every position and line."""
    true = Score.win(1)
    monkeypatch.setitem(judge.SUBJECTS, "mine", lambda: Subject(Judge(lambda *_: true), wins_in_one))
    return true


@pytest.mark.usefixtures("told")
def test_a_finished_piece_is_not_judged_again(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "judge.jsonl"
    judge.run(pieces(2), file)
    assert [piece.number for piece in judge.missing(pieces(3), file)] == [2]
    judge.run(pieces(3), file)
    assert len(file.read_text().splitlines()) == 3
    assert len(list(judge.missing(pieces(3, Limits(nodes=7)), file))) == 3, "other limits, other pieces"
    whole = judge.report(pieces(3), file)
    assert (whole.positions, whole.wrong) == (6, ())
    assert judge.table(pieces(3), file).splitlines()[2].startswith("| mine | 1 | 6 | ")
    assert all(seen["taken"] for _, seen in judge.finished(pieces(3), file))


def test_a_false_claim_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lost = Subject(Judge(lambda *_: Score.loss(2)), wins_in_one)
    monkeypatch.setitem(judge.SUBJECTS, "mine", lambda: lost)
    judge.run(pieces(1), tmp_path / "judge.jsonl")
    whole = judge.report(pieces(1), tmp_path / "judge.jsonl")
    assert whole.claims > 0
    assert len(whole.wrong) >= whole.claims
    assert "greedy at" in whole.wrong[0]
    assert f"| mine | greedy | 2 | {whole.claims} | {len(whole.wrong)} |" in capsys.readouterr().out
