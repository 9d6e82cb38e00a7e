"""The stages of `make test` run beside each other and are reported one after another."""

import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import pythons
from tests.patience import PATIENCE, wait_until
from tests.stages import Stage, report

ROOT = Path(__file__).parent.parent
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TALK = """
import sys, time
from pathlib import Path
folder, own, other = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
print(own, "begins", flush=True)
(folder / own).touch()
while not (folder / other).exists():
    time.sleep(0.01)
print(own, "ends", flush=True)
"""
"""Says two lines; between them the other stage has said its first one."""


def python(name: str, code: str, *arguments: str) -> Stage:
    """A stage that runs a few lines of Python."""
    return Stage(name, [sys.executable, "-c", code, *arguments])


def reported(stages: list[Stage], folder: Path, **settings: float) -> tuple[bool, str]:
    """Whether stages passed, and what was printed."""
    out = io.StringIO()
    passed = report(stages, out, folder / "logs", **settings)
    return passed, out.getvalue()


def test_stages_run_beside_each_other_and_are_reported_one_after_another(tmp_path: Path) -> None:
    """Each waits for the other, so that one at a time would hang; printed as they speak, their lines would mix."""
    stages = [python(own, TALK, str(tmp_path), own, other) for own, other in (("one", "two"), ("two", "one"))]
    passed, text = reported(stages, tmp_path)
    assert passed
    for name in ("one", "two"):
        assert f"━━━ {name} ━━━\n{name} begins\n{name} ends\n" in text


def test_a_stage_that_fails_is_named_and_the_others_still_run(tmp_path: Path) -> None:
    stages = [python("bad", "import sys; print('why', file=sys.stderr); sys.exit(3)"), python("good", "print('fine')")]
    passed, text = reported(stages, tmp_path)
    assert not passed
    assert "━━━ bad ━━━\nwhy\n" in text
    summary = text.rpartition("━━━ summary ━━━")[2]
    assert re.search(r"bad +FAILED \(3\) +\d+ s", summary)
    assert re.search(r"good +passed +\d+ s", summary)


ENDLESS = """
import subprocess, sys, time
print("so far", flush=True)
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
print("child", child.pid, flush=True)
time.sleep(600)
"""


def gone(process: int) -> bool:
    """Whether a process has ended."""
    status = Path(f"/proc/{process}/stat")
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] == "Z"


def test_a_stage_that_hangs_is_stopped_with_its_processes_and_says_how_far_it_came(tmp_path: Path) -> None:
    passed, text = reported([python("endless", ENDLESS), python("good", "print('fine')")], tmp_path, seconds=3)
    assert not passed
    assert "━━━ endless ━━━\nso far\n" in text
    assert re.search(r"endless +FAILED \(-9\) +\d+ s", text)
    assert re.search(r"good +passed", text)
    (child,) = re.findall(r"child (\d+)", text)
    wait_until(lambda: gone(int(child)))


def test_who_is_asked_to_end_says_how_far_each_stage_came(tmp_path: Path) -> None:
    makefile = f"endless:\n\t@{sys.executable} endless.py\nlater:\n\t@echo never\n"
    (tmp_path / "Makefile").write_text(makefile)
    (tmp_path / "endless.py").write_text(ENDLESS)
    command = [sys.executable, "-m", "tests.stages", "endless", "endless", "later"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    running = subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True)
    log = tmp_path / "build/stages/endless.log"
    wait_until(lambda: log.exists() and "child" in log.read_text())
    running.terminate()
    text, _ = running.communicate(timeout=PATIENCE)
    assert running.returncode == 1
    assert text.count("━━━ endless ━━━\nso far\n") == 2
    assert "never" not in text


def test_every_stage_of_make_test_is_a_target() -> None:
    (named,) = re.findall(r"-m tests\.stages (.*)", MAKEFILE)
    assert all(re.search(rf"^{name}:", MAKEFILE, re.M) for name in named.split())
    assert {"unit", "check"} <= set(named.split())


def fake_python(folder: Path, version: str, code: int) -> None:
    """An interpreter that answers with an exit code."""
    folder.mkdir(exist_ok=True)
    path = folder / f"python{version}"
    path.write_text(f"#!/bin/sh\nexit {code}\n")
    path.chmod(0o755)


def test_nightly_takes_the_first_interpreter_of_a_version_that_works(tmp_path: Path) -> None:
    fake_python(tmp_path / "broken", "3.98", 1)
    fake_python(tmp_path / "works", "3.98", 0)
    found, missing = pythons.stages(["3.98", "3.99"], f"{tmp_path / 'broken'}:{tmp_path / 'works'}")
    assert missing == ["3.99"]
    (stage,) = found
    assert f"PYTHON={tmp_path / 'works' / 'python3.98'}" in stage.command
    assert "VENV=build/python3.98" in stage.command
    assert {"unit", "long"} <= set(stage.command)


def test_nightly_uses_this_environment_for_its_own_version() -> None:
    found, missing = pythons.stages([pythons.CURRENT], "")
    assert missing == []
    assert not any("VENV" in part for part in found[0].command)


def test_nightly_says_which_versions_it_leaves_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "argv", ["pythons", "3.99"])
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        pythons.main()
    assert ended.value.code == 0
    assert "Python 3.99 is not on this machine: left out." in capsys.readouterr().out
