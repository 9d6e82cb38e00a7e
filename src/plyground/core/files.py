"""Atomic file writes: to a temporary file, flushed, then renamed."""

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from plyground.core.errors import PlygroundError, quoted
from plyground.language import Message


class FileError(PlygroundError):
    """A file cannot be read or written."""


def write_bytes(path: Path, content: bytes, *, make_folder: bool = True) -> None:
    """Write a file atomically; create its folder if `make_folder`."""
    aside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        if make_folder:
            path.parent.mkdir(parents=True, exist_ok=True)
        with aside.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        aside.replace(path)
    except OSError as problem:
        with suppress(OSError):  # such as a file in the place of the folder
            aside.unlink()
        raise FileError(Message("core.file.unwritable", file=quoted(str(path)), problem=problem.strerror)) from problem


def write_text(path: Path, text: str, *, make_folder: bool = True) -> None:
    """Write text atomically."""
    write_bytes(path, text.encode(), make_folder=make_folder)


def write_json(path: Path, data: Any) -> None:
    """Write data as readable JSON."""
    write_text(path, json.dumps(data, ensure_ascii=False, allow_nan=False, indent=2) + "\n")


def read_text(path: Path) -> str:
    """The text of a file named by the user."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as problem:
        raise FileError(Message("core.file.unreadable", file=quoted(str(path)), problem=problem.strerror)) from None
    except UnicodeDecodeError:
        raise FileError(Message("core.file.no_text", file=quoted(str(path)))) from None
