"""Which puzzles were solved when, in one small file of the user's: the streak of days, and the next puzzle to try."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from plyground.core.files import write_text
from plyground.play.paths import data_home
from plyground.puzzles.puzzle import Puzzle

FILE_NAME = "puzzles.json"


@dataclass
class Diary:
    """Solved puzzles by name, and the days on which a puzzle of the day was solved."""

    path: Path
    solved: dict[str, str] = field(default_factory=dict)
    """By name, the day on which it was first solved without a mistake or a hint; empty if with."""
    days: set[str] = field(default_factory=set)

    @classmethod
    def read(cls, path: Path | None = None) -> Diary:
        """The diary of this user; a missing or damaged one is empty."""
        path = path or data_home() / FILE_NAME
        try:
            data: Any = json.loads(path.read_text(encoding="utf-8"))
            solved = {str(name): str(day) for name, day in data["solved"].items()}
            return cls(path, solved, set(map(str, data["days"])))
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return cls(path)

    def note(self, puzzle: Puzzle, day: date, *, clean: bool, daily: bool) -> None:
        """Note a solved puzzle, and save; a `FileError` where that is impossible."""
        if not self.solved.get(puzzle.name):
            self.solved[puzzle.name] = day.isoformat() if clean else ""
        if daily:
            self.days.add(day.isoformat())
        text = json.dumps({"solved": self.solved, "days": sorted(self.days)})
        write_text(self.path, text, make_folder=True)

    def streak(self, today: date) -> int:
        """Number of days in a row with a solved puzzle of the day, up to today or yesterday."""
        day = today if today.isoformat() in self.days else today - timedelta(days=1)
        count = 0
        while day.isoformat() in self.days:
            count, day = count + 1, day - timedelta(days=1)
        return count

    def next_puzzle(self, puzzles: Sequence[Puzzle]) -> Puzzle:
        """The easiest puzzle not solved yet; the first if all are."""
        return next((puzzle for puzzle in puzzles if puzzle.name not in self.solved), puzzles[0])

    def count(self, puzzles: Sequence[Puzzle]) -> int:
        """Number of these puzzles that were solved."""
        return sum(puzzle.name in self.solved for puzzle in puzzles)
