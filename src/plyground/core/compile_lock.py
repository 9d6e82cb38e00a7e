"""Processes that need the same kernel take turns: the first compiles it, the others then find it in the cache.

Without this, a page, a terminal and the workers of an experiment that start together would all compile the same
functions side by side. One byte of a file stands for one form of a kernel; who compiles it has locked that byte.
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
except ImportError:  # Windows: everyone compiles alone
    fcntl = None  # type: ignore[assignment]

_held: set[int] = set()


@cache
def _file(folder: Path) -> int:
    """Open once and for all: closing it would give up all locks of this process."""
    return os.open(folder / "turns", os.O_RDWR | os.O_CREAT, 0o666)


@contextmanager
def turn(folder: Path | None, kernel: str) -> Iterator[None]:
    """While inside, no other process compiles this form of a kernel; threads of this one wait for each other anyway."""
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
    """Wait for one's turn; False where files cannot be locked. To whoever listens, waiting is compiling."""
    try:
        if not _took(folder, place):
            with as_if_compiling():
                fcntl.lockf(_file(folder), fcntl.LOCK_EX, 1, place)
    except OSError:
        return False
    return True


def _took(folder: Path, place: int) -> bool:
    """Take a place if nobody has it; whether that was so."""
    try:
        fcntl.lockf(_file(folder), fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
    except BlockingIOError:
        return False
    return True
