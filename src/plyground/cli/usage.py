"""What the command line's library says about wrong arguments, as messages that every language can say."""

from typing import Any

from plyground.language import Message, message_or

EXTRA = "Got unexpected extra argument(s) ("
"""How the library begins a sentence about arguments too many; only this text identifies it."""
NUMBERS = {"Input should be a valid integer": "usage.whole", "Input should be a valid number": "usage.number"}
LIMITS = {
    "Input should be greater than or equal to ": "usage.least",
    "Input should be less than or equal to ": "usage.most",
}
"""How the library begins a sentence about a number out of its range; the limit follows."""


def usage_message(problem: Any) -> str:
    """The sentence about wrong arguments; one that we have no message for is left in the library's words."""
    said = str(problem.format_message())
    match type(problem).__name__:
        case "MissingParameter" if problem.param is not None:
            return message_or(f"usage.missing.{problem.param.param_type_name}", said, name=_hint(problem))
        case "BadParameter":
            return _invalid(problem)
        case "NoSuchOption":
            return _no_option(problem)
        case "BadOptionUsage":
            key = "usage.no_value" if said.endswith("does not take a value.") else "usage.needs_value"
            return Message(key, option=repr(problem.option_name))
    if said.startswith(EXTRA):
        return Message("usage.extra", arguments=said.removeprefix(EXTRA).removesuffix(")"))
    return Message("usage.missing.command") if said == "Missing command." else said


def _hint(problem: Any) -> str:
    """The names of the option or argument that is wrong."""
    hint = problem.param_hint or problem.param.get_error_hint()
    return hint if isinstance(hint, str) else " / ".join(map(repr, hint))


def _invalid(problem: Any) -> str:
    fault = _fault(str(problem.message))
    if problem.param_hint is None and problem.param is None:
        return Message("usage.invalid_alone", problem=fault)
    return Message("usage.invalid", name=_hint(problem), problem=fault)


def _fault(said: str) -> str:
    """What is wrong with a value."""
    for start, key in NUMBERS.items():
        if said.startswith(start):
            return Message(key)
    for start, key in LIMITS.items():
        if said.startswith(start):
            return Message(key, limit=said.removeprefix(start))
    return said


def _no_option(problem: Any) -> str:
    option = problem.message.removeprefix("No such option: ")
    if not problem.possibilities:
        return Message("usage.no_option", option=option)
    return Message("usage.no_option_but", option=option, options=sorted(problem.possibilities))
