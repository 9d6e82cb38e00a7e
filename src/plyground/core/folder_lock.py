"""A lock on a folder, for one program at a time. The system releases it when the program ends, however it ends."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from plyground.core.errors import PlygroundError, quoted
from plyground.language import Message

LOCK = "lock"


class FolderBusyError(PlygroundError):
    """Another program is using the folder."""


def take_lock(folder: Path) -> BinaryIO:
    """Lock a folder until the returned file is closed; fail at once if another program holds the lock."""
    file = (folder / LOCK).open("ab")
    try:
        _lock(file)
    except OSError:
        file.close()
        raise FolderBusyError(Message("core.folder_busy", folder=quoted(str(folder)))) from None
    return file


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the lock of a folder inside the context."""
    with take_lock(folder):
        yield


def _lock(file: BinaryIO) -> None:
    if sys.platform == "win32":
        import msvcrt

        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
