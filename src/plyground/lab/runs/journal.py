"""The results of a run in a file, one line of JSON each, so that a run that was killed can be resumed.

A line is added when a job is finished, and is on the disk before the result is reported. A kill in the middle of a
write leaves a truncated last line, which is removed, and its job runs again. Only one program at a time may write; its
lock ends with the program, however that ends.
"""

import hashlib
import json
import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from plyground.core.errors import PlygroundError, quoted
from plyground.core.folder_lock import take_lock
from plyground.language import Message

RESULTS = "results.jsonl"


class JournalError(PlygroundError):
    """The results in a folder cannot be read, or belong to another run or program."""


@dataclass(frozen=True)
class JournalEntry:
    """The outcome of a job: a result, or an error message."""

    id: str
    task: str
    """A digest of the task: a result of another task under the same id does not count."""
    result: dict[str, Any] | None = None
    error: str | None = None

    def line(self) -> bytes:
        """The entry as a line of the file; what is not plain data is a `TypeError` or a `ValueError`."""
        outcome = {"error": self.error} if self.result is None else {"result": self.result}
        data = {"id": self.id, "task": self.task} | outcome
        return json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode() + b"\n"

    @classmethod
    def read(cls, line: bytes) -> "JournalEntry":
        """The entry of a line; a `ValueError` if it is none."""
        data = json.loads(line)
        if not isinstance(data, dict) or not isinstance(data.get("id"), str) or not isinstance(data.get("task"), str):
            raise ValueError(line)
        result, error = data.get("result"), data.get("error")
        if not isinstance(result, dict) and not isinstance(error, str):
            raise ValueError(line)
        return cls(data["id"], data["task"], result, error)


def digest(task: dict[str, Any]) -> str:
    """The same short text for the same task, whatever the order of its keys."""
    text = json.dumps(task, sort_keys=True, allow_nan=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def read_entries(folder: Path) -> tuple[dict[str, JournalEntry], int]:
    """The entry of every id, and how many bytes of the file are whole lines.

    The first result of an id stands; an error stands only until there is a result.
    """
    path, entries, sound = folder / RESULTS, dict[str, JournalEntry](), 0
    lines = path.read_bytes().split(b"\n") if path.exists() else [b""]
    for number, line in enumerate(lines[:-1], 1):
        try:
            entry = JournalEntry.read(line)
        except ValueError:
            if number < len(lines) - 1:
                raise JournalError(Message("lab.journal_line", line=number, file=quoted(str(path)))) from None
            break
        if entry.id not in entries or entries[entry.id].result is None:
            entries[entry.id] = entry
        sound += len(line) + 1
    return entries, sound


def read_results(folder: Path) -> dict[str, dict[str, Any]]:
    """The results in a folder by id, even while a run is under way there."""
    return {key: entry.result for key, entry in read_entries(folder)[0].items() if entry.result is not None}


class Journal:
    """The open results of a run; a context manager."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.entries: dict[str, JournalEntry] = {}
        self._lock: BinaryIO | None = None
        self._file: BinaryIO | None = None

    def __enter__(self) -> "Journal":
        self.folder.mkdir(parents=True, exist_ok=True)
        self._lock = take_lock(self.folder)
        try:
            self.entries, sound = read_entries(self.folder)
            self._file = (self.folder / RESULTS).open("ab")
            if self._file.seek(0, os.SEEK_END) > sound:
                self._file.truncate(sound)
            _to_disk(self._file)
            _folder_to_disk(self.folder)
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def _close(self) -> None:
        """Close both files; a write that a full disk refused has raised its error already."""
        for file in (self._file, self._lock):
            if file is not None:
                with suppress(OSError):
                    file.close()

    def add(self, entries: Iterable[JournalEntry]) -> list[JournalEntry]:
        """Store entries, and return the new ones: the first result of an id stands."""
        assert self._file is not None
        new = []
        for entry in entries:
            known = self.entries.get(entry.id)
            if known is None or known.result is None:
                line = entry.line()
                self._file.write(line)
                self.entries[entry.id] = JournalEntry.read(line)
                new.append(self.entries[entry.id])
        if new:
            _to_disk(self._file)
        return new


def _to_disk(file: BinaryIO) -> None:
    file.flush()
    os.fsync(file.fileno())


def _folder_to_disk(folder: Path) -> None:
    """So that a new file is found again after a power failure; some systems cannot open a folder."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
