"""Play, study and solve abstract board games by adversarial search.

>>> import plyground
>>> position = plyground.game("hex", size=5).start().play("c3").play("swap")
>>> str(position)
'...../...../..b../...../..... r'
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from plyground import startup

if TYPE_CHECKING:
    from plyground.public_names import *  # noqa: F403

__version__ = "0.1.0"

_ALSO_PACKAGES = ("games", "review", "search")
"""Public functions that have the name of a package."""


class _Package(ModuleType):
    """This package: a public name is imported when it is first used, so that a command imports only what it needs."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name != "__all__":  # asked for by Python, not by a user
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        with startup.without_collecting():
            public = import_module(f"{self.__name__}.public_names")
        if name not in public.__all__ and name != "__all__":
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        found = getattr(public, name)
        super().__setattr__(name, found)
        return found

    def __setattr__(self, name: str, value: Any) -> None:
        """Python stores an imported subpackage under its name, which may be that of a public function."""
        if not (name in _ALSO_PACKAGES and isinstance(value, ModuleType)):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *import_module(f"{self.__name__}.public_names").__all__})


sys.modules[__name__].__class__ = _Package
startup.begin()
