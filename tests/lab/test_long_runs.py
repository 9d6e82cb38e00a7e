"""Long measurements: results are kept by version, taken up again, shown without playing; the tables of them."""

import json
from argparse import Namespace
from pathlib import Path

import pytest
from bench import ladder, long_runs, strength, tactics
from bench.figures import Conditions

import plyground
from plyground.lab.runs.journal import read_results
from tests.lab.work import jobs, square, squares

HERE = Conditions("2026-11-18", "2 cores", 1.0)
SUMMARY = {"wins": 3, "draws": 0, "losses": 1, "score": 0.75, "elo": {"value": 190.8, "low": -3.2, "high": None}}


def given(folder: Path, *, tell: bool = False, **more: object) -> Namespace:
    return Namespace(folder=folder, workers=1, tell=tell, **more)


def test_results_are_kept_and_only_what_is_missing_is_done(tmp_path: Path) -> None:
    assert long_runs.results(jobs(2), square, given(tmp_path)) == squares(2)
    lines = (tmp_path / "results.jsonl").read_text().splitlines()
    assert long_runs.results(jobs(3), square, given(tmp_path)) == squares(3)
    assert (tmp_path / "results.jsonl").read_text().splitlines()[:2] == lines
    assert len(read_results(tmp_path)) == 3


def test_to_tell_nothing_is_done(tmp_path: Path) -> None:
    assert long_runs.results(jobs(2), square, given(tmp_path / "none", tell=True)) == {}
    assert not (tmp_path / "none").exists()


def test_ctrl_c_ends_with_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def pressed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(long_runs, "run_jobs", pressed)
    with pytest.raises(SystemExit, match="The same command goes on"):
        long_runs.results(jobs(1), square, given(tmp_path))


def test_the_folder_is_of_this_version_and_its_networks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "plyground"
    (package / "core").mkdir(parents=True)
    (package / "games" / "hex").mkdir(parents=True)
    source, card = package / "core" / "rules.py", package / "games" / "hex" / "network.json"
    source.write_text("one")
    card.write_text("{}")
    monkeypatch.setattr(long_runs, "PACKAGE", package)
    monkeypatch.setattr(long_runs, "PLAYING_LAYERS", ("core",))
    folders = [long_runs.kept_folder("ladder")]
    for path in (source, card):
        path.write_text("changed")
        folders.append(long_runs.kept_folder("ladder"))
    assert len(set(folders)) == 3
    assert all(folder.name.startswith("ladder-") for folder in folders)


def test_conditions_survive_the_file() -> None:
    kept = json.loads(json.dumps([{"taken": HERE}, {"old": 1}]))
    assert long_runs.taken(kept) == [HERE]


def test_the_ladder_has_a_job_for_every_game_and_a_row_for_every_match() -> None:
    (first, second) = ladder.jobs_of("hex", "medium", "easy", 2)
    assert (first.id, second.task) == (
        "hex medium easy 0",
        {"name": "hex", "higher": "medium", "lower": "easy", "number": 1},
    )
    assert ladder.meetings(["hex"], 0.1)[-1] == ("hex", "expert:seconds=0.1", "hard")
    assert ladder.row("hex", "medium", "easy", [1, 1, 0.5, 0]) == (
        "Hex",
        "`medium`",
        "`easy`",
        2,
        1,
        1,
        "**62.5 %, below the aim**",
    )
    assert ladder.row("hex", "hard", "easy", [1.0])[-1] == "100.0 %"


def test_a_game_of_the_ladder_can_be_played() -> None:
    found = ladder.played({"name": "neutreeko", "higher": "medium", "lower": "easy", "number": 3})
    assert found["score"] in (0.0, 0.5, 1.0)
    assert found["taken"].machine


def test_an_attempt_at_a_puzzle_is_a_job() -> None:
    (puzzle,) = tactics.chosen("hex", 1)
    job = tactics.job(puzzle, "pvs:nodes=2000", 0.5)
    assert job.id == f"hex {puzzle.number} pvs:nodes=2000 0.5"
    found = tactics.tried(job.task)
    assert tactics.PuzzleMove(*found["attempt"])[:3] == ("hex", puzzle.number, "pvs:nodes=2000")


def test_expert_is_measured_where_it_is_another_player_than_the_engine() -> None:
    by_expert = {(each.game, *each.options.values()) for each in strength.MEETINGS if each.player == strength.EXPERT}
    assert by_expert == {("morris",), ("eximo",), ("blockit", "quoridor"), ("hex", "11", "off")}
    assert {each.game for each in strength.MEETINGS} == set(plyground.games())
    folders = [each.folder(0.2, 50) for each in strength.MEETINGS]
    assert len(set(folders)) == len(folders)


@pytest.mark.parametrize("meeting", strength.MEETINGS, ids=lambda meeting: meeting.folder(0.2, 50))
def test_every_match_of_strength_has_players_that_can_play(meeting: strength.Meeting) -> None:
    match = strength.experiment(meeting, 0.2, 50)
    assert [player.text for player in match.players] == list(meeting.texts(0.2))
    assert "seconds=0.2" in match.players[0].text


def test_a_match_that_was_played_is_not_played_again(tmp_path: Path) -> None:
    meeting = strength.MEETINGS[0]
    asked = given(tmp_path, seconds=0.2, pairs=2)
    assert strength.played(meeting, given(tmp_path, tell=True, seconds=0.2, pairs=2)) is None
    known = SUMMARY | {"a": "pvs", "b": "alphabeta", "taken": [HERE]}
    (tmp_path / meeting.folder(0.2, 2)).mkdir()
    (tmp_path / meeting.folder(0.2, 2) / "summary.json").write_text(json.dumps(known))
    found = strength.played(meeting, asked)
    assert found is not None
    assert strength.row(meeting, found) == ("Neutreeko", "`pvs`", "`alphabeta`", "3, 0, 1", "75.0 %", "+191 (-3 to –)")
