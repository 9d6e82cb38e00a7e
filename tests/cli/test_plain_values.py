"""A command that is given a word starts without the library that validates values; what needs it is still validated."""

import subprocess
import sys

import pytest

STARTED = """
import sys
from plyground.cli import main
sys.argv = ["plyground", *{arguments!r}]
try:
    main()
finally:
    print("validated" if "pydantic" in sys.modules else "plain")
"""


def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run a command in a process of its own, which prints at the end whether values were validated."""
    program = STARTED.format(arguments=list(arguments))
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("arguments", [["moves", "neutreeko"], ["show", "neutreeko", "--json"], ["solve", "--help"]])
def test_texts_and_defaults_are_taken_as_they_are(arguments: list[str]) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout.split()[-1]) == (0, "plain"), done.stderr


def test_a_number_is_validated() -> None:
    done = run("perft", "neutreeko", "--depth", "1")
    assert done.stdout.split() == ["14", "validated"]
    done = run("perft", "neutreeko", "--depth", "one")
    assert (done.returncode, done.stdout.split()) == (2, ["validated"])
    assert "'--depth'" in done.stderr


def test_options_given_several_times_are_collected() -> None:
    done = run("show", "hex", "-o", "size=4", "-o", "swap=off", "--json")
    assert done.returncode == 0, done.stderr
    assert '"size": "4"' in done.stdout
