"""The server as a program of its own, to be killed and measured."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

ADDRESS = re.compile(r"http://(127\.0\.0\.1):([0-9]+)/(\S*)")


class Program:
    """`plyground serve` in a process."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        environment = os.environ | {"PLYGROUND_DATA": str(folder), "BROWSER": "true", "COLUMNS": "200"}
        command = [sys.executable, "-m", "plyground", *arguments]
        self.process = subprocess.Popen(
            command,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.process.stdout is not None
        self.said = ""
        while (found := ADDRESS.search(self.said)) is None:
            line = self.process.stdout.readline()
            self.said += line
            if not line:
                self._gone()
                raise AssertionError(f"The server did not start: {self.said}")
        self.port = int(found[2])
        self.host = f"127.0.0.1:{self.port}"
        self.origin = f"http://{self.host}"
        self.address = found[0]
        self.token = found[3].partition("?token=")[2]

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self._gone()

    def interrupt(self) -> int:
        """End it by Ctrl-C; its exit status."""
        self.process.send_signal(signal.SIGINT)
        return self._gone()

    def _gone(self) -> int:
        assert self.process.stdout is not None
        status = self.process.wait(60)
        self.said += self.process.stdout.read()
        self.process.stdout.close()
        return status

    def busy(self) -> float:
        """How many seconds of a core it has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Its resident memory in KiB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0])
