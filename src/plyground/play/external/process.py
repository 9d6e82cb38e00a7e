"""An external program: started without a shell, connected by pipes, and never left running.

It has its own session, so that Ctrl-C at our terminal reaches us first. Three threads serve its pipes: one writes (so a
program that does not read cannot block us), one reads its answers, one keeps the tail of its standard error.
"""

import atexit
import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, Full, Queue, SimpleQueue
from threading import Thread
from time import monotonic
from weakref import WeakSet

from plyground.core.errors import PlygroundError, quoted
from plyground.core.text import visible
from plyground.language import Message
from plyground.play.external.wire import read_lines
from plyground.search.budget import Cancel

POLL_SECONDS = 0.02
LEAVING_SECONDS = 1.0
"""Seconds a program has to stop or quit when asked."""
MOST_WAITING = 1000
"""Maximum number of unread lines; beyond that the program has to wait."""
MOST_LINES = 1_000_000
"""Maximum number of lines to read while waiting for an answer."""
KEPT_COMPLAINT = 2000
OWN_PYTHON = "@python"
"""In a command, the Python that runs us: another machine has it elsewhere."""
SESSION = 3
"""Index of the session id in `/proc/…/stat`, after the process name."""


class ProgramError(PlygroundError):
    """An external program cannot be started, has died, or violates its protocol."""


def arguments_of(command: str) -> list[str]:
    """Split a command as a shell would; raises an error if there is no such program."""
    try:
        arguments = [sys.executable if word == OWN_PYTHON else word for word in shlex.split(command)]
    except ValueError as problem:
        raise ProgramError(Message("program.no_command", command=quoted(command), problem=problem)) from problem
    if not arguments:
        raise ProgramError(Message("program.no_name"))
    if "\0" in command or shutil.which(arguments[0]) is None:
        raise ProgramError(Message("program.missing", program=quoted(arguments[0])))
    return arguments


def name_of(command: str) -> str:
    """What a program is called in messages: its file; of a command for our own Python the last word says what runs."""
    arguments = arguments_of(command)
    return arguments[-1 if command.startswith(OWN_PYTHON) else 0]


