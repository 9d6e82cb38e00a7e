"""Arguments of commands as values: the options that commands share, and how a command takes them as one dataclass.

    @dataclass(frozen=True, kw_only=True)
    class CountArguments:
        start: PositionArguments
        depth: Annotated[int, typer.Option("--depth", "-d", help="…")]

    @app.command()
    @options_from(CountArguments)
    def count(given: CountArguments) -> None: …

A field whose type is a dataclass is a group: its fields are options of the command as well.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import wraps
from inspect import Parameter, Signature
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_type_hints

import typer

from plyground.core.errors import OptionError, quoted
from plyground.core.game import Game
from plyground.core.position import Position
from plyground.games import game as make_game
from plyground.games import load_plugin
from plyground.language import Message

Value = TypeVar("Value")

GameName = Annotated[str, typer.Argument(metavar="GAME", help="Its name, as `plyground games` lists it.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="KEY=VALUE", help="An option of the game, such as `size=13`; repeatable."),
]
PositionText = Annotated[
    str | None, typer.Option("--position", metavar="TEXT", help="Start from this position instead of the usual one.")
]
Line = Annotated[
    str, typer.Option("--line", metavar="MOVES", help='Then play these moves, such as `--line "f6 swap"`.')
]
Plugins = Annotated[
    list[Path] | None,
    typer.Option("--plugin", metavar="FILE", help="A Python file with heuristics of your own; repeatable."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object, for machines.")]


def options_from(arguments: type[Value]) -> Callable[[Callable[[Value], None]], Callable[..., None]]:
    """Give a command one parameter per field of a dataclass; it is called with one value of that dataclass.

    Fields are annotated as Typer's parameters are.
    """
    parameters = list(_parameters(arguments))

    def decorate(command: Callable[[Value], None]) -> Callable[..., None]:
        @wraps(command)
        def called(**given: Any) -> None:
            command(_value(arguments, given))

        called.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
        called.__annotations__ = {each.name: each.annotation for each in parameters}
        return called

    return decorate


def _parameters(arguments: type[Any]) -> Iterator[Parameter]:
    """The parameters of the fields of a dataclass, in their order."""
    hints = get_type_hints(arguments, include_extras=True)
    for field in fields(arguments):
        hint = hints[field.name]
        if is_dataclass(hint):
            assert isinstance(hint, type)
            yield from _parameters(hint)
        else:
            default = Parameter.empty if field.default is MISSING else field.default
            yield Parameter(field.name, Parameter.KEYWORD_ONLY, default=default, annotation=hint)


def _value(arguments: type[Value], given: Mapping[str, Any]) -> Value:
    """The value of a dataclass from the parameters of all its fields."""
    hints = get_type_hints(arguments)
    names = [field.name for field in fields(arguments)]  # type: ignore[arg-type]
    return arguments(
        **{name: _value(hints[name], given) if is_dataclass(hints[name]) else given[name] for name in names}
    )


@dataclass(frozen=True, kw_only=True)
class GameArguments:
    """A game with its options."""

    game: GameName
    option: Options = None

    def make(self) -> Game:
        """Make the game."""
        return make_game(self.game, **read_options(self.option))


@dataclass(frozen=True, kw_only=True)
class PositionArguments(GameArguments):
    """A position of a game."""

    position: PositionText = None
    line: Line = ""

    def read(self) -> Position:
        """Read the position."""
        return read_position(self.make(), self.position, self.line)


def read_options(texts: list[str] | None) -> dict[str, str]:
    """The options of a game from `key=value` texts."""
    options: dict[str, str] = {}
    for text in texts or []:
        key, equals, value = text.partition("=")
        if not equals or not key:
            raise OptionError(Message("usage.key_value", text=quoted(text)))
        if key in options:
            raise OptionError(Message("usage.option_twice", option=quoted(key)))
        options[key] = value
    return options


def read_position(game: Game, text: str | None = None, line: str = "") -> Position:
    """The position of a text, or the start, after the moves of a line."""
    position = game.start() if text is None else game.position(text)
    for move in line.split():
        position = position.play(move)
    return position


def load_plugins(paths: list[Path] | None) -> None:
    """Load the user's own heuristics."""
    for path in paths or []:
        load_plugin(path)
