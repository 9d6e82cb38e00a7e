"""The command line: `plyground GAME-COMMAND`. Errors are one sentence on stderr and exit code 2."""

import os
import signal
import sys
import warnings
from functools import partial
from importlib import import_module
from typing import Annotated, Any

import typer

from plyground import __version__
from plyground.cli.app import app, err
from plyground.cli.language import spoken
from plyground.cli.usage import usage_message
from plyground.core.errors import HeuristicError, PlygroundError
from plyground.core.jit import announcing_compilation
from plyground.core.tablebase_progress import announcing_tablebases
from plyground.language import Language
from plyground.startup import INTERRUPTED, is_the_command, started
from plyground.terminal.output import prepare_streams, say

INTERNAL_ERROR, USER_ERROR = 1, 2
WrongArguments: Any = typer.BadParameter.__mro__[2]
"""What the command line's library raises for wrong arguments."""

COMMANDS = {
    "engine": ("engine",),
    "lab_group": ("lab",),
    "learn": ("learn", "quantise"),
    "learn_nnue": ("nnue",),
    "show": ("games", "rules", "show", "moves", "perft"),
    "play": ("play", "saved"),
    "serve": ("serve",),
    "solve_group": ("solve", "probe"),
    "search": ("search", "agents"),
    "show_tree": ("tree",),
    "review": ("review",),
    "puzzle_command": ("puzzle",),
    "explore": ("explore",),
    "openings_command": ("openings",),
    "compile_ahead": ("compile",),
}
"""The files of this folder with the commands in them."""
USUAL = "serve"
"""The command that runs if none is named."""


@app.command()
def version() -> None:
    """Print the version."""
    say(__version__)


def print_version(wanted: bool) -> None:
    """Print the version and exit, if wanted: no command needs to follow."""
    if wanted:
        say(__version__)
        raise typer.Exit


@app.callback()
def program(
    wanted: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=print_version, help="Print the version and exit.")
    ] = False,
) -> None:
    """Play, study and solve abstract board games by adversarial search."""


def load_commands(command: str | None) -> None:
    """Import the file of a command, so that it starts fast; all files for help, or to say which commands there are."""
    files = [file for file, commands in COMMANDS.items() if command in commands]
    for name in files or COMMANDS:
        import_module(f"plyground.cli.{name}")


load_commands(next(iter(sys.argv[1:]), USUAL) if is_the_command(sys.argv, sys.orig_argv) else None)


def main() -> None:
    """Run a command; every user error ends in one sentence."""
    words = spoken(sys.argv)
    prepare_streams()
    try:
        started()
        listen_to_signals()
        warnings.showwarning = partial(show_warning, words)
        with (
            announcing_compilation(lambda: err.print(words.text("cli.compiling"))),
            announcing_tablebases(lambda game: err.print(words.text("cli.solving", game=words.translate(game.title)))),
        ):
            code = app(sys.argv[1:] or [USUAL], standalone_mode=False)
            sys.stdout.flush()
        if code == INTERRUPTED:
            fail(words.text("cli.stopped"), INTERRUPTED)
        sys.exit(code)
    except HeuristicError as problem:
        fail(words.translate(str(problem)), USER_ERROR, lines=2)
    except (PlygroundError, WrongArguments) as problem:
        said = str(problem) if isinstance(problem, PlygroundError) else usage_message(problem)
        fail(words.translate(said), USER_ERROR)
    except (typer.Abort, KeyboardInterrupt):
        fail(words.text("cli.stopped"), INTERRUPTED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(INTERNAL_ERROR)
    except OSError as problem:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        fail(f"{problem.strerror or problem}.", INTERNAL_ERROR)
    except Exception as problem:
        if os.environ.get("PLYGROUND_DEBUG"):
            raise
        fail(words.text("cli.failed", problem=repr(problem)[:200]), INTERNAL_ERROR)


def listen_to_signals() -> None:
    """Exit in order on SIGTERM and SIGHUP, as on Ctrl-C: started programs end with this one."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, lambda received, frame: sys.exit(128 + received))


def show_warning(words: Language, message: Warning | str, *where: Any) -> None:
    """Show a warning as one sentence, in the user's language, without the line of code that it comes from."""
    said = message.args[0] if isinstance(message, Warning) and message.args else message
    err.print(words.translate(said if isinstance(said, str) else str(said)), markup=False)


def fail(sentence: str, code: int, lines: int = 1) -> None:
    """Print what is wrong, in one line or as many as given, and exit."""
    for line in sentence.split("\n", lines - 1):
        say(" ".join(line.split()), to_stderr=True)
    sys.exit(code)
