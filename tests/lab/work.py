"""Jobs for the tests: module-level functions that other processes can import, and that import little."""

import os
import signal
import time
from pathlib import Path
from typing import Any

from plyground.lab.runs.jobs import Job


def jobs(count: int, milliseconds: int = 0, **more: Any) -> list[Job]:
    """Numbers to be squared."""
    return [Job(f"n{number}", {"number": number, "ms": milliseconds} | more) for number in range(count)]


def squares(count: int) -> dict[str, dict[str, Any]]:
    """What an undisturbed run of `jobs(count)` brings."""
    return {f"n{number}": {"square": number**2} for number in range(count)}


def square(task: dict[str, Any]) -> dict[str, Any]:
    """Take a while, or until a file is there, then answer."""
    time.sleep(task["ms"] / 1000)
    while "until" in task and not Path(task["until"]).exists():
        time.sleep(0.01)
    return {"square": task["number"] ** 2}


def slower_first(task: dict[str, Any]) -> dict[str, Any]:
    """Of each five jobs the first takes longest, so results come out of order."""
    time.sleep(0.02 * (4 - task["number"] % 5))
    return {"square": task["number"] ** 2}


def die_at_seven(task: dict[str, Any]) -> dict[str, Any]:
    """The process of job 7 dies: once, if a file says so, or always."""
    if task["number"] == 7:
        once = Path(task["once"]) if task["once"] else None
        if once is None or not once.exists():
            if once is not None:
                once.touch()
            os.kill(os.getpid(), signal.SIGKILL)
    return square(task)


def fail_at_seven(task: dict[str, Any]) -> dict[str, Any]:
    """Job 7 is wrong, or brings something that is no plain data."""
    if task["number"] == 7:
        if task["odd"]:
            return {"square": float("nan")}
        raise ValueError("seven is wrong")
    return square(task)


def interrupt_is_blocked(_: dict[str, Any]) -> dict[str, Any]:
    """Whether the process was started deaf to Ctrl-C."""
    return {"blocked": signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, [])}
