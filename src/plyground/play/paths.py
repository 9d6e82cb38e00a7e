"""Folders for the user's data."""

import os
import sys
from pathlib import Path

from plyground.core.errors import PlygroundError
from plyground.language import Message


class FolderError(PlygroundError):
    """There is no folder for the user's data."""


def data_home() -> Path:
    """The user's data folder: `PLYGROUND_DATA`, or the platform's usual one. It may not exist yet."""
    chosen = os.environ.get("PLYGROUND_DATA")
    try:
        return Path(chosen).expanduser() if chosen else _usual_data_home()
    except RuntimeError as problem:
        raise FolderError(Message("store.no_home")) from problem


def tables_home() -> Path:
    """The folder of this user's tables of exact values."""
    return data_home() / "tables"


def _usual_data_home() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local") / "plyground" / "data"
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/plyground"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "plyground"
