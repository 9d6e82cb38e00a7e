"""What a program has started ends with it, however it is ended."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from plyground.lab.runs.executors import local_executor
from plyground.play.external import process
from plyground.play.external.process import Process, kill_programs
from tests.patience import PATIENCE

pytestmark = pytest.mark.skipif(os.name != "posix", reason="only POSIX has process groups and sessions")
POLITE = "sleep 600 & echo $!; read line"
"""Starts another program, and leaves when it is told anything."""
IN_GROUPS = f"set -m; {POLITE}"
"""The same, with the other program in a group of its own."""
kept: list[Process] = []


def started(script: str) -> tuple[Process, int]:
    """A program, and the number of the one that it has started."""
    program = Process(["sh", "-c", script])
    line = program.read(PATIENCE)
    assert line is not None
    return program, int(line)


def is_over(number: int) -> bool:
    """Whether a process has ended; who inherited it may not have taken note of that."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        pass
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return True
    return False


def assert_ends(number: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_over(number):
        assert time.monotonic() < deadline, f"{number} is still there"
        time.sleep(0.01)


@pytest.fixture(autouse=True)
def nothing_stays() -> Iterator[None]:
    yield
    kill_programs()


@pytest.mark.parametrize("script", [POLITE, IN_GROUPS])
def test_also_where_the_program_itself_leaves_politely(script: str) -> None:
    program, child = started(script)
    assert not is_over(child)
    program.close()
    assert_ends(child)


def test_also_where_it_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    program, child = started(IN_GROUPS)
    program.close(politely=False)
    assert_ends(child)


def test_also_where_ctrl_c_interrupts_the_farewell(monkeypatch: pytest.MonkeyPatch) -> None:
    program, child = started(IN_GROUPS)

    def interrupted(program: Process) -> bool:
        raise KeyboardInterrupt

    with monkeypatch.context() as impatient:
        impatient.setattr(Process, "_left", interrupted)
        with pytest.raises(KeyboardInterrupt):
            program.close()
    assert_ends(child)
    assert program._child.wait(PATIENCE) != 0
    for thread in program._threads:
        thread.join(PATIENCE)
    for pipe in (program._child.stdout, program._child.stderr):
        assert pipe is not None
        pipe.close()


def test_also_where_a_process_ends_without_a_farewell() -> None:
    program, child = started(IN_GROUPS)
    assert program in process._running
    kill_programs()
    assert_ends(child)
    assert program not in process._running
    program.close()


def start_and_keep(script: str) -> int:
    """In a worker: a program that nobody closes; the number of what it has started."""
    program, child = started(script)
    kept.append(program)
    return child


def test_also_where_a_worker_of_the_lab_is_dropped() -> None:
    with local_executor(1) as workers:
        child = workers.submit(start_and_keep, IN_GROUPS).result(timeout=PATIENCE)
        assert not is_over(child)
        workers.abandon()
        assert_ends(child)
