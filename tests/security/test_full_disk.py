"""A disk that is full: one sentence says so, nothing that was saved is lost, and work goes on when there is room again.

The disk is a small file system in memory that only the test's own process sees; where the system lets nobody have one,
the tests are skipped.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE

ROOM = "512k"
SMALL_DISK = 'mount -t tmpfs -o size="$1" tmpfs "$2" && cd "$2" && shift 2 && exec "$@"'


def on_a_small_disk(place: Path, program: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    """Run a Python program whose working folder is a disk of its own with little room."""
    command = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", SMALL_DISK, "sh", ROOM, str(place)]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUTF8": "1"} | variables
    return subprocess.run(
        [*command, sys.executable, "-c", program],
        env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip


@pytest.fixture
def disk(tmp_path: Path) -> Path:
    """Where the small disk is put."""
    if shutil.which("unshare") is None or on_a_small_disk(tmp_path, "pass").returncode != 0:
        pytest.skip("this system lets no user mount a small disk to fill")
    return tmp_path


FILL = """
import os
from pathlib import Path

def fill():
    with open("ballast", "ab", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            pass
"""
SAVING = f"""{FILL}
import json, plyground
from plyground.play.match import Match
from plyground.play.store.store import Store, StoreError

def games(store):
    return {{saved.id: [turn.move for turn in store.load(saved.id).turns] for saved in store.list()}}

match = Match(plyground.game("hex", size="5").start(), ["human", "human"])
told = []
with Store(Path("games.sqlite3")) as store:
    for move in ("a1", "b2", "c3"):
        match.play(move)
        store.begin(match)
    before = games(store)
    fill()
    try:
        while True:
            store.begin(match)
            before = games(store)
    except StoreError as problem:
        told.append(str(problem))
    assert games(store) == before
with Store(Path("games.sqlite3")) as store:
    assert games(store) == before
    Path("ballast").unlink()
    new = store.begin(match)
    assert games(store) == before | {{new: before[3]}}
print(json.dumps([told, len(before)]))
"""


def test_saved_games(disk: Path) -> None:
    done = on_a_small_disk(disk, SAVING)
    assert done.returncode == 0, done.stderr
    (sentence,), kept = json.loads(done.stdout)
    assert "full" in sentence
    assert "\n" not in sentence
    assert kept >= 3


PLAYING = f"""{FILL}
import io, sys
from plyground.cli import main
Path("data").mkdir()
fill()
sys.argv[1:] = ["play", "hex", "--option", "size=3", "--first", "human", "--second", "human"]
sys.stdin = io.StringIO("a1\\nb1\\na2\\nb2\\na3\\n")
main()
"""


def test_a_game_in_the_terminal(disk: Path) -> None:
    """It is played to its end; that it is not saved is said once."""
    done = on_a_small_disk(disk, PLAYING, PLYGROUND_DATA="data")
    assert done.returncode == 0, done.stderr
    assert "joined top and bottom" in done.stdout
    assert (done.stdout + done.stderr).count("full") == 1


JOURNAL = f"""{FILL}
from plyground.lab.runs.journal import Journal, JournalEntry, read_results
Path("run").mkdir()
number, told = 0, ""
with Journal(Path("run")) as journal:
    journal.add([JournalEntry("first", "task", {{"value": 1}})])
    fill()
try:
    with Journal(Path("run")) as journal:
        for number in range(10_000):
            journal.add([JournalEntry(str(number), "task", {{"value": "x" * 100}})])
except OSError as problem:
    told = str(problem)
kept = read_results(Path("run"))
Path("ballast").unlink()
with Journal(Path("run")) as journal:
    assert journal.add([JournalEntry("last", "task", {{"value": 2}})])
assert read_results(Path("run")) == kept | {{"last": {{"value": 2}}}}
assert kept["first"] == {{"value": 1}}
print(len(kept) - 1, number, told)
"""


def test_results_of_a_run(disk: Path) -> None:
    """What was told to be stored is there; what did not fit is done again by the next run."""
    done = on_a_small_disk(disk, JOURNAL)
    assert done.returncode == 0, done.stderr
    kept, failed, told = done.stdout.split(maxsplit=2)
    assert int(kept) == int(failed)
    assert "No space left" in told
