"""Ctrl-C while the command is still being imported: no trace, exit status 130; and other ways to be ended."""

import gc
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import plyground
from plyground.cli import COMMANDS, app, listen_to_signals
from plyground.cli.help_panels import ORDER
from plyground.startup import INTERRUPTED, begin, is_the_command, leave_quietly, started, without_collecting

SCRIPT = Path(sys.executable).with_name("plyground")
INTERRUPTING = """
import os, signal, time
os.kill(os.getpid(), signal.SIGINT)
time.sleep(60)
"""
"""A module whose import is interrupted."""


@pytest.mark.parametrize("command", [["-m", "plyground"], [str(SCRIPT)]], ids=["module", "script"])
def test_ctrl_c_during_the_imports_prints_nothing(command: list[str], tmp_path: Path) -> None:
    (tmp_path / "numba.py").write_text(INTERRUPTING)
    paths = [str(tmp_path), str(Path(plyground.__file__).parent.parent)]
    done = subprocess.run(
        [sys.executable, *command, "games"],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        timeout=300,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (INTERRUPTED, b"", b"")


@pytest.mark.parametrize(
    ("argv", "original", "command"),
    [
        (["/usr/bin/plyground", "play"], ["python3", "/usr/bin/plyground", "play"], True),
        (["-m", "games"], ["python3", "-m", "plyground", "games"], True),
        (["plyground.exe"], ["python.exe", "plyground.exe"], True),
        (["/usr/bin/plyground"], ["python3", "-c", "spawn", "--multiprocessing-fork"], False),
        (["-m"], ["python3", "-m", "pytest"], False),
        (["mine.py", "plyground"], ["python3", "mine.py", "plyground"], False),
        ([""], ["python3"], False),
        ([], [], False),
    ],
)
def test_only_the_command_is_quiet(argv: list[str], original: list[str], command: bool) -> None:
    assert is_the_command(argv, original) is command


@pytest.fixture
def signals() -> Iterator[None]:
    """Puts back whatever is done with signals."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    yield
    for number, action in before.items():
        signal.signal(number, action)


@pytest.mark.usefixtures("signals")
def test_once_started_ctrl_c_is_a_python_exception_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["plyground"])
    signal.signal(signal.SIGINT, signal.default_int_handler)
    begin()
    assert signal.getsignal(signal.SIGINT) is leave_quietly
    started()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    begin()
    started()
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN, "who is deaf to it stays deaf"


@pytest.mark.usefixtures("signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_who_is_asked_to_end_leaves_in_order(number: int) -> None:
    signal.signal(number, signal.SIG_DFL)
    listen_to_signals()
    with pytest.raises(SystemExit) as left:
        signal.raise_signal(number)
    assert left.value.code == 128 + number


def test_importing_the_package_leaves_garbage_collection_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["-m"])
    monkeypatch.setattr(sys, "orig_argv", ["python3", "-m", "pytest"])
    begin()
    assert gc.isenabled()
    with without_collecting():
        assert not gc.isenabled()
        with without_collecting():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()


def test_each_command_is_in_the_file_that_is_imported_for_it() -> None:
    found = {
        (command.callback.__module__, command.name or command.callback.__name__) for command in app.registered_commands
    }
    groups = {group.name for group in app.registered_groups}
    for file, names in COMMANDS.items():
        here = {name for module, name in found if module == f"plyground.cli.{file}"}
        assert here == set(names) - groups
    assert groups <= {name for names in COMMANDS.values() for name in names}
    assert sorted(ORDER) == sorted(["version", *(name for names in COMMANDS.values() for name in names)])


KERNELS_ALONE = """
import sys
from plyground.cli import main
sys.argv = ["plyground", "perft", "neutreeko", "--depth", "1"]
try:
    main()
finally:
    print(*({"scipy.linalg", "rich.markdown", "matplotlib", "fastapi"} & set(sys.modules)))
    import scipy.linalg
"""


def test_a_command_starts_without_what_only_others_need() -> None:
    done = subprocess.run([sys.executable, "-c", KERNELS_ALONE], capture_output=True, text=True, check=True)
    assert done.stdout == "14\n\n"
