"""A solver that is killed while it writes, in real processes, and the same command given again."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from plyground.solve.tablebase_folder import SUFFIX
from tests.cli.test_commands import ENVIRONMENT, run
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]
SOLVED = ROOT / "docs" / "morris-solved.json"
FIRST, SECOND = "morris_3-3.plytable", "morris_3-4_4-3.plytable"


def command(folder: Path) -> list[str]:
    """All endings with up to seven men: two components, each with a table and an entry of the journal."""
    return ["solve", "morris", "--men", "7", "--device", "cpu", "--folder", str(folder), "--write", "bytes", "--json"]


def die(folder: Path, flush: int) -> set[str]:
    """Run the command and kill it at a flush to the disk; return which files have their names then."""
    program = [sys.executable, "-m", "tests.solve.killed", str(flush), *command(folder)]
    done = subprocess.run(program, cwd=ROOT, env=ENVIRONMENT, capture_output=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stdout) == (-signal.SIGKILL, b""), done.stderr.decode()
    return {path.name for path in folder.iterdir() if not path.name.startswith(".")}


def counts(sectors: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What was counted, without how long it took."""
    return [{key: value for key, value in sector.items() if key not in ("seconds", "checked")} for sector in sectors]


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
def test_a_solver_killed_while_it_writes_goes_on_from_what_is_whole(tmp_path: Path) -> None:
    assert die(tmp_path, 1) == set(), "half of the first table"
    assert die(tmp_path, 3) == {FIRST}, "the first table, and half of a journal"
    kept = (tmp_path / FIRST).stat().st_mtime_ns
    (journal,) = die(tmp_path, 2) - {FIRST}
    assert journal.endswith(".json"), "the first table with its journal, and half of the second"
    answer = run(*command(tmp_path))
    assert answer.code == 0, answer.err
    assert [line.partition(":")[0] for line in answer.complaints] == ["3-4 4-3"], "only what was missing is solved"
    assert (tmp_path / FIRST).stat().st_mtime_ns == kept
    names = {path.name for path in tmp_path.iterdir() if path.suffix == SUFFIX}
    assert names == {FIRST, SECOND}
    found = counts(json.loads(answer.out)["sectors"])
    assert found == counts(json.loads(SOLVED.read_text())["sectors"])[: len(found)]
