"""A class: every file in a process of its own; a broken one stops nobody, and its fault is told in a sentence."""

import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import plyground
from plyground.cli import app
from plyground.cli.lab import runs
from plyground.cli.lab.arguments import RunArguments
from plyground.lab.classroom.class_experiment import ClassExperiment
from plyground.lab.classroom.entries import Allowance, Entry, Refused, enter_all, files_of, named
from plyground.lab.classroom.limited import limited
from plyground.lab.contests import contest
from plyground.lab.contests.contest import Contestant, ContestError, Terms
from plyground.lab.runs.registry import read_experiment
from plyground.play.external.process import arguments_of
from tests.lab.inline import Inline
from tests.lab.pupils import HEURISTIC, write_engine

GAME = plyground.game("neutreeko")
FILES = {
    "anna.py": HEURISTIC,
    "broken.py": "def nothing(:\n",
    "empty.py": "",
    "greedy.py": "hoard = bytearray(10**12)\n",
    "quits.py": "import os\nos._exit(7)\n",
    "agent.txt": "# mine\nrandom:seed=7\n",
    "nobody.txt": "nobody:depth=1\n",
    "notes.md": "not for playing",
    "_draft.py": "also not",
}


@pytest.fixture(scope="module")
def examined(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Contestant], dict[str, str]]:
    """The class after its examination: who plays, and why others do not."""
    folder = tmp_path_factory.mktemp("class")
    for name, text in FILES.items():
        (folder / name).write_text(text)
    told: list[str] = []
    players, refused = enter_all(folder, GAME, Allowance("minimax:depth=1", exam_seconds=600), tell=told.append)
    assert len(told) == len(refused)
    return {player.name: player for player in players}, {each.file: each.why for each in refused}


def test_whoever_can_play_does_in_a_process_with_limits(examined: tuple[dict[str, Contestant], dict[str, str]]) -> None:
    players, _ = examined
    assert set(players) == {"anna", "agent"}
    arguments = arguments_of(players["anna"].text.removeprefix("cmd:"))
    assert arguments[:5] == limited(4096)
    assert "minimax:heuristic=anna,depth=1" in arguments
    assert "--own-limits" in arguments
    assert arguments[-2] == "--plugin"
    assert "random:seed=7" in players["agent"].text


@pytest.mark.parametrize(
    ("file", "why"),
    [
        ("broken.py", "broken.py"),
        ("empty.py", "no heuristic for neutreeko"),
        ("greedy.py", "more memory than a file of the class may have"),
        ("quits.py", "status 7"),
        ("nobody.txt", "'nobody'"),
    ],
)
def test_a_broken_file_is_told_in_a_sentence(
    examined: tuple[dict[str, Contestant], dict[str, str]], file: str, why: str
) -> None:
    _, refused = examined
    assert why in refused[file]
    assert set(refused) == {"broken.py", "empty.py", "greedy.py", "quits.py", "nobody.txt"}


def entry(file: str, heuristic: str = "") -> Entry:
    return Entry(Path("/class") / file, f"cmd:{file}", heuristic)


def test_files_of_one_stem_and_a_rivals_namesake_go_by_their_file_names() -> None:
    files = (entry("anna.py"), entry("anna.txt"), entry("bruno.py", "near"), entry("bruno.near"), entry("medium.txt"))
    players = named([*files, entry("carla.py")], [Contestant("medium", "medium"), Contestant("medium", "medium")])
    assert [player.name for player in players] == [
        "anna.py",
        "anna.txt",
        "bruno.near",
        "bruno",
        "medium.txt",
        "carla",
        "medium",
        "medium (2)",
    ]
    assert named([entry("anna.py"), entry("anna.txt"), entry("anna.txt.sh")], ())[2].name == "anna.txt (2)"


def test_a_program_in_a_folder_with_a_space_may_play(tmp_path: Path) -> None:
    folder = tmp_path / "my class"
    folder.mkdir()
    write_engine(folder / "an engine")
    (player,), refused = enter_all(folder, GAME, Allowance())
    assert refused == ()
    assert arguments_of(player.text.removeprefix("cmd:"))[-1] == str(folder / "an engine")
    assert (player.name, player.file) == ("an engine", str(folder / "an engine"))


def test_a_program_that_knows_only_the_start_is_found_out_by_its_second_move(tmp_path: Path) -> None:
    write_engine(tmp_path / "mute", "mute")
    players, refused = enter_all(tmp_path, GAME, Allowance())
    assert players == ()
    assert "I know only the start" in refused[0].why


def test_more_players_than_may_meet_are_refused_and_rivals_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contest, "MOST_PLAYERS", 2)
    for name in ("anna", "bruno"):
        write_engine(tmp_path / name)
    command = ["lab", "class", str(tmp_path), "neutreeko", "--games", "2", "--folder", str(tmp_path / "run")]
    refused = CliRunner().invoke(app, [*command, "--rival", "medium"])
    assert isinstance(refused.exception, ContestError)
    assert "2 to 2 players, not 3" in str(refused.exception)
    assert not (tmp_path / "run").exists()


def test_a_file_that_hangs_is_given_up(tmp_path: Path) -> None:
    (tmp_path / "endless.py").write_text("while True:\n    pass\n")
    players, refused = enter_all(tmp_path, GAME, Allowance(exam_seconds=3))
    assert players == ()
    assert "not loaded within 3 s" in refused[0].why


def test_only_files_that_may_play_are_taken(tmp_path: Path) -> None:
    (tmp_path / "engine").write_text(f"#!{sys.executable}\n")
    (tmp_path / "engine").chmod(0o755)
    (tmp_path / "readme.md").write_text("")
    (tmp_path / "mine.py").write_text("")
    assert [path.name for path in files_of(tmp_path)] == ["engine", "mine.py"]
    with pytest.raises(ContestError, match="no folder"):
        files_of(tmp_path / "nowhere")


def test_the_class_is_read_back_from_its_manifest() -> None:
    players = (Contestant("anna", "easy"), Contestant("bruno", "medium"))
    experiment = ClassExperiment(Terms("neutreeko", clock="5s"), players, 2, (Refused("broken.py", "no"),))
    assert experiment.manifest.title == "A class of 2 at Neutreeko"
    assert read_experiment(experiment.manifest) == experiment


def test_the_report_has_the_table_the_games_to_replay_and_who_did_not_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "local_executor", lambda workers: Inline())
    players = (Contestant("anna", "random:seed=1"), Contestant("bruno", "random:seed=2"))
    experiment = ClassExperiment(Terms("neutreeko"), players, 1, (Refused("broken.py", "It is no Python."),))
    runs.start_run(experiment, tmp_path / "run", RunArguments(as_json=True))
    page = (tmp_path / "run" / "report.html").read_text(encoding="utf-8")
    for part in ("anna", "bruno", "data-replay=", "It is no Python.", "#game=neutreeko&moves=", "time a move"):
        assert part in page
