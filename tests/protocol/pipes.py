"""The real engine at the other end of two pipes."""

import os
import signal
import subprocess
import sys
from queue import Queue
from threading import Thread
from time import perf_counter

from tests.patience import PATIENCE

PROGRAM = [sys.executable, "-m", "plyground", "engine"]
DISTURBING = {"NUMBA_DISABLE_JIT", "PLYGROUND_DEBUG"}
ENVIRONMENT = {key: value for key, value in os.environ.items() if key not in DISTURBING}


class Child:
    """An engine."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [*PROGRAM, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=ENVIRONMENT,
        )
        self.lines: Queue[str] = Queue()
        self.complaints = b""
        self._threads = [Thread(target=self._listen, daemon=True), Thread(target=self._overhear, daemon=True)]
        for thread in self._threads:
            thread.start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line.decode())

    def _overhear(self) -> None:
        assert self.process.stderr is not None
        self.complaints = self.process.stderr.read()

    def send(self, *lines: str | bytes) -> None:
        """Write lines."""
        assert self.process.stdin is not None
        for line in lines:
            self.process.stdin.write((line if isinstance(line, bytes) else line.encode()) + b"\n")
        self.process.stdin.flush()

    def read(self) -> str:
        """The next line."""
        line = self.lines.get(timeout=PATIENCE)
        assert line.endswith("\n")
        return line[:-1]

    def until(self, word: str) -> list[str]:
        """The lines up to the one that begins with `word`."""
        lines = [self.read()]
        while lines[-1].split(" ")[0] != word:
            lines.append(self.read())
        return lines

    def ask(self, line: str | bytes) -> list[str]:
        """What is answered to a line before `readyok`."""
        self.send(line, "isready")
        return self.until("readyok")[:-1]

    def seconds_to(self, word: str, line: str) -> float:
        """How long it takes from a line to the answer that begins with `word`."""
        began = perf_counter()
        self.send(line)
        self.until(word)
        return perf_counter() - began

    def gtp(self, line: str | bytes) -> str:
        """The answer to a GTP command without its two newlines."""
        self.send(line)
        return self.gtp_answer()

    def gtp_answer(self) -> str:
        """The next GTP answer."""
        lines = [self.read()]
        while lines[-1]:
            lines.append(self.read())
        return "\n".join(lines[:-1])

    def leave(self, way: str = "quit") -> int:
        """End it by a line, by the end of its input or by Ctrl-C; its exit status."""
        assert self.process.stdin is not None
        if way == "ctrl-c":
            self.process.send_signal(signal.SIGINT)
        elif way != "end":
            self.send(way)
        if way != "ctrl-c":
            self.process.stdin.close()
        status = self.process.wait(PATIENCE)
        for thread in self._threads:
            thread.join(PATIENCE)
        self.close()
        assert b"Traceback" not in self.complaints
        return status

    def rest(self) -> list[str]:
        """Whatever it has said that nobody has read."""
        return [self.lines.get() for _ in range(self.lines.qsize())]

    def close(self) -> None:
        """Leave nothing behind, whatever happened."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for thread in self._threads:
            thread.join(PATIENCE)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert pipe is not None
            pipe.close()
