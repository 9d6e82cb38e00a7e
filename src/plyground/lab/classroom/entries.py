"""The entries of a class: what each file of a folder plays with, or why it does not."""

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from plyground.core.errors import PlygroundError, quoted
from plyground.core.game import Game
from plyground.lab.classroom import examination
from plyground.lab.classroom.limited import limited
from plyground.lab.contests.contest import MOST_PLAYERS, Contestant, ContestError
from plyground.language import Message

EXAM_SECONDS = 300.0
"""For a file to be loaded and its searches to be compiled and tried."""
USUAL_MEGABYTES = 4096
USUAL_SEARCH = "alphabeta:depth=3"


@dataclass(frozen=True)
class Allowance:
    """What every entry gets."""

    search: str = USUAL_SEARCH
    """The search that plays with a heuristic; the same for all, so that only heuristics differ."""
    megabytes: int = USUAL_MEGABYTES
    exam_seconds: float = EXAM_SECONDS


@dataclass(frozen=True)
class Refused:
    """A file that does not play, and why."""

    file: str
    why: str


def files_of(folder: Path) -> list[Path]:
    """The files that may play: Python files, texts and programs, by name."""
    if not folder.is_dir():
        raise ContestError(Message("lab.class.no_folder", folder=quoted(str(folder))))
    found = sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith((".", "_")))
    return [path.resolve() for path in found if path.suffix in (".py", ".txt") or os.access(path, os.X_OK)]


def enter_all(
    folder: Path, game: Game, allowance: Allowance, tell: Callable[[str], None] = lambda text: None
) -> tuple[tuple[Contestant, ...], tuple[Refused, ...]]:
    """Examine every file; those that play, and those that do not, each with its reason."""
    players: list[Contestant] = []
    refused: list[Refused] = []
    for path in files_of(folder):
        try:
            players += entries_of(path, game, allowance)
        except PlygroundError as problem:
            refused.append(Refused(path.name, str(problem)))
            tell(f"{path.name}: {problem}")
    if len(players) > MOST_PLAYERS:
        raise ContestError(Message("lab.contest.players", most=MOST_PLAYERS, found=len(players)))
    return tuple(players), tuple(refused)


def entries_of(path: Path, game: Game, allowance: Allowance) -> Iterator[Contestant]:
    """The players of one file: one for each heuristic, or the agent or the program itself."""
    heuristics = examined(path, game, allowance)
    if path.suffix == ".py":
        for name in heuristics:
            shown = path.stem if len(heuristics) == 1 else f"{path.stem}.{name}"
            agent = examination.playing_with(allowance.search, name)
            yield Contestant(shown, _engine(allowance, str(agent), "--plugin", str(path)))
    elif path.suffix == ".txt":
        yield Contestant(path.stem, _engine(allowance, examination.agent_text(path)))
    else:
        yield Contestant(path.stem, _command(limited(allowance.megabytes, str(path))))


def _engine(allowance: Allowance, agent: str, *more: str) -> str:
    """The player that runs an agent in a process of its own."""
    command = [sys.executable, "-m", "plyground", "engine", "--own-limits", "--agent", agent, *more]
    return _command(limited(allowance.megabytes, *command))


def _command(arguments: list[str]) -> str:
    return f"cmd:{shlex.join(arguments)}"


def examined(path: Path, game: Game, allowance: Allowance) -> list[str]:
    """What a process found in a file; an error where it found a mistake, took too long, or did not survive."""
    options = json.dumps(game.option_texts())
    command = [sys.executable, "-m", examination.MODULE, str(path), game.name, options, allowance.search]
    try:
        done = subprocess.run(  # noqa: S603 (the one who runs the class names the folder)
            limited(allowance.megabytes, *command),
            capture_output=True,
            text=True,
            timeout=allowance.exam_seconds,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except subprocess.TimeoutExpired:
        raise ContestError(Message("lab.class.slow", seconds=allowance.exam_seconds)) from None
    try:
        found = json.loads(done.stdout.strip().splitlines()[-1])
    except (ValueError, IndexError):
        last = (done.stderr.strip().splitlines() or [""])[-1]
        raise ContestError(Message("lab.class.crashed", status=done.returncode, problem=last)) from None
    if "problem" in found:
        raise ContestError(found["problem"])
    names: list[str] = found["heuristics"]
    return names
