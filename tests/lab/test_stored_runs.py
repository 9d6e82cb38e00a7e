"""Runs that an earlier version stored: each kind is read back, finds its results, and gives the same summary."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from plyground.cli import app
from plyground.cli.lab import runs
from plyground.lab.runs.registry import KINDS, find_kind
from plyground.lab.runs.run import MANIFEST, SUMMARY, Manifest, read_manifest
from tests.lab.inline import Inline

STORED = Path(__file__).parent / "stored_runs"
WITHOUT = {"class"}
"""Kinds that no earlier version had."""
SAYS = {
    "growth": "Neutreeko: the technique that saves most nodes is",
    "match": "Sequential test: not decided (ratio",
    "study": "hex-depths",
    "tournament": "Moving first: Elo",
    "tuning": "No trial was better than the current weights",
}


class Idle(Inline):
    """Workers with nothing to do: every job has a stored result."""

    def submit(self, work: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Refuse a job."""
        raise AssertionError(f"{args} is run again although it has a result")


@pytest.fixture(autouse=True)
def idle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "local_executor", lambda workers: Idle())


def restored(kind: str, folder: Path) -> Path:
    """A copy of a stored run that claims to be of this version: only the same version resumes a run."""
    shutil.copytree(STORED / kind, folder)
    data = json.loads((folder / MANIFEST).read_text())
    here = Manifest(data["kind"], data["title"], data["settings"]).stamped("")
    (folder / MANIFEST).write_text(json.dumps(data | {"plyground": here.plyground, "sources": here.sources}))
    (folder / SUMMARY).unlink()
    return folder


def resumed(folder: Path, *options: str) -> str:
    done = CliRunner().invoke(app, ["lab", "resume", str(folder), *options])
    assert done.exit_code == 0, (done.output, done.exception)
    return str(done.stdout)


def test_every_kind_has_a_stored_run_and_a_class_of_its_name() -> None:
    assert {folder.name for folder in STORED.iterdir()} == set(KINDS) - WITHOUT
    assert {name: find_kind(name).kind for name in KINDS} == {name: name for name in KINDS}


@pytest.mark.parametrize("kind", sorted(set(KINDS) - WITHOUT))
def test_a_stored_run_gives_its_summary_again_without_running_anything(kind: str, tmp_path: Path) -> None:
    folder = restored(kind, tmp_path / kind)
    stored = json.loads((STORED / kind / SUMMARY).read_text())
    again = json.loads(resumed(folder, "--json"))
    assert again == again | stored | {"folder": str(folder)}, "a later version may say more, and nothing else"
    assert read_manifest(folder).kind == kind
    assert SAYS[kind] in resumed(folder)
