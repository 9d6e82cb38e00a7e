"""Where the compiled forms of a kernel are kept on disk: ours together, those with anybody else's types apart.

Numba keeps the forms of a function in one index, which names the types of all of them. A process that cannot import
one of these types cannot read the index. So a form that was specialised with a type from a plugin or from a user's
module stands in a folder of its own, named after its sources. A type of a script (`__main__`) has no name that another
process could find it by: its forms are not kept at all.
"""

import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from plyground.core.numba_internals import FolderCache, NoCache, argument_types, classes_in

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


class KernelCache(NoCache):  # type: ignore[misc]
    """The cache of one kernel: for each form it chooses the folder, and an index that cannot be read is begun anew."""

    def __init__(self, function: Callable[..., Any], place: str, ours: Folder, apart: Folder) -> None:
        self.place = place
        """Of a kernel as Python calls it, or as kernels do."""
        self._function, self._ours, self._apart = function, ours, apart
        self._opened: dict[Path, FolderCache] = {}

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

    def _cache_for(self, sig: Any) -> FolderCache | None:
        """The cache in the folder of a form; None for one that is not kept."""
        concerned = [self._function, *(found for kind in argument_types(sig) for found in classes_in(kind))]
        outsiders = [thing for thing in concerned if not is_ours(thing)]
        if any(map(is_nameless, outsiders)):
            return None
        folder = self._apart() if outsiders else self._ours()
        return None if folder is None else self._open(folder / self.place)

    def _open(self, folder: Path) -> FolderCache:
        if folder not in self._opened:
            self._opened[folder] = FolderCache(self._function, folder)
        return self._opened[folder]
