"""Run the stages of `make test` beside each other, and report them one after another.

A stage is a target of the Makefile. Its output goes to a log of its own while it runs and is printed as a whole when
the stage ends. The last lines say of each stage how it ended and how long it took. A stage that is not done in time,
or when this program is asked to end, is stopped with all its processes, and what it has said so far is printed.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

AT_ONCE = 2
LOGS = Path("build/stages")
SECONDS = 70 * 60
"""For all stages together, on however slow a machine."""


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


class Runner:
    """Runs stages until a common deadline, each as a group of processes that can be stopped."""

    def __init__(self, logs: Path, seconds: float) -> None:
        self.logs, self.deadline = logs, time.monotonic() + seconds
        self._running: set[subprocess.Popen[bytes]] = set()
        logs.mkdir(parents=True, exist_ok=True)

    def run(self, stage: Stage) -> Ended:
        """Run a stage to its end."""
        log, began = self.logs / f"{stage.name}.log", time.monotonic()
        with log.open("wb") as file:
            if began >= self.deadline:
                return Ended(stage.name, -signal.SIGKILL, 0.0, log)
            process = subprocess.Popen(stage.command, stdout=file, stderr=subprocess.STDOUT, start_new_session=True)
        self._running.add(process)
        try:
            process.wait(max(0.0, self.deadline - began))
        except subprocess.TimeoutExpired:
            stop(process)
        self._running.discard(process)
        return Ended(stage.name, process.wait(), time.monotonic() - began, log)

    def stop(self) -> None:
        """Stop everything that runs, and start nothing more."""
        self.deadline = time.monotonic()
        for process in [*self._running]:
            stop(process)


def stop(process: "subprocess.Popen[bytes]") -> None:
    """Kill a program with everything it has started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def run_all(stages: Sequence[Stage], runner: Runner, at_once: int) -> Iterator[Ended]:
    """Run stages, a few at once, in their order; yield each as it ends. When asked to end, stop and yield the rest."""
    with ThreadPoolExecutor(at_once) as pool:
        waiting = {pool.submit(runner.run, stage) for stage in stages}
        while waiting:
            try:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            except (KeyboardInterrupt, SystemExit):
                runner.stop()
                continue
            yield from (each.result() for each in done)


def report(
    stages: Sequence[Stage], out: TextIO, logs: Path = LOGS, at_once: int = AT_ONCE, seconds: float = SECONDS
) -> bool:
    """Run stages, print what each said, then the summary; whether all passed."""
    print(f"Running {', '.join(stage.name for stage in stages)}. Logs: {logs}", file=out, flush=True)
    ended = []
    for each in run_all(stages, Runner(logs, seconds), at_once):
        print(f"\n━━━ {each.name} ━━━\n{each.log.read_text(errors='replace').strip()}", file=out, flush=True)
        ended.append(each)
    print("\n━━━ summary ━━━", *ended, sep="\n", file=out, flush=True)
    return all(each.code == 0 for each in ended)


def main() -> None:
    """Report the targets that the command line names."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    sys.exit(not report([Stage(name, target(name)) for name in sys.argv[1:]], sys.stdout))


if __name__ == "__main__":
    main()
