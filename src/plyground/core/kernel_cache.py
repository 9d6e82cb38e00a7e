"""Where the compiled forms of a kernel are kept on disk: ours together, those with anybody else's types apart.

Numba keeps the forms of a function in one index, which names the types of all of them. A process that cannot import
one of these types cannot read the index. So a form that was specialised with a type from a plugin or from a user's
module stands in a folder of its own, named after its sources. A type of a script (`__main__`) has no name that another
process could find it by: its forms are not kept at all.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from numba.core import sigutils
from numba.core.caching import CompileResultCacheImpl, FunctionCache, NullCache

PACKAGE_NAME = __name__.partition(".")[0]
SCRIPTS = ("__main__", "__mp_main__")
"""A script, and the same script in a process that `multiprocessing` started."""

Folder = Callable[[], Path | None]


def is_ours(thing: Any) -> bool:
    """Whether a class or a function is part of this package."""
    return bool(thing.__module__ == PACKAGE_NAME or thing.__module__.startswith(f"{PACKAGE_NAME}."))


def is_nameless(thing: Any) -> bool:
    """Whether another process could not find the same class or function by its name, in a file that we can hash."""
    file = getattr(sys.modules.get(thing.__module__), "__file__", None)
    return thing.__module__ in SCRIPTS or "<" in thing.__qualname__ or file is None


def classes_in(kind: Any) -> Iterator[type]:
    """The Python classes that a type of Numba's is made of."""
    if hasattr(kind, "instance_class"):
        yield kind.instance_class
    for part in getattr(kind, "types", ()):
        yield from classes_in(part)


class KernelCache(NullCache):  # type: ignore[misc]
    """The cache of one kernel: for each form it chooses the folder, and an index that cannot be read is begun anew."""

    def __init__(self, function: Callable[..., Any], place: str, ours: Folder, apart: Folder) -> None:
        self.place = place
        """Of a kernel as Python calls it, or as kernels do."""
        self._function, self._ours, self._apart = function, ours, apart
        self._opened: dict[Path, FunctionCache] = {}

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled form for a signature, if there is one that can be read."""
        cache = self._cache_for(sig)
        if cache is None:
            return None
        try:
            return cache.load_overload(sig, target_context)
        except Exception:  # a pickle can fail in every way
            with suppress(OSError):
                cache.flush()
            return None

    def save_overload(self, sig: Any, cres: Any) -> None:
        """Keep a compiled form, if it can be found again."""
        cache = self._cache_for(sig)
        if cache is not None:
            with suppress(Exception):
                cache.save_overload(sig, cres)

    def _cache_for(self, sig: Any) -> FunctionCache | None:
        """The cache in the folder of a form; None for one that is not kept."""
        arguments, _ = sigutils.normalize_signature(sig)
        concerned = [self._function, *(found for kind in arguments for found in classes_in(kind))]
        outsiders = [thing for thing in concerned if not is_ours(thing)]
        if any(map(is_nameless, outsiders)):
            return None
        folder = self._apart() if outsiders else self._ours()
        return None if folder is None else self._open(folder / self.place)

    def _open(self, folder: Path) -> FunctionCache:
        if folder not in self._opened:
            self._opened[folder] = _FolderCache(self._function, folder)
        return self._opened[folder]


class _FolderCache(FunctionCache):  # type: ignore[misc]
    """Numba's cache of a function in a folder that we name: Numba's setting would be for everybody's functions."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self._impl_class = lambda function: _Place(function, folder)
        super().__init__(function)


class _Place(CompileResultCacheImpl):  # type: ignore[misc]
    """The folder and the file name for a function."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self._lineno = function.__code__.co_firstlineno
        self._locator = _Locator(function, folder)
        self._filename_base = self.get_filename_base(f"{function.__module__}.{function.__qualname__}", sys.abiflags)


class _Locator:
    """What Numba asks of the place of a cache. The folder is named after the sources, so they need no further stamp."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self._py_file, self._line, self._folder = (
            function.__code__.co_filename,
            function.__code__.co_firstlineno,
            folder,
        )

    def ensure_cache_path(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return ""

    def get_disambiguator(self) -> str:
        return str(self._line)
