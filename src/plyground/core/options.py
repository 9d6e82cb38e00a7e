"""The options of a game: names, ranges, and reading of values or their text."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from plyground.core.deprecation import warn_renamed
from plyground.core.errors import OptionError, quoted
from plyground.language import Message

T = TypeVar("T")


class Option(Protocol):
    """One configurable setting of a game."""

    @property
    def name(self) -> str:
        """The name of the option."""

    @property
    def default(self) -> Any:
        """The value if none is given; None if it depends on other options."""

    @property
    def meaning(self) -> str:
        """A one-line description."""

    @property
    def values(self) -> str:
        """The accepted values, briefly."""

    def read(self, value: Any) -> Any:
        """The parsed value, or an `OptionError`."""

    def write(self, value: Any) -> str:
        """The value as text that `read` accepts."""


def _refuse(option: Option, value: Any) -> OptionError:
    """The error for a value that the option does not accept."""
    shown = quoted(value) if isinstance(value, str) else repr(value)
    return OptionError(Message("core.option.impossible", option=option.name, value=shown, values=option.values))


@dataclass(frozen=True)
class Number:
    """An integer from `low` to `high`, in steps."""

    name: str
    default: int | None
    low: int
    high: int
    meaning: str
    step: int = 1

    @property
    def values(self) -> str:
        """The accepted values, briefly."""
        kind = Message("core.option.odd") if self.step == 2 and self.low % 2 else Message("core.option.number")
        return Message("core.option.range", kind=kind, low=self.low, high=self.high)

    def read(self, value: Any) -> int | None:
        """An integer or its decimal digits; None where the game computes the default."""
        if value is None and self.default is None:
            return None
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10:
            value = int(value)
        if (
            isinstance(value, bool)
            or not isinstance(value, int)
            or value not in range(self.low, self.high + 1, self.step)
        ):
            raise _refuse(self, value)
        return value

    def write(self, value: int) -> str:
        """Decimal digits."""
        return str(value)


@dataclass(frozen=True)
class Switch:
    """On or off."""

    name: str
    default: bool
    meaning: str
    formerly: str = ""
    """Its name in earlier releases, still accepted."""
    values = Message("core.option.switch")

    def read(self, value: Any) -> bool:
        """True or False, or one of the texts on, off, true, false."""
        known = {True: True, False: False, "on": True, "off": False, "true": True, "false": False}
        if not isinstance(value, bool | str) or value not in known:
            raise _refuse(self, value)
        return known[value]

    def write(self, value: bool) -> str:
        """`on` or `off`."""
        return "on" if value else "off"


@dataclass(frozen=True)
class Choice:
    """One of a set of words."""

    name: str
    default: str
    choices: tuple[str, ...]
    meaning: str

    @property
    def values(self) -> str:
        """The words."""
        return Message("core.option.choice", choices=self.choices)

    def read(self, value: Any) -> str:
        """The word itself."""
        if not isinstance(value, str) or value not in self.choices:
            raise _refuse(self, value)
        return value

    def write(self, value: str) -> str:
        """The word itself."""
        return value


@dataclass(frozen=True)
class Several:
    """At least `fewest` of the words, in their order."""

    name: str
    default: tuple[str, ...]
    choices: tuple[str, ...]
    fewest: int
    meaning: str

    @property
    def values(self) -> str:
        """The words, and how many are required."""
        words = ", ".join(self.choices)
        return Message("core.option.several", fewest=self.fewest, most=len(self.choices), choices=words)

    def read(self, value: Any) -> tuple[str, ...]:
        """A sequence of words, or the words joined by commas."""
        words = tuple(value.split(",")) if isinstance(value, str) else value
        in_order = tuple(choice for choice in self.choices if isinstance(words, tuple | list) and choice in words)
        if not isinstance(words, tuple | list) or tuple(words) != in_order or len(words) < self.fewest:
            raise _refuse(self, value)
        return in_order

    def write(self, value: tuple[str, ...]) -> str:
        """The words joined by commas."""
        return ",".join(value)


@dataclass(frozen=True)
class File:
    """The name of a file; empty for the default one."""

    name: str
    meaning: str
    default = ""
    values = Message("core.option.file")

    def read(self, value: Any) -> str:
        """A text or a path."""
        if not isinstance(value, str | os.PathLike):
            raise _refuse(self, value)
        return os.fsdecode(value)

    def write(self, value: str) -> str:
        """The name itself."""
        return value


def read_options(game: str, known: tuple[Option, ...], given: dict[str, Any]) -> dict[str, Any]:
    """The value of every option, given or default, in the game's order."""
    names = [option.name for option in known]
    given = with_today_names(known, given)
    for name in given:
        if name not in names:
            listed = Message("core.option.known", names=", ".join(names)) if names else Message("core.option.none")
            raise OptionError(Message("core.option.unknown", game=game, option=quoted(name), known=listed))
    return {option.name: option.read(given.get(option.name, option.default)) for option in known}


def with_today_names(known: Iterable[Option], given: Mapping[str, T]) -> dict[str, T]:
    """The given options with former names replaced by current ones, each with a warning, once."""
    renamed = {option.formerly: option.name for option in known if isinstance(option, Switch) and option.formerly}
    for name in renamed.keys() & given.keys():
        warn_renamed(name, renamed[name])
    return {renamed.get(name, name): value for name, value in given.items()}
