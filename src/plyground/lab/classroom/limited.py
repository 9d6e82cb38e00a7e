"""Runs a command with a limit on its memory: `python -P -m plyground.lab.classroom.limited MEGABYTES COMMAND …`.

The command takes the place of this process, and whatever it starts has the same limit. `-P` keeps the current folder,
which may be the class's, from being searched for modules: a student's `random.py` is no part of Python.
"""

import os
import sys

try:
    import resource
except ImportError:  # Windows has no such limits
    resource = None  # type: ignore[assignment]

MODULE = "plyground.lab.classroom.limited"


def limit_memory(megabytes: int) -> None:
    """Limit the address space of this process, and of those that it starts."""
    if resource is not None:
        most = megabytes * 2**20
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def limited(megabytes: int, *command: str, python: str = sys.executable) -> list[str]:
    """The arguments that run a command with a limit."""
    return [python, "-P", "-m", MODULE, str(megabytes), *command]


def main() -> None:
    """Become the command, with the limit."""
    megabytes, *command = sys.argv[1:]
    limit_memory(int(megabytes))
    os.execvp(command[0], command)  # noqa: S606 (the one who runs the class names the folder)


if __name__ == "__main__":
    main()
