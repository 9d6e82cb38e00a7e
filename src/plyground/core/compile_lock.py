"""Processes that need the same kernel take turns: the first compiles it, the others load it from the cache.

Without this, a page, a terminal and the workers of an experiment started together would all compile the same
functions in parallel. Each form of a kernel maps to one byte of a file; the process compiling it locks that byte.
"""

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from plyground.core.numba_internals import as_if_compiling, compiler_lock

try:
    import fcntl
except ImportError:  # Windows: every process compiles on its own
    fcntl = None  # type: ignore[assignment]

_held: set[int] = set()


@cache
def _file(folder: Path) -> int:
    """Opened once and kept open: closing it would release all locks of this process."""
    return os.open(folder / "turns", os.O_RDWR | os.O_CREAT, 0o666)


@contextmanager
def turn(folder: Path | None, kernel: str) -> Iterator[None]:
    """Keep other processes from compiling this form of a kernel; its own threads already wait for each other."""
    place = int.from_bytes(hashlib.sha256(kernel.encode()).digest()[:7], "big")
    with compiler_lock():
        if fcntl is None or folder is None or place in _held or not _lock(folder, place):
            yield
            return
        _held.add(place)
        try:
            yield
        finally:
            _held.discard(place)
            fcntl.lockf(_file(folder), fcntl.LOCK_UN, 1, place)


def _lock(folder: Path, place: int) -> bool:
    """Wait for the lock; False where files cannot be locked. Listeners see the wait as compilation."""
    try:
        if not _took(folder, place):
            with as_if_compiling():
                fcntl.lockf(_file(folder), fcntl.LOCK_EX, 1, place)
    except OSError:
        return False
    return True


def _took(folder: Path, place: int) -> bool:
    """Take the lock if it is free; True if taken."""
    try:
        fcntl.lockf(_file(folder), fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
    except BlockingIOError:
        return False
    return True
