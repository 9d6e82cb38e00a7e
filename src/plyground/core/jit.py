"""Compiling kernels with Numba, cached on disk where a stale one is never served.

Numba's own cache looks only at the file of the function that it compiled. A kernel that was specialised with rules
from another file would survive a change of those rules, silently. So everything compiled goes into a folder named
after a hash of all sources from which kernels are made: change a line of them and the folder is another one. The
layers above (front ends, matches, experiments) have no kernels, so that a word changed there costs nobody a recompile.
What is specialised with somebody else's rules or heuristics goes into a folder named after their sources as well: see
kernel_cache.py.
"""

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
    are_missing,
    compile_within,
    hearing_compilation,
    is_interpreted,
    keep_in,
    load_without_scipy,
    refusing,
    serve_kernels,
)

PACKAGE = Path(__file__).resolve().parent.parent
LAYERS = ("core", "games", "search", "solve")
"""The folders of the package in which kernels may live."""
KEPT_FOR_SECONDS = 30 * 24 * 3600
"""A cache folder that no process used for this long belongs to a version that is gone."""

_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"} | WITHOUT_MEMORY

INLINED = {"forceinline": True}
"""The option of a function that is copied into its callers."""

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
    """Where this user's compiled kernels live: `PLYGROUND_CACHE`, or the platform's usual cache directory."""
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
    """The folder of this version's compiled kernels, made if need be; None where nothing can be written."""
    return _folder_of(lambda: sources_hash(*(PACKAGE / name for name in LAYERS if (PACKAGE / name).is_dir())))


@cache
def outside_folder() -> Path | None:
    """The folder of the kernels that depend on the sources of others as well."""

    def name() -> str:
        ours = cache_folder()
        texts = [f"{module} {path} {sources_hash(path)}" for path, module in sorted(_included)]
        return hashlib.sha256("\0".join(["" if ours is None else ours.name, *texts]).encode()).hexdigest()[:16]

    return _folder_of(name)


def _folder_of(name: Callable[[], str]) -> Path | None:
    """The folder of that name for compiled kernels, made if need be; None where nothing can be read or written."""
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
    """Remove the folders that no process has used for a month."""
    for folder in home.iterdir():
        if folder.is_dir() and now - folder.stat().st_mtime > KEPT_FOR_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)


def kernel(function: Kernel) -> Kernel:
    """Compile `function` on its first call, cached, without the GIL, with C's arithmetic.

    A kernel may call itself, but two must not call each other in a circle: Numba cannot load them from its cache.
    With NUMBA_DISABLE_JIT=1 it stays plain Python, for a debugger; unsigned words then wrap round without a warning.
    """
    return _compiled(function, _OPTIONS)


def inlined(function: Kernel) -> Kernel:
    """Compile `function` as a kernel that is copied into every place that calls it.

    For what few places call, once a node, with tuples of arrays: handing those over takes longer than many a function.
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
    outside, inside = numba.njit(**options)(function), numba.njit(**options, **FOR_KERNELS_ONLY)(function)
    serve_kernels(outside, inside)
    for compiled, place in ((outside, "outside"), (inside, "inside")):
        _take_turns(compiled)
        keep_in(compiled, KernelCache(function, place, cache_folder, outside_folder))
    return cast(Kernel, outside)


def _check_layer(path: Path) -> None:
    """A kernel of this package in a file that the hash does not see could go stale."""
    if path.is_relative_to(PACKAGE) and path.relative_to(PACKAGE).parts[0] not in LAYERS:
        raise RuntimeError(f"{path.name} is no place for kernels: they live in {', '.join(LAYERS)}.")


def _take_turns(compiled: Any) -> None:
    """Let one process compile a form of this kernel, and the others wait for it."""
    name = f"{compiled.__module__}.{compiled.__qualname__}"
    compile_within(compiled, lambda signature: _turn_to_compile(f"{name} {signature}"))


@contextmanager
def _turn_to_compile(form: str) -> Iterator[None]:
    with _getting_ready, turn(cache_folder(), form):
        if _spares_scipy:
            load_without_scipy()
        yield


_spares_scipy = False


def spare_scipy() -> None:
    """Let this process start its kernels without SciPy; only for one that is the command, or works for it."""
    global _spares_scipy
    _spares_scipy = True


class _GettingReady:
    """Counts the threads that compile a kernel, load one, or wait for one: to a watchdog that is work, not a hang."""

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
    """Whether some thread compiles a kernel now, loads one, or waits for one."""
    return _getting_ready.threads > 0


def include_sources(path: Path, module: str = "") -> None:
    """Make what is kept apart depend on somebody else's source: a file, or a folder of a package.

    Kernels of ours are specialised with rules and heuristics from plugins, so a changed plugin is a changed kernel. A
    file with kernels is included by them, under the name of its module: as another module it has other types.
    """
    _included.add((path, module))
    outside_folder.cache_clear()


@contextmanager
def announcing_compilation(announce: Callable[[], None]) -> Iterator[None]:
    """While inside, call `announce` once if a kernel has to be compiled (not if it comes from the cache)."""
    with hearing_compilation(cache(announce)):
        yield
