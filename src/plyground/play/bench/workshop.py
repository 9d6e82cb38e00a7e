"""The files of heuristics that the person at the computer is working on: loaded, and loaded again when they change."""

import threading
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plyground.core.errors import HeuristicError, PlygroundError
from plyground.core.game import Game
from plyground.core.heuristic import (
    find_heuristic,
    forget_file,
    heuristics_in,
    heuristics_of,
    usual_heuristic,
    weights_of,
)
from plyground.core.position import Position
from plyground.games import load_plugin
from plyground.play.agents.agent import heuristic_summary
from plyground.play.agents.watchdog import end_processes
from plyground.play.bench.assessment import assess
from plyground.play.bench.plugin_process import PluginProcess, stamp_of


@dataclass
class PluginFile:
    """One file, and what is wrong with it."""

    path: Path

    def __post_init__(self) -> None:
        self.loaded, self.stamp = False, stamp_of(self.path)
        self.problem = ""
        self.process = PluginProcess(self.path)

    def load(self) -> bool:
        """Load the file if it is new or has changed; True if so."""
        stamp = stamp_of(self.path)
        if self.loaded and stamp == self.stamp:
            return False
        forget_file(self.path)
        end_processes()  # they have the old file
        self.loaded, self.stamp, self.problem = True, stamp, ""
        try:
            load_plugin(self.path)
        except PlygroundError as problem:
            forget_file(self.path)
            self.problem = str(problem)
        return True


class Workshop:
    """All files of a server."""

    def __init__(self, paths: Iterable[Path] = ()) -> None:
        self.files = [PluginFile(path.resolve()) for path in paths]
        self.version = 0
        """Counts the times that any of them was loaded."""
        self._guard = threading.Lock()
        self.reload()

    def reload(self) -> int:
        """Load whatever has changed, and return the version."""
        with self._guard:
            changed = [file.load() for file in self.files]
            self.version += any(changed)
            return self.version

    def as_data(self) -> dict[str, Any]:
        """The files with what is wrong, and the version."""
        files = [{"name": file.path.name, "problem": file.problem} for file in self.files]
        return {"version": self.version, "files": files}

    def first_shown(self, game: Game) -> str:
        """The heuristic that a bench starts with: the first of these files, else the usual one of the game."""
        own = (name for file in self.files for name in heuristics_in(file.path, game.name))
        return next(own, None) or usual_heuristic(game)

    def check(self, game: Game, name: str) -> None:
        """Raise an error unless the game has this heuristic; where a file is broken, the error of the file."""
        broken = [file.problem for file in self.files if file.problem]
        if broken and name not in heuristics_of(game):
            raise HeuristicError(broken[0])
        find_heuristic(game, name)

    def compare(self, position: Position, chosen: str, changes: dict[str, int]) -> dict[str, Any]:
        """What every heuristic of the game says about a position; of the chosen one, about every move as well."""
        game = position.game
        entries = [self._entry(position, name, chosen, changes) for name in heuristics_of(game)]
        return {"heuristics": entries, "chosen": chosen}

    def _entry(self, position: Position, name: str, chosen: str, changes: dict[str, int]) -> dict[str, Any]:
        game = position.game
        about: dict[str, Any] = {
            "name": name,
            "summary": heuristic_summary(game, name),
            "usual": weights_of(find_heuristic(game, name)),
            "file": self._file_name(game, name),
            "problem": "",
        }
        try:
            return about | self._assess(position, name, changes if name == chosen else {}, moves=name == chosen)
        except PlygroundError as problem:
            return about | {
                "problem": str(problem),
                "value": None,
                "base": 0,
                "parts": [],
                "exact": False,
                "moves": None,
            }

    def _file_name(self, game: Game, name: str) -> str | None:
        found = self._file_of(game, name)
        return None if found is None else found.path.name

    def _file_of(self, game: Game, name: str) -> PluginFile | None:
        """The file that a heuristic is from; None for one of ours."""
        return next((file for file in self.files if name in heuristics_in(file.path, game.name)), None)

    def _assess(self, position: Position, name: str, changes: dict[str, int], *, moves: bool) -> dict[str, Any]:
        file = self._file_of(position.game, name)
        if file is None:
            return assess(position, name, changes, moves=moves)
        return file.process.assess(position, name, changes, moves=moves)

    def close(self) -> None:
        """End the processes."""
        for file in self.files:
            file.process.close()
