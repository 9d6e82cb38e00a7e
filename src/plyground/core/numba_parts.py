"""How Numba's internals are looked up, and what is said when one is missing.

Numba keeps its decorators, its types and `numba.extending` stable; anything else may change with any release. So each
internal that we use is a part: it is looked up along with the attributes we need, and a missing one raises a clear
error as soon as a kernel is called. Code without kernels keeps working, and so does plain Python
(`NUMBA_DISABLE_JIT=1`).
tests/core/test_numba_internals.py checks the behaviour of each part.
"""

import re
import shlex
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from importlib import import_module
from importlib.metadata import PackageNotFoundError, requires
from typing import Any, NamedTuple

import numba

from plyground.core.errors import PlygroundError
from plyground.language import Message

PACKAGE_NAME = __name__.partition(".")[0]


class NumbaPartError(PlygroundError):
    """The installed Numba lacks a part needed to compile kernels."""


class Part(NamedTuple):
    """A Numba internal: its location, required attributes, which of our files needs it, and for what."""

    module: str
    name: str
    has: tuple[str, ...]
    user: str
    use: str

    def __str__(self) -> str:
        return f"{self.module}.{self.name}"


class NotThere:
    """Placeholder for a missing part; never actually used."""


PARTS: list[Part] = []
_missing: list[tuple[Part, str]] = []


def find_part(
    place: str, user: str, use: str, has: tuple[str, ...] = (), example: Callable[[Any], Any] = lambda part: part
) -> Any:
    """The part at `module:name`, recorded with the attributes that it, or an example made from it, must have."""
    module, _, name = place.partition(":")
    part = Part(module, name, has, user, use)
    PARTS.append(part)
    try:
        found = getattr(import_module(module), name)
        shape = example(found)
    except Exception:
        _missing.append((part, str(part)))
        return NotThere
    _missing.extend((part, f"{part}.{attribute}") for attribute in has if not hasattr(shape, attribute))
    return found


def check_parts() -> None:
    """Raise an error that names the first missing part, if any."""
    for part, missing in _missing:
        command = shlex.join([sys.executable, "-m", "pip", "install", _wanted()])
        raise NumbaPartError(
            Message(
                "core.numba.lacks",
                version=numba.__version__,
                part=missing,
                user=part.user,
                use=part.use,
                command=command,
            )
        )


def are_missing() -> bool:
    """True if this Numba lacks a part."""
    return bool(_missing)


def refusing(function: Callable[..., Any]) -> Callable[..., Any]:
    """Replacement for a kernel when a part is missing: calling it raises the error."""

    @wraps(function)
    def refuse(*arguments: Any) -> None:
        check_parts()

    return refuse


def _wanted() -> str:
    """The Numba versions that the package requires, from its dependencies."""
    with suppress(PackageNotFoundError):
        for wanted in requires(PACKAGE_NAME) or ():
            if re.match(r"numba\b(?!-)", wanted):
                return wanted
    return "numba"
