"""A real match that is killed again and again: the same result as one that ran in peace.

`make test` kills it a few times, `make nightly` fifty times.
"""

import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from plyground.lab.contests.match_experiment import MatchExperiment
from plyground.lab.runs.journal import RESULTS
from plyground.lab.runs.run import differences
from tests.lab.contests import TWO, carried_out, neutreeko, players
from tests.lab.inline import Inline
from tests.lab.test_kills import ROOT, await_empty, await_lines, lines
from tests.nightly import NIGHTLY
from tests.patience import PATIENCE

KILLS = 50 if NIGHTLY else 3
PAIRS = 400 if NIGHTLY else 40
OTHER = "alphabeta:heuristic=H1,depth=5"


def start(folder: Path, *more: str) -> "subprocess.Popen[bytes]":
    """The command of a user; the opening is none, so that nothing but the players' searches is compiled."""
    command = [sys.executable, "-m", "plyground", "lab", "match", f"{TWO},blunder=0.2", OTHER, "neutreeko"]
    options = ["--games", str(2 * PAIRS), "--opening", "0", "--workers", "2", "--folder", str(folder), "--json"]
    return subprocess.Popen(
        [*command, *options, *more],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def in_peace(folder: Path) -> dict[str, Any]:
    """The same match in this process."""
    terms = neutreeko(plies=0, probe=200_000)
    return carried_out(MatchExperiment(terms, players(terms, f"{TWO},blunder=0.2", OTHER), PAIRS), folder, Inline())


def test_a_match_that_is_killed_and_interrupted_ends_as_if_nothing_had_happened(tmp_path: Path) -> None:
    folder, dice = tmp_path / "killed", random.Random(1)
    for kill in range(KILLS):
        process = start(folder)
        await_lines(folder, lines(folder) + dice.randint(1, PAIRS // (2 * KILLS)), process)
        if kill == 0:
            os.killpg(process.pid, signal.SIGINT)
            _, errors = process.communicate(timeout=PATIENCE)
            assert process.returncode == 130
            told = [f"Go on with: plyground lab resume {folder}", "Stopped."]
            assert errors.decode().splitlines()[-2:] == told
            assert b"Traceback" not in errors
        else:
            process.kill()
            process.communicate()
        await_empty(process.pid)
        assert 0 < lines(folder) < PAIRS
    done = subprocess.run(
        [sys.executable, "-m", "plyground", "lab", "resume", str(folder), "--json", "--workers", "2"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    undisturbed = in_peace(tmp_path / "peace")
    assert json.loads(done.stdout) | {"folder": ""} == undisturbed | {"folder": ""}
    assert differences(folder, tmp_path / "peace") == []
    stored = [json.loads(line)["id"] for line in (folder / RESULTS).read_bytes().splitlines()]
    assert sorted(stored) == [f"A-B-{number:06d}" for number in range(PAIRS)]
    assert (folder / "games.txt").read_bytes() == (tmp_path / "peace" / "games.txt").read_bytes()
