"""The entries of a class: what each file of a folder plays with, or why it does not."""

import json
import os
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from plyground.core.errors import PlygroundError, quoted
from plyground.core.game import Game
from plyground.lab.classroom import examination
from plyground.lab.classroom.limited import limited
from plyground.lab.contests.contest import Contestant, ContestError, digest_of, numbered
from plyground.language import Message
from plyground.play.external.process import OWN_PYTHON

EXAM_SECONDS = 300.0
"""For a file to be loaded and its searches to be compiled and tried."""
LATE_SECONDS = 5.0
"""What a move may come late: the machine may be busy with other things."""
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


@dataclass(frozen=True)
class Entry:
    """A player of a file."""

    path: Path
    text: str
    heuristic: str = ""
    """Its heuristic, where the file has several."""

    def called(self, file: str) -> str:
        """Its name, where the file goes by that one."""
        return f"{file}.{self.heuristic}" if self.heuristic else file

    @property
    def short(self) -> str:
        """The usual name."""
        return self.called(self.path.stem)


def enter_all(
    folder: Path,
    game: Game,
    allowance: Allowance,
    rivals: Sequence[Contestant] = (),
    tell: Callable[[str], None] = lambda text: None,
) -> tuple[tuple[Contestant, ...], tuple[Refused, ...]]:
    """Examine every file; those that play, with the rivals, and those that do not, each with its reason."""
    entries: list[Entry] = []
    refused: list[Refused] = []
    for path, found in examined_all(files_of(folder), game, allowance):
        if isinstance(found, PlygroundError):
            refused.append(Refused(path.name, str(found)))
            tell(f"{path.name}: {found}")
        else:
            entries += found
    return named(entries, rivals), tuple(refused)


def named(entries: Sequence[Entry], rivals: Sequence[Contestant]) -> tuple[Contestant, ...]:
    """The players: files of one stem by their whole names, and nobody by the name of another."""
    often = Counter([*(entry.short for entry in entries), *(rival.name for rival in rivals)])
    names = [entry.short if often[entry.short] == 1 else entry.called(entry.path.name) for entry in entries]
    own = [
        Contestant(name, entry.text, str(entry.path), digest_of(entry.path))
        for name, entry in zip(names, entries, strict=True)
    ]
    return numbered([*own, *rivals])


def examined_all(
    paths: Sequence[Path], game: Game, allowance: Allowance
) -> Iterator[tuple[Path, list[Entry] | PlygroundError]]:
    """Every file with its players, or with what is wrong with it; as many at a time as there are cores."""

    def look(path: Path) -> list[Entry] | PlygroundError:
        try:
            return list(entries_of(path, game, allowance))
        except PlygroundError as problem:
            return problem

    with ThreadPoolExecutor(os.cpu_count()) as threads:
        yield from zip(paths, threads.map(look, paths), strict=True)


def entries_of(path: Path, game: Game, allowance: Allowance) -> Iterator[Entry]:
    """The players of one file: one for each heuristic, or the agent or the program itself."""
    heuristics = examined(path, game, allowance)
    if path.suffix == ".py":
        for name in heuristics:
            agent = examination.playing_with(allowance.search, name)
            text = _engine(allowance, str(agent), "--plugin", str(path))
            yield Entry(path, text, name if len(heuristics) > 1 else "")
    elif path.suffix == ".txt":
        yield Entry(path, _engine(allowance, examination.agent_text(path)))
    else:
        yield Entry(path, _command(allowance, str(path)))


def _engine(allowance: Allowance, agent: str, *more: str) -> str:
    """The player that runs an agent in a process of its own."""
    return _command(allowance, OWN_PYTHON, "-P", "-m", "plyground", "engine", "--own-limits", "--agent", agent, *more)


def _command(allowance: Allowance, *arguments: str) -> str:
    """The player that a command starts, with the Python of the machine where it plays."""
    return f"cmd:{shlex.join(limited(allowance.megabytes, *arguments, python=OWN_PYTHON))}"


def examined(path: Path, game: Game, allowance: Allowance) -> list[str]:
    """What a process found in a file; an error where it found a mistake, took too long, or did not survive."""
    options = json.dumps(game.option_texts())
    command = [sys.executable, "-P", "-m", examination.MODULE, str(path), game.name, options, allowance.search]
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
