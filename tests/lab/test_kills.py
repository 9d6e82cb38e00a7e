"""Runs that are killed or interrupted, in real processes."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from plyground.lab.runs.journal import RESULTS, read_results
from tests.lab.work import squares
from tests.nightly import NIGHTLY
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]
KILLS = 50 if NIGHTLY else 10
COUNT = 1500


def start(folder: Path, *arguments: int | Path) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "tests.lab.program", str(folder), *map(str, arguments)]
    return subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, start_new_session=True)


def lines(folder: Path) -> int:
    path = folder / RESULTS
    return path.read_bytes().count(b"\n") if path.exists() else 0


def await_lines(folder: Path, wanted: int, process: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + PATIENCE
    while lines(folder) < wanted:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < end
        time.sleep(0.002)


def session_is_empty(session: int) -> bool:
    """No process of that session is left."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            return False
    return True


def await_empty(session: int) -> None:
    end = time.monotonic() + PATIENCE
    while not session_is_empty(session):
        assert time.monotonic() < end, "workers outlived their program"
        time.sleep(0.01)


def same_as_undisturbed(folder: Path, count: int) -> None:
    """Every job once, none twice, all right."""
    stored = [json.loads(line) for line in (folder / RESULTS).read_bytes().splitlines()]
    assert len(stored) == count
    assert {entry["id"]: entry["result"] for entry in stored} == squares(count) == read_results(folder)


def test_kills_lose_nothing_and_double_nothing(tmp_path: Path) -> None:
    dice = random.Random(50)
    killed_at = []
    for kill in range(KILLS):
        process = start(tmp_path, COUNT, 5)
        if kill % 5 == 0:
            time.sleep(dice.uniform(0, 0.4))
        else:
            await_lines(tmp_path, lines(tmp_path) + dice.randint(1, 12), process)
            time.sleep(dice.uniform(0, 0.01))
        assert process.poll() is None, "the run ended before it could be killed"
        process.kill()
        process.communicate(timeout=PATIENCE)
        killed_at.append(lines(tmp_path))
        if kill % 10 == 9:
            await_empty(process.pid)
    assert killed_at == sorted(killed_at)
    assert killed_at[-1] > KILLS / 2
    process = start(tmp_path, COUNT, 0)
    assert process.wait(PATIENCE) != 0, "other tasks under the same ids are refused"
    assert b"for another task" in process.communicate()[1]
    process = start(tmp_path, COUNT, 5)
    assert process.wait(PATIENCE) == 0, process.communicate()
    process.communicate()
    same_as_undisturbed(tmp_path, COUNT)


def test_ctrl_c_ends_at_once_and_keeps_what_is_finished(tmp_path: Path) -> None:
    process = start(tmp_path, 40, 20, tmp_path / "awaited")
    await_lines(tmp_path, 5, process)
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode != 0
    assert errors.count(b"Traceback") == 1, errors.decode()
    assert b"KeyboardInterrupt" in errors
    await_empty(process.pid)
    kept = read_results(tmp_path)
    assert 5 <= len(kept) < 40
    assert "n0" not in kept, "it would have waited for ever"
    (tmp_path / "awaited").touch()
    process = start(tmp_path, 40, 20, tmp_path / "awaited")
    assert process.wait(PATIENCE) == 0, process.communicate()
    process.communicate()
    same_as_undisturbed(tmp_path, 40)