class Process:
    """A running program."""

    def __init__(self, arguments: Sequence[str], name: str = "") -> None:
        self.name = name or arguments[0]
        try:
            self._child = subprocess.Popen(  # noqa: S603 (the user names the program, and no shell is asked)
                arguments,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as problem:
            raise ProgramError(
                Message("program.unstartable", program=quoted(self.name), problem=problem.strerror or problem)
            ) from problem
        self._orders: SimpleQueue[bytes | None] = SimpleQueue()
        self._answers: Queue[str | None] = Queue(MOST_WAITING)
        self._complaint = b""
        self._closed = False
        work = (self._write, self._listen, self._overhear)
        self._threads = [Thread(target=each, daemon=True) for each in work]
        for thread in self._threads:
            thread.start()
        atexit.register(self.close)
        _running.add(self)

    def send(self, line: str) -> None:
        """Queue a line for the program; it is written as soon as the program reads."""
        self._orders.put(f"{line}\n".encode())

    def read(self, seconds: float) -> str | None:
        """Its next line, or None on timeout."""
        try:
            line = self._answers.get(timeout=max(0.0, seconds))
        except Empty:
            return None
        if line is None:
            self._answers.put(None)
            raise ProgramError(self._last_words())
        return line

    def _last_words(self) -> str:
        """Error text for a program that has ended, with the reason if known."""
        with suppress(subprocess.TimeoutExpired):
            self._child.wait(LEAVING_SECONDS)
        self._threads[2].join(LEAVING_SECONDS)
        status = "" if self._child.returncode is None else Message("program.status", status=self._child.returncode)
        said = self._complaint.decode("utf-8", "replace").strip().splitlines()
        complaint = f": {visible(said[-1])}" if said else ""
        return Message("program.ended", program=quoted(self.name), status=status, said=complaint)

    def close(self, *, politely: bool = True) -> None:
        """End the program and all its children: ask, terminate, kill."""
        if self._closed:
            return
        self._closed = True
        try:
            if politely:
                self.send("quit")
            self._orders.put(None)
            if politely and not self._left():
                self._signal(signal.SIGTERM)
                self._left()
        finally:  # even if interrupted, or if the program itself has exited: it may have started others
            self.kill()
            atexit.unregister(self.close)
        self._left()
        for thread in self._threads:
            thread.join(LEAVING_SECONDS)
        for thread, pipe in zip(self._threads[1:], (self._child.stdout, self._child.stderr), strict=True):
            if pipe is not None and not thread.is_alive():
                pipe.close()

    def _left(self) -> bool:
        """True if the program exits in the time it has for that."""
        try:
            self._child.wait(LEAVING_SECONDS)
        except subprocess.TimeoutExpired:
            return False
        return True

    def kill(self) -> None:
        """Kill the program and everything it has started at once."""
        _running.discard(self)
        self._signal(signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
        for number in in_session(self._child.pid):
            with suppress(ProcessLookupError, PermissionError):
                os.kill(number, signal.SIGKILL)

    def _signal(self, number: int) -> None:
        """Signal the program and everything it has started; without process groups, end the program itself."""
        with suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(self._child.pid, number)
            else:
                self._child.kill()

    def _write(self) -> None:
        pipe = self._child.stdin
        assert pipe is not None
        with suppress(OSError), pipe:
            while (order := self._orders.get()) is not None:
                pipe.write(order)
                pipe.flush()

    def _listen(self) -> None:
        assert self._child.stdout is not None
        with suppress(OSError, ValueError):
            for line in read_lines(self._child.stdout):
                self._enqueue("" if line is None else line)
        self._enqueue(None)

    def _enqueue(self, line: str | None) -> None:
        """Queue a line for reading; while the queue is full, the program waits."""
        while not self._closed:
            with suppress(Full):
                self._answers.put(line, timeout=POLL_SECONDS)
                return

    def _overhear(self) -> None:
        assert self._child.stderr is not None
        with suppress(OSError, ValueError):
            while heard := os.read(self._child.stderr.fileno(), KEPT_COMPLAINT):
                self._complaint = (self._complaint + heard)[-KEPT_COMPLAINT:]


_running: "WeakSet[Process]" = WeakSet()


def kill_programs() -> None:
    """Kill all running programs and everything they have started, for a process that exits without cleaning up."""
    for process in list(_running):
        process.kill()


def in_session(leader: int) -> list[int]:
    """Processes in the session of a program, as far as the system reports them: not all are in its process group."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, ValueError, IndexError):
            fields = (folder / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
            if int(fields[SESSION]) == leader:
                found.append(int(folder.name))
    return found


class AnswerTimeouts:
    """Timeouts while waiting for an answer.

    On timeout or cancellation the program is asked to stop, if the protocol has a command for that; if it does not
    react, it is given up.
    """

    def __init__(self, process: Process, seconds: float | None, cancel: Cancel | None, plea: str | None = None) -> None:
        self.process, self.cancel, self.plea = process, cancel, plea
        self.deadline = None if seconds is None else monotonic() + seconds
        self.lines_left = MOST_LINES

    def read(self) -> str:
        """The program's next line."""
        self.lines_left -= 1
        if self.lines_left < 0:
            raise ProgramError(Message("program.babbles", program=quoted(self.process.name)))
        while True:
            if self._over():
                self._ask_to_stop()
            line = self.process.read(POLL_SECONDS)
            if line is not None:
                return line

    def _over(self) -> bool:
        if self.cancel is not None and self.cancel.asked:
            return True
        return self.deadline is not None and monotonic() > self.deadline

    def _ask_to_stop(self) -> None:
        if self.plea is None:
            cancelled = self.cancel is not None and self.cancel.asked
            key = "program.stopped" if cancelled else "program.silent"
            raise ProgramError(Message(key, program=quoted(self.process.name)))
        self.process.send(self.plea)
        self.plea, self.cancel = None, None
        self.deadline = monotonic() + LEAVING_SECONDS
