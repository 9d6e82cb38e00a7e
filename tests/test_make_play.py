"""`make play` in a terminal: the first Ctrl-C ends the program in order, and make calls that no error."""

import os
import shutil
from pathlib import Path

import pexpect  # type: ignore[import-untyped]
import pytest

from tests.patience import PATIENCE
from tests.pseudo_terminal import spawn

pytestmark = [
    pytest.mark.skipif(shutil.which("make") is None, reason="there is no make"),
    pytest.mark.filterwarnings("ignore:This process:DeprecationWarning"),  # a pseudo-terminal is opened by a fork
]
ROOT = Path(__file__).resolve().parent.parent
SLOW_TO_END = """#!/bin/sh
trap 'sleep 0.5; echo in order; exit 130' INT
echo ready "$@"
while :; do sleep 0.1; done
"""
STAMPS = ("pyproject.toml", "requirements/play.txt", ".venv/.installed", ".venv/.compiled")
"""What `make play` needs, the oldest first: each is made from those before it."""


def made(folder: Path, script: str, *, compiled: bool) -> "pexpect.spawn[str]":
    """`make play` in a folder that is set up, with a script in the place of the program."""
    shutil.copy(ROOT / "Makefile", folder)
    for age, name in enumerate(STAMPS if compiled else STAMPS[:-1]):
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.touch()
        os.utime(path, (1_000_000_000 + age, 1_000_000_000 + age))
    program = folder / ".venv/bin/plyground"
    program.parent.mkdir()
    program.write_text(script)
    program.chmod(0o755)
    environment = {key: value for key, value in os.environ.items() if key not in ("MAKEFLAGS", "MAKELEVEL")}
    return spawn(["make", "play"], cwd=folder, env=environment | {"LC_ALL": "C"}, timeout=PATIENCE)


@pytest.mark.parametrize("compiled", [True, False])
def test_the_first_ctrl_c_ends_the_program_in_order_and_without_an_error_of_make(
    compiled: bool, tmp_path: Path
) -> None:
    terminal = made(tmp_path, SLOW_TO_END, compiled=compiled)
    terminal.expect("ready" if compiled else "ready compile")
    terminal.sendintr()
    terminal.expect(pexpect.EOF)
    assert "in order" in terminal.before
    assert "***" not in terminal.before
    assert (tmp_path / ".venv/.compiled").exists()
    terminal.close()


def test_another_status_is_an_error_of_make(tmp_path: Path) -> None:
    terminal = made(tmp_path, "#!/bin/sh\nexit 3\n", compiled=True)
    terminal.expect(pexpect.EOF)
    assert "Error 3" in terminal.before
    terminal.close()
