"""Run the stages of `make test` beside each other, and report them one after another.

A stage is a target of the Makefile. Its output goes to a log of its own while it runs and is printed as a whole when
the stage ends. The last lines say of each stage how it ended and how long it took.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

AT_ONCE = 2
LOGS = Path("build/stages")


@dataclass(frozen=True)
class Stage:
    """A command and what it is called."""

    name: str
    command: Sequence[str]


@dataclass(frozen=True)
class Ended:
    """What came of a stage."""

    name: str
    code: int
    seconds: float
    log: Path

    def __str__(self) -> str:
        """As the summary has it."""
        how = "passed" if self.code == 0 else f"FAILED ({self.code})"
        return f"{self.name:<14} {how:<12} {self.seconds:6.0f} s"


def target(name: str, *settings: str) -> Sequence[str]:
    """The command of a target of the Makefile."""
    return [os.environ.get("MAKE", "make"), "--no-print-directory", *settings, *name.split()]


def run(stage: Stage, logs: Path) -> Ended:
    """Run a stage to its end."""
    log, began = logs / f"{stage.name}.log", time.monotonic()
    with log.open("wb") as file:
        code = subprocess.run(stage.command, stdout=file, stderr=subprocess.STDOUT, check=False).returncode
    return Ended(stage.name, code, time.monotonic() - began, log)


def run_all(stages: Sequence[Stage], logs: Path, at_once: int) -> Iterator[Ended]:
    """Run stages, a few at once, in their order; yield each as it ends."""
    logs.mkdir(parents=True, exist_ok=True)
    pool = ThreadPoolExecutor(at_once)
    try:
        for done in as_completed([pool.submit(run, stage, logs) for stage in stages]):
            yield done.result()
    finally:
        pool.shutdown(cancel_futures=True)


def report(stages: Sequence[Stage], out: TextIO, logs: Path = LOGS, at_once: int = AT_ONCE) -> bool:
    """Run stages, print what each said, then the summary; whether all passed."""
    print(f"Running {', '.join(stage.name for stage in stages)}. Logs: {logs}", file=out, flush=True)
    ended = []
    for each in run_all(stages, logs, at_once):
        print(f"\n━━━ {each.name} ━━━\n{each.log.read_text(errors='replace').strip()}", file=out, flush=True)
        ended.append(each)
    print("\n━━━ summary ━━━", *ended, sep="\n", file=out, flush=True)
    return all(each.code == 0 for each in ended)


def main() -> None:
    """Report the targets that the command line names."""
    sys.exit(not report([Stage(name, target(name)) for name in sys.argv[1:]], sys.stdout))


if __name__ == "__main__":
    main()
