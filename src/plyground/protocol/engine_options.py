"""Options and limits of the engine: `setoption` changes its agent, `go` limits a search."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from plyground.core.errors import OptionError, PlygroundError, quoted
from plyground.core.game import Game
from plyground.core.options import Choice, Number, Option, Switch, with_today_names
from plyground.play.agents.agent import Agent, Player, read_agent
from plyground.play.agents.spec import KEYS, AgentSpec, ProgramSpec, parse_player
from plyground.play.clock import Clock, MoveTime, TimeControl
from plyground.search.api import MOST_LINES
from plyground.search.budget import LONGEST_SECONDS, Budget
from plyground.search.registry import ALGORITHMS

USUAL_AGENT = "pvs"
USUAL_SPEC = AgentSpec(USUAL_AGENT)
OF_EVERY_AGENT = tuple(key for key in KEYS if key != "tables")
"""Settings of any agent besides the options of its search."""
LINES = Number("lines", 1, 1, MOST_LINES, "number of best lines reported")


@dataclass(frozen=True)
class EngineOptions:
    """The engine's agent, the options that were set since, as texts, and the number of lines that it reports."""

    agent: AgentSpec | ProgramSpec = USUAL_SPEC
    changes: tuple[tuple[str, str], ...] = ()
    lines: int = 1

    @property
    def spec(self) -> AgentSpec | ProgramSpec:
        """The agent with its changes."""
        return self.agent if isinstance(self.agent, ProgramSpec) else self.agent.changed(dict(self.changes))

    def player(self, game: Game) -> Player:
        """The player with these settings."""
        return read_agent(self.spec, game)

    def options(self) -> tuple[Option, ...]:
        """The options of the search; those of the engine for a level or a program."""
        name = USUAL_AGENT if isinstance(self.agent, ProgramSpec) else self.agent.name
        return ALGORITHMS.get(name, ALGORITHMS[USUAL_AGENT]).options

    def changed(self, name: str, value: str | None) -> "EngineOptions":
        """The options with one changed; without a value it is reset."""
        if name == "agent":
            return EngineOptions(USUAL_SPEC if value is None else parse_player(value), (), self.lines)
        if name == LINES.name:
            return replace(self, lines=LINES.read("1" if value is None else value) or 1)
        own = {option.name: option for option in self.options()}
        (name,) = with_today_names(own.values(), {name: value})
        if name not in own and name not in OF_EVERY_AGENT:
            names = ", ".join(["agent", LINES.name, *OF_EVERY_AGENT, *own])
            raise OptionError(f"There is no option {quoted(name)}; there are {names}.")
        if isinstance(self.agent, ProgramSpec):
            raise OptionError("An outside program takes no options from here: give them in its command.")
        if value is not None and ("," in value or "=" in value):
            raise OptionError(f"{name}={quoted(value)} is not possible: a value has no comma and no equals sign.")
        if value is not None and name in own:
            own[name].read(value)
        others = tuple(pair for pair in self.changes if pair[0] != name)
        return replace(self, changes=others if value is None else (*others, (name, value)))

    def described(self) -> Iterator[str]:
        """Every option as a line of the handshake."""
        yield f"option name agent type string default {self.agent}"
        for option in (LINES, *self.options()):
            yield f"option name {option.name} {_kind(option)}"
        for name in OF_EVERY_AGENT:
            yield f"option name {name} type string default"


def _kind(option: Option) -> str:
    """The type, default and range of an option, as in UCI."""
    default = option.write(option.default)
    if isinstance(option, Number):
        return f"type spin default {default} min {option.low} max {option.high}"
    if isinstance(option, Switch):
        return f"type check default {default}"
    if isinstance(option, Choice):
        return f"type combo default {default} {' '.join(f'var {choice}' for choice in option.choices)}"
    return f"type string default {default}"


class GoError(PlygroundError):
    """The arguments of `go` are invalid."""


PONDER = "ponder"
CLOCKS = ("wtime", "btime"), ("time1", "time2", "time3", "time4")
INCREMENTS = ("winc", "binc")
NUMBERS = ("depth", "nodes", "movetime", *CLOCKS[0], *CLOCKS[1], *INCREMENTS, "inc")


@dataclass(frozen=True)
class GoLimits:
    """The limits of a search; none means the agent's own."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    optimum: float | None = None
    """With a clock: what a usual move deserves."""

    def applied(self, player: Player, *, own_limits: bool = False) -> tuple[Player, MoveTime]:
        """The player with these limits, and the time to pass to it; with `own_limits` a time leaves its own limits."""
        if self == GoLimits():
            return player, MoveTime()
        if own_limits and self.depth is None and self.nodes is None and self != INFINITE:
            return player, MoveTime(self.seconds, self.optimum)
        Budget(self.depth, self.nodes, self.seconds)
        if isinstance(player, Agent):
            limited = player.within(self.depth, self.nodes, self.seconds)
            return limited, MoveTime(self.seconds, self.optimum)
        if self.depth is not None or self.nodes is not None:
            raise GoError("An outside program is only given a time: no depth, no nodes.")
        return player, MoveTime(None if self.seconds == LONGEST_SECONDS else self.seconds, self.optimum)


INFINITE = GoLimits(seconds=LONGEST_SECONDS)


def read_limits(words: Sequence[str], seat: int, seats: int) -> GoLimits:
    """The limits in the arguments of `go`, for the seat to move."""
    if "infinite" in words:
        if len(words) > 1:
            raise GoError("infinite has no other limits beside it.")
        return INFINITE
    given = _numbers(words)
    clock = _from_clock(given, seat, seats)
    seconds, optimum = clock.seconds, clock.optimum
    if "movetime" in given:
        fixed = given["movetime"] / 1000
        seconds = fixed if seconds is None else min(fixed, seconds)
        optimum = None if optimum is None else min(fixed, optimum)
    return GoLimits(given.get("depth"), given.get("nodes"), seconds, optimum)


def _numbers(words: Sequence[str]) -> dict[str, int]:
    """Pairs of a name and a whole number, each name once."""
    found: dict[str, int] = {}
    for name, number in zip(words[::2], [*words[1::2], ""], strict=False):
        if name not in NUMBERS or name in found:
            raise GoError(f"{quoted(name)} is not understood here; go takes {', '.join(NUMBERS)}, each once, infinite.")
        if not (number.isascii() and number.isdigit() and len(number) < 16):
            raise GoError(f"{name} is a whole number, not {quoted(number)}.")
        found[name] = int(number)
    return found


def _from_clock(given: dict[str, int], seat: int, seats: int) -> MoveTime:
    """The share of the clock that this move gets; milliseconds by seat, as in `wtime 60000` or `time1 60000`."""
    names = next((names for names in CLOCKS if any(name in given for name in names)), None)
    if names is None:
        if any(name in given for name in (*INCREMENTS, "inc")):
            raise GoError("An increment needs a clock, such as wtime or time1.")
        return MoveTime()
    if seat >= len(names) or names[seat] not in given:
        raise GoError(f"There is a clock, but no time for seat {seat + 1}, which is to move.")
    own = INCREMENTS[seat] if seat < len(INCREMENTS) else "inc"
    left, increment = given[names[seat]] / 1000, given.get(own, given.get("inc", 0)) / 1000
    return Clock(TimeControl(base=max(0.01, left), increment=increment), (left,) * seats).move_time(seat)
