"""A person at a real pseudo-terminal in which `plyground` runs, and what the program answers."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pexpect  # type: ignore[import-untyped]

from tests.patience import PATIENCE
from tests.pseudo_terminal import spawn

PROGRAM = [sys.executable, "-m", "plyground"]
DISTURBING = {
    "NUMBA_DISABLE_JIT", "PLYGROUND_DEBUG", "FORCE_COLOR", "GITHUB_ACTIONS", "NO_COLOR",
    "LC_ALL", "LC_MESSAGES", "LANG", "COLORTERM", "COLUMNS", "LINES",
}  # fmt: skip
ENVIRONMENT = {key: value for key, value in os.environ.items() if key not in DISTURBING} | {
    "TERM": "xterm-256color",
    "PYTHONUTF8": "1",
}
CODE = r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|[()][A-Z0-9]|[=>])"
"""What a terminal takes for an order and does not show."""
PROMPT = rf"(?:[\r\n]|^|{CODE})(?:> |[^\r\n]*(?:quit|sair|\d\)): )$"


def shown(text: str) -> str:
    """What a person sees of what a program writes."""
    return re.sub(CODE, "", text).replace("\r\n", "\n").replace("\r", "")


class Terminal:
    """A pseudo-terminal in which `plyground` plays; games are saved under `data`."""

    def __init__(self, data: Path, *arguments: str, size: tuple[int, int] = (60, 250), **variables: str) -> None:
        environment = ENVIRONMENT | {"PLYGROUND_DATA": str(data)} | variables
        command = [*PROGRAM, *(arguments if arguments[:1] == ("saved",) else ("play", *arguments))]
        self.child = spawn(command, env=environment, timeout=PATIENCE, echo=False, dimensions=size)
        self.written = ""
        """Everything that was written, with the orders to the terminal."""
        self.greeting = self.read()

    def read(self) -> str:
        """What is shown up to the next prompt, and the prompt."""
        self.child.expect(PROMPT)
        text = f"{self.child.before}{self.child.after}"
        self.written += text
        return shown(text)

    def say(self, *lines: str) -> str:
        """Type lines, each at a prompt; the answer to the last."""
        answer = ""
        for line in lines:
            self.child.sendline(line)
            answer = self.read()
        return answer

    def position(self, word: str = "position") -> str:
        """The position as the program writes it."""
        return self.say(word).strip().splitlines()[0]

    def moves(self, word: str = "moves") -> list[str]:
        """The legal moves."""
        return self.say(word).rpartition("\n")[0].split()

    def leave(self, way: str = "quit") -> str:
        """Leave by a command, Ctrl-C or Ctrl-D, which must be clean; the program's last words."""
        ways = {"ctrl-c": self.child.sendintr, "ctrl-d": self.child.sendeof}
        ways.get(way, lambda: self.child.sendline(way))()
        return self.end()

    def end(self) -> str:
        """Wait for the program to end, which must be clean; its last words."""
        self.child.expect(pexpect.EOF)
        words = shown(str(self.child.before))
        self.written += str(self.child.before)
        self.child.wait()  # a child that has closed its terminal may not have ended yet; `close` would kill it
        self.child.close()
        assert (self.child.exitstatus, self.child.signalstatus) == (0, None), words
        assert "Traceback" not in self.written
        return words

    def kill(self) -> None:
        """End the program as a power cut does."""
        self.child.kill(signal.SIGKILL)
        self.child.close()


def piped(data: Path, text: str, *arguments: str, **variables: str) -> str:
    """What `plyground play` prints when its input is not a terminal but this text."""
    done = subprocess.run(
        [*PROGRAM, "play", *arguments],
        input=text,
        env=ENVIRONMENT | {"PLYGROUND_DATA": str(data)} | variables,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout


def number_of_game(words: str) -> str:
    """The number under which a game was saved, from the program's last words."""
    (number,) = re.findall(r"plyground saved resume (\d+)\s*$", words)
    return str(number)
