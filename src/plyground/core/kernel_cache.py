"""Where the compiled forms of a kernel are stored on disk: by game, and those with outside types apart.

Numba keeps the forms of a function in one index, which names the types of all of them, and reading it imports them. So
each game has a folder of its own: a search of one game need not import the others. A process that cannot import one of
the types cannot read the index at all. So a form specialised with a type from a plugin or a user's module goes into a
separate folder, named after its sources. A type defined in a script (`__main__`) has no name by which another process
could find it: its forms are not stored at all.
"""

import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from plyground.core.numba_internals import FolderCache, NoCache, argument_types, classes_in

PACKAGE_NAME = __name__.partition(".")[0]
GAMES = f"{PACKAGE_NAME}.games."
SCRIPTS = ("__main__", "__mp_main__")
"""A script, and the same script in a process started by `multiprocessing`."""

Folder = Callable[[], Path | None]


def is_ours(thing: Any) -> bool:
    """True if a class or a function is part of this package."""
    return bool(thing.__module__ == PACKAGE_NAME or thing.__module__.startswith(f"{PACKAGE_NAME}."))


def is_nameless(thing: Any) -> bool:
    """True if another process could not find the class or function by name, in a file that we can hash."""
    file = getattr(sys.modules.get(thing.__module__), "__file__", None)
    return thing.__module__ in SCRIPTS or "<" in thing.__qualname__ or file is None


def games_of(things: Iterable[Any]) -> str:
    """The names of the games that classes and functions belong to, joined; `all` if they belong to none."""
    names = {thing.__module__.removeprefix(GAMES).partition(".")[0] for thing in things if is_of_a_game(thing)}
    return "-".join(sorted(names)) or "all"


def is_of_a_game(thing: Any) -> bool:
    """True if a class or a function is part of one of our games."""
    return bool(thing.__module__.startswith(GAMES))


class KernelCache(NoCache):  # type: ignore[misc]
    """The cache of one kernel: chooses the folder for each form, and recreates an unreadable index."""

    def __init__(self, function: Callable[..., Any], place: str, ours: Folder, apart: Folder) -> None:
        self.place = place
        """Name of the subfolder: for calls from Python, or from other kernels."""
        self._function, self._ours, self._apart = function, ours, apart
        self._opened: dict[Path, FolderCache] = {}

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled form for a signature, if a readable one exists."""
        cache = self._cache_for(sig)
        if cache is None:
            return None
        try:
            return cache.load_overload(sig, target_context)
        except Exception:  # unpickling can raise anything
            with suppress(OSError):
                cache.flush()
            return None

    def save_overload(self, sig: Any, cres: Any) -> None:
        """Store a compiled form, if it can be found again."""
        cache = self._cache_for(sig)
        if cache is not None:
            with suppress(Exception):
                cache.save_overload(sig, cres)

    def _cache_for(self, sig: Any) -> FolderCache | None:
        """The cache in the folder of a form; None for a form that is not stored."""
        concerned = [self._function, *(found for kind in argument_types(sig) for found in classes_in(kind))]
        outsiders = [thing for thing in concerned if not is_ours(thing)]
        if any(map(is_nameless, outsiders)):
            return None
        folder = self._apart() if outsiders else self._ours()
        return None if folder is None else self._open(folder / self.place / games_of(concerned))

    def _open(self, folder: Path) -> FolderCache:
        if folder not in self._opened:
            self._opened[folder] = FolderCache(self._function, folder)
        return self._opened[folder]
