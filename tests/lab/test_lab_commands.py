"""The commands of the lab as users call them; what they run is tested elsewhere."""

import html
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from plyground.cli import app
from plyground.cli.lab import runs
from plyground.cli.lab.contests import game_first
from plyground.lab.contests.proposers import METHODS
from plyground.lab.runs.journal import RESULTS
from tests.lab.contests import ONE, RANDOM
from tests.lab.inline import Inline

TUNE = ["tune", "neutreeko", "H5", "--agent", "alphabeta:depth=1", "--quick", "--opening", "0"]
SMALL = ["--games", "4", "--opening", "0"]
FAKE = Path(__file__).parents[1] / "protocol" / "fake.py"
NO_FAULTS = {"time": 0, "illegal move": 0, "crash": 0}
"""As docs/lab.md has them."""


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Work is done in this process, and runs without a folder of their own are kept in one for the test."""
    monkeypatch.setattr(runs, "local_executor", lambda workers: Inline())
    monkeypatch.chdir(tmp_path)


def call(*arguments: str) -> Any:
    return CliRunner().invoke(app, ["lab", *arguments])


def output(*arguments: str) -> str:
    """What a command printed that ended well."""
    done = call(*arguments)
    assert done.exit_code == 0, (done.output, done.exception)
    return str(done.stdout)


def test_a_match_prints_one_object_and_is_resumed_in_its_folder() -> None:
    command = ["match", RANDOM, ONE, "neutreeko", *SMALL, "--folder", "run", "--json"]
    data = json.loads(output(*command))
    assert data["games"] == 4 == data["wins"] + data["draws"] + data["losses"]
    assert data["faults"] == 0
    assert data["faults_of"] == {RANDOM: NO_FAULTS, ONE: NO_FAULTS}
    assert data["fault_details"] == []
    assert set(data["elo"]) == {"value", "low", "high"}
    assert data["folder"] == "run"
    stored = Path("run", RESULTS).read_bytes()
    Path("run", RESULTS).write_bytes(stored.splitlines(keepends=True)[0])
    assert json.loads(output(*command)) == data
    assert json.loads(output("resume", "run", "--json")) == data
    assert json.loads(output("repeat", "run", "--folder", "again", "--json"))["elo"] == data["elo"]


def test_results_are_printed_and_kept_in_a_folder_with_the_date(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    printed = output("match", RANDOM, ONE, "neutreeko", *SMALL, "--sprt", "0,100", "--markdown")
    assert f"{RANDOM} against {ONE}" in printed
    assert "Sequential test: not decided" in printed
    (folder,) = (tmp_path / "runs").iterdir()
    assert folder.name.startswith("match-neutreeko-20")
    assert (folder / "report.md").is_file()
    printed = output("tournament", "neutreeko", RANDOM, ONE, f"{ONE},blunder=0.5", *SMALL, "--folder", "t")
    assert printed.splitlines()[0].split() == ["place", "player", "Elo", "points", "games"]
    printed = output(
        "tune", "neutreeko", "H5", "--agent", "alphabeta:depth=1", "--quick", "--opening", "0", "--folder", "u"
    )
    assert "No trial was better than the current weights, so no match was played to confirm it." in printed
    monkeypatch.setattr(METHODS["tpe"], "best", lambda proposer: proposer._usual | {"pair": 11})
    printed = output(
        "tune", "neutreeko", "H5", "--agent", "alphabeta:depth=1", "--quick", "--opening", "0", "--folder", "v"
    )
    assert "pair: 10 -> 11" in printed
    assert "tuned.toml" in printed


def test_the_game_of_a_match_may_be_named_first() -> None:
    assert game_first("hard", "medium", "morris") == ("morris", "hard", "medium")
    assert game_first("morris", "hard", "medium") == ("morris", "hard", "medium")
    assert game_first("hard", "medium", "chess") == ("chess", "hard", "medium"), "an unknown game is reported as such"


def test_faults_are_printed_while_they_happen_and_in_the_end() -> None:
    program = f"cmd:{sys.executable} -S {FAKE} scream"
    done = call("match", program, RANDOM, "neutreeko", *SMALL, "--folder", "run")
    assert done.exit_code == 0
    words = r"has ended (exit status 1): \x1b[2J\x1b[31mhelp!\x07 aaa"
    (meanwhile,) = (line for line in done.stderr.splitlines() if words in line)
    assert meanwhile.startswith(f"{program}: crash in 2 games, the last (A-B-000000): ")
    (in_the_end,) = (line for line in done.stdout.splitlines() if words in line)
    assert in_the_end.startswith(f"{program}: crash in 4 games, the last (A-B-000001): ")
    assert "\x1b[2J" not in done.output


def test_help_says_where_runs_are_kept_and_how_to_resume_one() -> None:
    printed = " ".join(output("--help").split())
    assert f"./{runs.RUNS}" in printed
    assert "plyground lab resume FOLDER resumes a run" in printed


PLUGIN = """
from typing import NamedTuple
from plyground.core.heuristic import heuristic

