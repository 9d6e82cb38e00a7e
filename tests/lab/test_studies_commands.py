"""The commands of the studies, and a study that is interrupted."""

import json
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from plyground.cli.lab import runs, studies
from plyground.lab.studies import STUDIES
from plyground.lab.studies.experiment import StudyExperiment
from plyground.lab.studies.sources import REPORTS
from plyground.lab.studies.study import QUICK, Claim, Finding, Scale, Seen
from tests.lab.inline import Inline, carry_out

SHALLOW = Scale(games=2, runs=1, patience=0.01, limit=0.5, deepest=3)


def plyground(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "plyground", *arguments], capture_output=True, text=True, check=False)


def test_list_names_every_study_with_its_report() -> None:
    listed = json.loads(plyground("lab", "list", "--json").stdout)
    assert [each["name"] for each in listed] == list(STUDIES)
    first = listed[0]
    assert (first["name"], first["report"], first["title"]) == ("hex-depths", "Hex", "Hex: search time by depth")
    assert first["source"] == {
        "title": "Pesquisa com Adversários: Jogo de Tabuleiro – Hex. Relatório Final",
        "file": "000_c01b24be031b98ec.txt",
    }


def test_list_cites_every_report_by_title_and_document() -> None:
    listed = plyground("lab", "list").stdout
    for report in REPORTS.values():
        assert report.cited in listed


def test_a_study_prints_both_verdicts(monkeypatch: pytest.MonkeyPatch) -> None:
    printed = StringIO()
    monkeypatch.setattr(runs, "out", Console(file=printed, width=200))
    claims = (
        Claim("A beats B", "player 1 wins", True, varied=Seen("30 of 60 points", None)),
        Claim("depth 6 takes 1 s", "10 s", None, comparable=False),
    )
    finding = Finding(claims, (), ()).as_data(REPORTS["Eximo"])
    runs.print_summary({"kind": "study", "study": "eximo-depth", "errors": {}, "folder": "run"} | finding)
    assert printed.getvalue().splitlines()[2:-1] == [
        "- A beats B: holds; player 1 wins",
        "  with varied openings: cannot be told; 30 of 60 points",
        "- depth 6 takes 1 s: not comparable; 10 s",
    ]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("run", "chess"), "There is no study 'chess'; there are hex-depths"),
        (("growth", "chess"), "There is no game 'chess'"),
    ],
)
def test_a_name_that_is_none_is_one_sentence_and_nothing_is_written(
    arguments: tuple[str, ...], sentence: str, tmp_path: Path
) -> None:
    done = plyground("lab", *arguments, "--folder", str(tmp_path / "run"))
    assert done.returncode == 2
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "run").exists()


def quick_study(folder: Path, scale: Scale, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """What `lab run` says before and after a small study."""
    before, after = StringIO(), StringIO()
    monkeypatch.setattr(studies, "err", Console(file=before, width=200))
    monkeypatch.setattr(runs, "out", Console(file=after, width=200))
    monkeypatch.setattr(studies, "QUICK", scale)
    studies.run_studies(
        studies=["neutreeko-times"], quick=True, folder=folder, workers=1, cluster=None, markdown=True, as_json=False
    )
    return before.getvalue(), after.getvalue()


def test_a_quick_run_says_so_before_and_after_and_in_its_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, after = quick_study(tmp_path / "run", SHALLOW, monkeypatch)
    sentence = (
        "This is a quick run (games for a row of a table: 2 instead of 60; repetitions of what is timed: 1 instead"
    )
    assert before.startswith("neutreeko-times: 12 jobs. How long it may take is told as soon as")
    assert sentence in before
    assert sentence in after
    assert sentence in (tmp_path / "run/report.md").read_text()
    assert sentence in json.loads((tmp_path / "run/summary.json").read_text())["shortened"]


@pytest.mark.parametrize("name", list(STUDIES))
def test_how_long_a_quick_run_takes_is_said_before_it_begins(name: str) -> None:
    quick = StudyExperiment(STUDIES[name], QUICK)
    assert re.fullmatch(rf"{name}: \d+ jobs\. A quick run took us about [\d.]+ min on one core\.", quick.expected)
    assert "games for a row of a table: 10 instead of 60" in quick.shortened


def test_a_full_run_is_not_called_quick() -> None:
    full = StudyExperiment(STUDIES["neutreeko-times"])
    assert full.shortened == ""
    assert "How long it may take is told" in full.expected


class Interrupted(Inline):
    """Ctrl-C after a few jobs."""

    def submit(self, work: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Run it until it is stopped."""
        if self.count == 3:
            raise KeyboardInterrupt
        return super().submit(work, *args, **kwargs)


def test_a_study_that_was_interrupted_goes_on_where_it_was(tmp_path: Path) -> None:
    study = StudyExperiment(STUDIES["hex-depths"], SHALLOW)
    with pytest.raises(KeyboardInterrupt):
        carry_out(study, tmp_path, Interrupted())
    workers = Inline()
    carry_out(study, tmp_path, workers)
    assert workers.count == 2 * 3 - 3
