"""Values of the command line that need no validation: none given, a text, a default.

The command line's library makes a validator for every parameter of a command before it looks at its value, and imports
Pydantic for it, which takes a tenth of a second; most commands are given a word or two.
"""

from collections.abc import Callable
from typing import Any


class PlainValue:
    """Stands for the validator of a parameter, which is made only for a value that needs it."""

    def __init__(self, make: Any) -> None:
        self._make = make

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value as the command gets it."""
        several = param.multiple or param.nargs == -1
        if value is None:
            return () if several else None
        if not several and is_plain(value, param):
            return value
        return self._make().coerce(value, param=param, ctx=ctx)


def is_plain(value: Any, param: Any) -> bool:
    """True for a text where a text is asked for, and for a default of the right type."""
    kind, info = param.type_descriptor.annotation, param.type_descriptor.parameter_info
    if type(value) is not kind or info.parser is not None:
        return False
    return kind is str or value is param.default


def spared_parameters(listed: Callable[[Any], list[Any]], ctx: Any) -> list[Any]:
    """The parameters that a command lists, each of which makes its validator only when it is needed."""
    parameters = listed(ctx)
    for each in parameters:
        make = getattr(each, "get_runtime_param", None)
        if hasattr(each, "type_descriptor") and make is not None and not isinstance(make, Sparing):
            each.get_runtime_param = Sparing(make)
    return parameters


class Sparing:
    """Returns a parameter's plain value instead of its validator."""

    def __init__(self, make: Any) -> None:
        self._plain = PlainValue(make)

    def __call__(self) -> PlainValue:
        """What the library asks for a value."""
        return self._plain
