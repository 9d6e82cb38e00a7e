"""Messages: keys with values, put into words by the catalogue of a language.

    Message("hex.not_empty")
    Message("core.illegal", move="'b2'", objection=Message("hex.not_empty"), legal="a1, b1.")

A catalogue has a text with named places for each key: `{move} {objection}. Legal moves: {legal}`. What fills a place:

- a message is said in the same language;
- a number is written as the language writes it; `{bytes:,}` groups its digits, `{share:.1f}` has one decimal;
- a list is joined: `{names}` by commas, `{reasons:;}` by semicolons, `{words:or}` and `{words:and}` with that word
  before the last;
- any other text is left as it is: a move, a file, the name of a game.

A message about a number of things has a text for each plural form, such as `moves.one` and `moves.other`; its value
`number` chooses.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources.abc import Traversable
from numbers import Real
from string import Formatter
from typing import Any

from plyground.language.catalogue import FOLDER, read_catalogue, read_facts
from plyground.language.forms import OTHER, Forms


class Message(str):
    """A text for people that knows its key and its values, so that every language can say it.

    As a text it is English: it can be shown, compared and written to a file like any other. Where a text may come from
    elsewhere (a game from outside, an old record), a plain text does as well and is the same in every language.
    """

    key: str
    values: Mapping[str, Any]

    def __new__(cls, key: str, /, **values: Any) -> "Message":
        """The message of that key; the values fill the places of its text."""
        kept = {name: _kept(value) for name, value in values.items()}
        message = super().__new__(cls, english().text(key, kept))
        message.key, message.values = key, kept
        return message

    def mapped(self, change: Callable[[str], str]) -> "Message":
        """The message with every text among its values changed, also inside other messages."""
        return Message(self.key, **{name: _mapped(value, change) for name, value in self.values.items()})

    def __str__(self) -> str:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (self.key, dict(self.values))


def _kept(value: Any) -> Any:
    """A value as a message keeps it: a number, a text or several; an error by its message."""
    if isinstance(value, list | tuple):
        return tuple(_kept(each) for each in value)
    return value if isinstance(value, str | Real) else str(value)


def _mapped(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, tuple):
        return tuple(_mapped(each, change) for each in value)
    if isinstance(value, Message):
        return value.mapped(change)
    return change(value) if isinstance(value, str) else value


def _rebuilt(key: str, values: dict[str, Any]) -> Message:
    """A message that was pickled."""
    return Message(key, **values)


@dataclass(frozen=True)
class Wording:
    """The catalogue of a language with its forms: what puts keys and values into words."""

    catalogue: Mapping[str, str]
    forms: Forms

    def text(self, key: str, values: Mapping[str, Any]) -> str:
        """The words of a message."""
        text = self.catalogue.get(key)
        if text is None:
            form = f"{key}.{self.forms.plural(values['number'])}"
            text = self.catalogue.get(form) or self.catalogue[f"{key}.{OTHER}"]
        return Places(self).vformat(text, (), values)

    def clause(self, text: str) -> str:
        """A message as a part of a longer one; a text that is no message is left as it is."""
        return self.text(text.key, text.values) if isinstance(text, Message) else text

    def value(self, value: Any, spec: str) -> str:
        """What fills a place."""
        if isinstance(value, str):
            return self.clause(value)
        if isinstance(value, list | tuple):
            return self.joined([self.value(each, "") for each in value], spec)
        return str(value) if isinstance(value, bool) else self.forms.number(value, spec)

    def joined(self, parts: list[str], how: str) -> str:
        """Several parts as one: by semicolons, or by commas with `and` or `or` before the last."""
        if how in ("and", "or") and len(parts) > 1:
            parts = [*parts[:-2], f"{parts[-2]}{self.catalogue[f'list.{how}']}{parts[-1]}"]
        return ("; " if how == ";" else ", ").join(parts)


class Places(Formatter):
    """Fills the places of a text."""

    def __init__(self, wording: Wording) -> None:
        self.wording = wording

    def format_field(self, value: Any, format_spec: str) -> str:
        """The words of one value."""
        return self.wording.value(value, format_spec)


def read_forms(code: str, folder: Traversable = FOLDER) -> Forms:
    """The plural and number forms of a language, by what its folder says of it."""
    facts = read_facts(code, folder)
    return Forms(facts["locale"], int(facts.get("least_grouped", "0")))


@cache
def english() -> Wording:
    """English, which every message is written in first."""
    return Wording(read_catalogue("en"), read_forms("en"))


@cache
def _endings() -> dict[str, str]:
    """The keys of the reasons for which games end, by their English."""
    keys = (key for key in english().catalogue if key.startswith("end.") or ".end." in key)
    return {english().catalogue[key]: key for key in keys}


def recorded_reason(text: str) -> str:
    """Why a game ended, as a record says it in English: the message it was, or the text as it is.

    Where one of several players ended the game for all, the player stands before it: `red: resignation`.
    """
    if text in _endings():
        return Message(_endings()[text])
    seat, _, reason = text.partition(": ")
    if reason in _endings() and f"seat.{seat}.short" in english().catalogue:
        return Message("match.fault", seat=Message(f"seat.{seat}.short"), reason=Message(_endings()[reason]))
    return text


def message_or(key: str, text: str, /, **values: Any) -> str:
    """The message of a key that the program puts together, or a plain text where no catalogue has it."""
    return Message(key, **values) if key in english().catalogue else text
