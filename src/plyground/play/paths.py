"""Where a user's own things live."""

import os
import sys
from pathlib import Path

from plyground.core.errors import PlygroundError
from plyground.language import Message


class FolderError(PlygroundError):
    """There is no folder for a user's things."""


def data_home() -> Path:
    """Where this user's data lives: `PLYGROUND_DATA`, or the platform's usual data folder. It may not be there yet."""
    chosen = os.environ.get("PLYGROUND_DATA")
    try:
        return Path(chosen).expanduser() if chosen else _usual_data_home()
    except RuntimeError as problem:
        raise FolderError(Message("store.no_home")) from problem


def tables_home() -> Path:
    """Where this user's tables of exact values are kept."""
    return data_home() / "tables"


def _usual_data_home() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local") / "plyground" / "data"
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/plyground"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "plyground"
