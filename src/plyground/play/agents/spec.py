"""Agent specs: the content of an agent's text, as a value.

    alphabeta:heuristic=path,depth=5      pvs:seconds=1,threads=2      random:seed=7      expert:seconds=2

A text is parsed once. A spec is changed by `dataclasses.replace` and has one printed form: current names, a fixed
order of parts, numbers as short as possible. External programs have their own spec (`cmd:…`).
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from typing import Any

from plyground.core.errors import OptionError, PlygroundError, quoted
from plyground.core.game import Game
from plyground.core.options import with_today_names
from plyground.language import Message
from plyground.play.agents.levels import find_player
from plyground.play.agents.weights import find_weights, weights_folder
from plyground.play.external.clients import PROGRAMS
from plyground.search.registry import ALGORITHMS, current_name

LIMITS = ("depth", "nodes", "seconds")
SWITCH = {"on": True, "off": False}
MOST_DIGITS = 18
"""Of a whole number, so that it fits a machine word."""


class AgentError(PlygroundError):
    """The text of an agent cannot be parsed."""


@dataclass(frozen=True)
class AgentSpec:
    """A search or a level with its settings; None means not given."""

    name: str
    """Name of a search, of a level, or of a player of the game's report."""
    heuristic: str | None = None
    weights: str | None = None
    """Weights of the heuristic, as in `man:70;mill:40`, or the name of a weights file."""
    moves: str | None = None
    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    options: tuple[tuple[str, str], ...] = ()
    """The search's own options, as (name, text) pairs."""
    seed: int | None = None
    blunder: float | None = None
    vary: int | None = None
    nearly: int | None = None
    softmax: int | None = None
    tables: bool | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", tuple(sorted(_canonical(self.name, self.options))))

    @classmethod
    def parse(cls, text: str) -> "AgentSpec":
        """Parse a spec; whether the game has such an agent is checked later, when it is to play."""
        name, _, rest = text.partition(":")
        return cls(current_name(name)).changed(_pairs(text, rest), text)

    def __str__(self) -> str:
        parts: list[str] = []
        for field in fields(self)[1:]:
            value = getattr(self, field.name)
            if field.name == "options":
                parts += [f"{key}={text}" for key, text in self.options]
            elif value is not None:
                parts.append(f"{field.name}={_written(value)}")
        return f"{self.name}:{','.join(parts)}" if parts else self.name

    def settings(self) -> dict[str, str]:
        """All settings except the name, as texts by key."""
        known = {name: getattr(self, name) for name in KEYS}
        return {name: _written(value) for name, value in known.items() if value is not None} | dict(self.options)

    def changed(self, given: Mapping[str, str], text: str = "") -> "AgentSpec":
        """A copy with these values, given as texts, overriding its own; errors quote `text`."""
        own = {key: value for key, value in given.items() if key not in KEYS}
        read = {key: _read(text or str(self), key, given[key]) for key in KEYS if key in given}
        return replace(self, **read, options=tuple((dict(self.options) | own).items()))

    def completed(self, given: Mapping[str, str]) -> "AgentSpec":
        """A copy with these values, given as texts, added; raises an error if one of them is already set."""
        known = self.settings()
        for key in known.keys() & given:
            raise AgentError(Message("agent.twice", agent=quoted(str(self)), option=key, value=known[key]))
        return self.changed(given)

    def resolved(self, game: Game) -> "AgentSpec":
        """The actual search: a level is replaced by its own spec, with this one's settings applied."""
        text = find_player(game, self.name)
        if text is None:
            return self
        meant = AgentSpec.parse(text)
        if any(getattr(self, limit) is not None for limit in LIMITS):
            meant = replace(meant, depth=None, nodes=None, seconds=None)
        if self.heuristic is not None:
            meant = replace(meant, weights=None)  # they belong to the other heuristic
        return meant.changed(self.settings())

    def with_weights(self, game: Game) -> "AgentSpec":
        """A copy with a weights file replaced by the weights in it."""
        if self.weights is None:
            return self
        found = find_weights(self.weights, game, self.heuristic, weights_folder())
        return replace(self, heuristic=found.heuristic, weights=found.inline())


KEYS = tuple(field.name for field in fields(AgentSpec) if field.name not in ("name", "options"))
"""Settings every search accepts, besides its own options."""


@dataclass(frozen=True)
class ProgramSpec:
    """An external program: its protocol and the command that starts it."""

    kind: str
    command: str
    name: str = ""
    """What it is called instead of its command, if it was named."""

    def __str__(self) -> str:
        return self.name or f"{self.kind}:{self.command}"


_engines: dict[str, ProgramSpec] = {}
"""Programs with names of their own."""


def name_engines(engines: Mapping[str, str]) -> None:
    """Give programs names by which they can be chosen in this process; those named before are forgotten."""
    _engines.clear()
    for name, text in engines.items():
        kind, _, command = text.partition(":")
        _engines[name] = ProgramSpec(kind, command, name)


def parse_player(text: str) -> AgentSpec | ProgramSpec:
    """Parse the spec of a computer player: a search, a level, or an external program."""
    if text in _engines:
        return _engines[text]
    kind, _, command = text.partition(":")
    return ProgramSpec(kind, command) if kind in PROGRAMS else AgentSpec.parse(text)


def _canonical(search: str, options: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Options in canonical form; unknown ones are left unchanged, for a better error later."""
    known = {option.name: option for option in ALGORITHMS[search].options} if search in ALGORITHMS else {}
    for name, text in with_today_names(known.values(), dict(options)).items():
        with suppress(OptionError):
            text = known[name].write(known[name].read(text)) if name in known else text
        yield name, text


def _pairs(text: str, rest: str) -> dict[str, str]:
    """The `key=value` parts of an agent's text."""
    found: dict[str, str] = {}
    for part in rest.split(",") if rest else []:
        key, equals, value = part.partition("=")
        if not equals or not key or key in found:
            raise AgentError(Message("agent.syntax", agent=quoted(text)))
        found[key] = value
    return found


def _read(text: str, key: str, value: str) -> Any:
    """Parse the value of a key."""
    if key in ("heuristic", "weights", "moves"):
        return value
    if key == "tables":
        if value not in SWITCH:
            raise AgentError(Message("agent.tables", agent=quoted(text), found=quoted(value)))
        return SWITCH[value]
    return _fraction(text, key, value) if key in ("seconds", "blunder") else _number(text, key, value)


def _number(text: str, key: str, value: str) -> int:
    whole = value.isascii() and value.isdigit()
    if whole and len(value) > MOST_DIGITS:
        raise AgentError(Message("agent.too_large", agent=quoted(text), option=key, digits=MOST_DIGITS))
    if not whole:
        raise AgentError(Message("agent.no_integer", agent=quoted(text), option=key, found=quoted(value)))
    return int(value)


def _fraction(text: str, key: str, value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = float("nan")
    if not 0 <= number < 1e9:
        raise AgentError(Message("agent.no_number", agent=quoted(text), option=key, found=quoted(value)))
    return number


def _written(value: str | float | bool) -> str:
    """A value in agent-text form."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