class Flat(NamedTuple):
    weight: int = 1

@heuristic(Flat, game="neutreeko")
def flat(h, rules, state):
    return h.weight
"""


def test_worker_processes_know_a_plugin_and_its_weights(tmp_path: Path) -> None:
    (tmp_path / "flat.py").write_text(PLUGIN)
    command = ["lab", "match", "greedy:heuristic=flat,weights=weight:3", RANDOM, "neutreeko", "--plugin", "flat.py"]
    more = ["--games", "2", "--opening", "0", "--workers", "1", "--folder", "run", "--json"]
    done = subprocess.run([sys.executable, "-m", "plyground", *command, *more], capture_output=True, check=True)
    data = json.loads(done.stdout)
    assert (data["games"], data["faults"], data["errors"]) == (2, 0, {})
    (tmp_path / "flat.py").write_text(PLUGIN + "\n")
    assert "is gone or was changed" in str(call("resume", "run").exception)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["match", RANDOM, ONE, "neutreeko", "--games", "3"], "an even number"),
        (["match", RANDOM, "nobody", "neutreeko"], "nobody"),
        (["match", RANDOM, ONE, "chess"], "chess"),
        (["match", RANDOM, ONE, "neutreeko", "--sprt", "5"], "two Elo differences"),
        (["match", RANDOM, ONE, "neutreeko", "--sprt", "5,1"], "elo0 must be below elo1"),
        (["match", RANDOM, ONE, "neutreeko", "--clock", "soon"], "is not a time"),
        (["match", RANDOM, ONE, "neutreeko", "--opening", "99"], "0 to 40"),
        (["match", RANDOM, ONE, "neutreeko", "--opening", "1", "--openings", "x"], "give one of them"),
        (["match", RANDOM, ONE, "neutreeko", "--openings", "x"], "cannot be read"),
        (["match", RANDOM, ONE, "neutreeko", "--plugin", "x.py"], "no plugin file"),
        (["match", RANDOM, ONE, "neutreeko", "--workers", "2", "--cluster", "tcp://x:1"], "is for this machine"),
        (["tournament", "neutreeko", RANDOM], "2 to 500 players"),
        (["tune", "neutreeko", "H9"], "no heuristic"),
        (["tune", "neutreeko", "H4", "--games", "20"], "two trials"),
        (["resume", "nowhere"], "is not a run"),
    ],
)
def test_what_cannot_be_run_is_said_before_anything_is_played(arguments: list[str], says: str) -> None:
    done = call(*arguments)
    assert done.exit_code != 0
    assert says in f"{done.exception} {done.output}"
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize("folder", [None, "some runs/it's mine", "{here}/elsewhere"])
def test_the_report_says_how_to_go_on_from_where_the_match_was_started(folder: str | None, tmp_path: Path) -> None:
    where = [] if folder is None else ["--folder", folder.format(here=tmp_path)]
    data = json.loads(output("match", RANDOM, ONE, "neutreeko", *SMALL, *where, "--json"))
    report = html.unescape((Path(data["folder"]) / "report.html").read_text())
    (command,) = re.findall(r"^(plyground lab resume .*?)(?:<|$)", report, re.MULTILINE)
    program, group, *words = shlex.split(command)
    assert (program, group) == ("plyground", "lab")
    assert json.loads(output(*words, "--json")) == data


def test_without_optuna_no_folder_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "optuna", None)
    done = call("tune", "neutreeko", "H4", "--method", "tpe", "--quick", "--folder", "run")
    assert "pip install" in str(done.exception)
    assert not Path("run").exists()
