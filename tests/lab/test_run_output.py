"""What the lab's commands print during a run and after it."""

from io import StringIO

import pytest
from rich.console import Console

from plyground.cli.lab import runs
from plyground.lab.contests.match_experiment import MatchExperiment
from plyground.lab.runs.jobs import RunProgress


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> StringIO:
    """What is written to the terminal."""
    text = StringIO()
    console = Console(file=text, force_terminal=True, width=100, color_system=None)
    monkeypatch.setattr(runs, "err", console)
    monkeypatch.setattr(runs, "out", console)
    return text


def test_the_bar_shows_how_far_a_run_is_and_what_is_left(said: StringIO) -> None:
    with runs.progress_bar() as show:
        show(RunProgress(3, 10, 4.0, 125.0, ("b played an illegal move",)))
    assert "3/10" in said.getvalue()
    assert "about 2 min 05 s left" in said.getvalue()
    assert "b played an illegal move" in said.getvalue()


def test_of_many_problems_three_are_printed(said: StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MatchExperiment, "summary_blocks", lambda summary: [])
    runs.print_summary(
        {"kind": "match", "folder": "runs/one", "errors": {str(number): f"problem {number}" for number in range(5)}}
    )
    printed = said.getvalue()
    assert [number for number in range(5) if f"problem {number}" in printed] == [0, 1, 2]
    assert "Report: runs/one/report.html" in printed
