"""Compiling kernels with Numba, cached on disk such that a stale one is never loaded.

Numba's own cache checks only the file of the compiled function. A kernel specialised with rules from another file
would silently survive a change of those rules. So compiled code goes into a folder named after a hash of all sources
that contain kernels: change one line and the folder is a different one. The layers above (front ends, matches,
experiments) have no kernels, so that a change there causes no recompilation. Kernels specialised with outside rules or
heuristics go into a folder that is also named after their sources: see kernel_cache.py.
"""

import gc
import hashlib
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar, cast

import numba
import numpy as np

from plyground.core.compile_lock import turn
from plyground.core.kernel_cache import KernelCache, is_nameless, is_ours
from plyground.core.numba_internals import (
    FOR_KERNELS_ONLY,
    WITHOUT_MEMORY,
    compile_within,
    hearing_compilation,
    is_interpreted,
    keep_in,
    serve_kernels,
)
from plyground.core.numba_linking import linking_compiler
from plyground.core.numba_parts import are_missing, refusing

PACKAGE = Path(__file__).resolve().parent.parent
LAYERS = ("core", "games", "search", "solve")
"""The package folders that may contain kernels."""
OBJECTS_BETWEEN_COLLECTIONS = 100_000
"""The compiler makes objects by the million, few of them in cycles: collecting more often costs a tenth of its time."""
KEPT_FOR_SECONDS = 30 * 24 * 3600
"""A cache folder unused for this long belongs to an old version."""

_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"} | WITHOUT_MEMORY

INLINED = {"forceinline": True}
"""Option for functions that are inlined into their callers."""

_included: set[tuple[Path, str]] = set()

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def sources_hash(*places: Path) -> str:
    """A hash of every Python file at or below `places`: names and contents."""
    digest = hashlib.sha256()
    for place in places:
        for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            content = path.read_bytes()
            digest.update(f"{path.relative_to(place).as_posix()}\0{len(content)}\0".encode())
            digest.update(content)
    return digest.hexdigest()[:16]


def cache_home() -> Path:
    """The folder of this user's compiled kernels: `PLYGROUND_CACHE`, or the platform's cache directory."""
    chosen = os.environ.get("PLYGROUND_CACHE")
    if chosen:
        return Path(chosen).expanduser()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData/Local")) / "plyground" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches/plyground"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "plyground"


@cache
def cache_folder() -> Path | None:
    """The folder of this version's compiled kernels, created if needed; None if nothing can be written."""
    return _folder_of(lambda: sources_hash(*(PACKAGE / name for name in LAYERS if (PACKAGE / name).is_dir())))


@cache
def outside_folder() -> Path | None:
    """The folder of kernels that also depend on outside sources."""

    def name() -> str:
        ours = cache_folder()
        texts = [f"{module} {path} {sources_hash(path)}" for path, module in sorted(_included)]
        return hashlib.sha256("\0".join(["" if ours is None else ours.name, *texts]).encode()).hexdigest()[:16]

    return _folder_of(name)


def _folder_of(name: Callable[[], str]) -> Path | None:
    """The folder with that name for compiled kernels, created if needed; None if nothing can be read or written."""
    try:
        home = cache_home() / "kernels"
        folder = home / name()
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        _forget_old_versions(home, time.time())
    except (OSError, RuntimeError):
        return None
    return folder


def _forget_old_versions(home: Path, now: float) -> None:
    """Remove the folders that no process has used for `KEPT_FOR_SECONDS`."""
    for folder in home.iterdir():
        if folder.is_dir() and now - folder.stat().st_mtime > KEPT_FOR_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)


def kernel(function: Kernel) -> Kernel:
    """Compile `function` on its first call, cached, without the GIL, with C arithmetic.

    A kernel may call itself, but two must not call each other recursively: Numba cannot load them from its cache.
    With NUMBA_DISABLE_JIT=1 it stays plain Python, for a debugger; unsigned words then wrap around without a warning.
    """
    return _compiled(function, _OPTIONS)


def inlined(function: Kernel) -> Kernel:
    """Compile `function` as a kernel that is inlined at every call site.

    For functions with few call sites, called once per node with tuples of arrays: passing those may cost more than
    the body.
    """
    return _compiled(function, _OPTIONS | INLINED)


def _compiled(function: Kernel, options: dict[str, Any]) -> Kernel:
    path = Path(function.__code__.co_filename)
    _check_layer(path)
    if is_interpreted():
        return np.errstate(over="ignore")(function)
    if are_missing():
        return cast(Kernel, refusing(function))
    if not is_ours(function) and not is_nameless(function):
        include_sources(path.resolve(), function.__module__)
    outside = numba.njit(**options)(function)
    inside = numba.njit(**options, **FOR_KERNELS_ONLY, pipeline_class=linking_compiler())(function)
    serve_kernels(outside, inside)
    for compiled, place in ((outside, "outside"), (inside, "inside")):
        _take_turns(compiled)
        keep_in(compiled, KernelCache(function, place, cache_folder, outside_folder))
    return cast(Kernel, outside)


def _check_layer(path: Path) -> None:
    """Raise an error for a kernel of this package in a file outside the hash, since it could go stale."""
    if path.is_relative_to(PACKAGE) and path.relative_to(PACKAGE).parts[0] not in LAYERS:
        raise RuntimeError(f"{path.name} is no place for kernels: they live in {', '.join(LAYERS)}.")


def _take_turns(compiled: Any) -> None:
    """Let one process compile a form of this kernel while the others wait for it."""
    name = f"{compiled.__module__}.{compiled.__qualname__}"
    compile_within(compiled, lambda signature: _turn_to_compile(f"{name} {signature}"))


@contextmanager
def _turn_to_compile(form: str) -> Iterator[None]:
    with _getting_ready, turn(cache_folder(), form), _collecting_rarely():
        yield


@contextmanager
def _collecting_rarely() -> Iterator[None]:
    """Let Python look for garbage less often; only for the thread that has its turn, since the setting is global."""
    young, *older = gc.get_threshold()
    gc.set_threshold(max(young, OBJECTS_BETWEEN_COLLECTIONS) if young else 0, *older)
    try:
        yield
    finally:
        gc.set_threshold(young, *older)


class _GettingReady:
    """Counts the threads that compile, load or wait for a kernel: to a watchdog that is work, not a hang."""

    def __init__(self) -> None:
        self._guard, self.threads = Lock(), 0

    def __enter__(self) -> None:
        with self._guard:
            self.threads += 1

    def __exit__(self, *_: object) -> None:
        with self._guard:
            self.threads -= 1


_getting_ready = _GettingReady()


def is_compiling() -> bool:
    """True if any thread is compiling, loading or waiting for a kernel."""
    return _getting_ready.threads > 0


def include_sources(path: Path, module: str = "") -> None:
    """Make the outside cache folder depend on another source: a file, or a package folder.

    Our kernels are specialised with rules and heuristics from plugins, so a changed plugin is a changed kernel. A
    file with kernels is included under its module name: imported as another module, it has different types.
    """
    _included.add((path, module))
    outside_folder.cache_clear()


@contextmanager
def announcing_compilation(announce: Callable[[], None]) -> Iterator[None]:
    """Inside the context, call `announce` once if a kernel must be compiled (not if it is loaded from the cache)."""
    with hearing_compilation(cache(announce)):
        yield
