"""A class from the command to the report: what is wrong with one file stops nobody else, and is told in words."""

import json
import re
from pathlib import Path
from typing import Any

import polars
import pytest
from typer.testing import CliRunner

from plyground.cli import app
from plyground.cli.lab import runs
from plyground.core.record_source import MOST_TEXT
from plyground.lab.classroom.class_experiment import ClassExperiment
from plyground.lab.contests.contest import Contestant
from plyground.play.records.text_format import read_records
from tests.lab.contests import carried_out, neutreeko
from tests.lab.inline import Inline
from tests.lab.pupils import HEURISTIC, write_engine

NONE = {"time": 0, "illegal move": 0, "crash": 0}


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are played in this process."""
    monkeypatch.setattr(runs, "local_executor", lambda workers: Inline())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a class, with a space in its path."""
    made = tmp_path / "my class"
    made.mkdir()
    return made


def held(folder: Path, *more: str) -> dict[str, Any]:
    """The summary of a class."""
    command = ["lab", "class", str(folder), "neutreeko", "--games", "2", "--opening", "0", "--json"]
    done = CliRunner().invoke(app, [*command, "--folder", str(folder.parent / "run"), *more])
    assert done.exit_code == 0, (done.output, done.exception)
    summary: dict[str, Any] = json.loads(done.stdout)
    return summary


def report(folder: Path) -> str:
    """The page of its run."""
    return (folder.parent / "run/report.html").read_text(encoding="utf-8")


def replays(page: str) -> list[dict[str, Any]]:
    """The games that a page can replay."""
    found = re.search(r'id="replays">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    games: list[dict[str, Any]] = json.loads(found[1])["games"]
    return games


@pytest.mark.usefixtures("here")
def test_heuristics_and_programs_play_and_broken_files_are_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "random.py").write_text(HEURISTIC, encoding="utf-8")
    (folder / "broken.py").write_text("def nothing(:\n", encoding="utf-8")
    write_engine(folder / "engine")
    monkeypatch.chdir(folder)
    summary = held(folder, "--agent", "minimax:depth=1")
    assert {rating["player"] for rating in summary["ratings"]["players"]} == {"random", "engine"}
    assert (summary["games"], summary["faults"], summary["errors"]) == (2, 0, {})
    assert [each["file"] for each in summary["refused"]] == ["broken.py"]
    assert "broken.py, line 1" in summary["refused"][0]["why"]
    assert len(replays(report(folder))) == 2


def test_who_fails_in_the_middle_of_a_game_loses_it_and_all_others_are_played(folder: Path) -> None:
    (folder / "bruno.txt").write_text("random:seed=7\n", encoding="utf-8")
    for name, way in {"bruno": "well", "carla": "hangs", "dora": "hungry"}.items():
        write_engine(folder / name, way)
    summary = held(folder, "--seconds", "1", "--workers", "3")
    names = ["bruno", "bruno.txt", "carla", "dora"]
    assert sorted(rating["player"] for rating in summary["ratings"]["players"]) == names
    assert [rating["games"] for rating in summary["ratings"]["players"]] == [6] * 4
    assert (summary["games"], summary["refused"], summary["errors"]) == (12, [], {})
    lost = summary["faults_of"]
    assert lost["bruno"] == lost["bruno.txt"] == NONE
    assert lost["carla"] == NONE | {"time": lost["carla"]["time"]}
    assert lost["dora"] == NONE | {"crash": lost["dora"]["crash"]}
    told = {each["player"]: each["detail"] for each in summary["fault_details"]}
    assert told["carla"] == f"'{folder / 'carla'}' does not answer in time."
    assert told["dora"] == f"'{folder / 'dora'}' has ended (exit status 1): MemoryError."
    page = report(folder)
    for part in ("does not answer in time", "MemoryError", "Points of the row", "Effort", "time a move"):
        assert part in page
    assert len(replays(page)) == 12
    rows = polars.read_parquet(folder.parent / "run/games.parquet")
    assert set(rows["first"]) == set(names) == set(rows["second"])
    records = read_records((folder.parent / "run/games.txt").read_text(encoding="utf-8"))
    assert sorted({name for record in records for name in record.players}) == names


@pytest.mark.usefixtures("here")
def test_a_file_that_was_changed_since_the_class_began_is_told(folder: Path) -> None:
    for name in ("anna", "bruno", "carla"):
        write_engine(folder / name)
    held(folder)
    write_engine(folder / "carla", "hangs")
    results = folder.parent / "run/results.jsonl"
    results.write_text("", encoding="utf-8")
    done = CliRunner().invoke(app, ["lab", "resume", str(folder.parent / "run"), "--json"])
    summary = json.loads(done.stdout)
    assert summary["games"] == 2
    assert len(summary["errors"]) == 2
    assert all("carla" in why and "as it was when the class began" in why for why in summary["errors"].values())


def test_a_class_of_sixty_plays_and_everyone_has_games_to_replay(tmp_path: Path) -> None:
    terms = neutreeko(plies=0, longest=2)
    players = tuple(Contestant(f"student {number}", f"random:seed={number}") for number in range(60))
    summary = carried_out(ClassExperiment(terms, players, 1), tmp_path / "run")
    assert (summary["games"], summary["errors"]) == (60 * 59, {})
    assert {rating["games"] for rating in summary["ratings"]["players"]} == {2 * 59}
    page = (tmp_path / "run/report.html").read_text(encoding="utf-8")
    titles = [name for game in replays(page) for name in game["title"].split(" against ")]
    assert min(titles.count(player.name) for player in players) >= 6
    texts = [(path.stat().st_size, path.read_text(encoding="utf-8")) for path in (tmp_path / "run").glob("games*.txt")]
    assert all(size <= MOST_TEXT for size, _ in texts)
    labels = {name for _, text in texts for name in re.findall(r'\[Unit "([A-Z]+-[A-Z]+)-000000"\]', text)}
    assert len(labels) == 60 * 59 / 2
    assert {"A-B", "Z-AA", "BG-BH"} <= labels
