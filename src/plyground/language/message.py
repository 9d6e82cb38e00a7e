"""Messages: keys with values, turned into text by the catalogue of a language.

    Message("hex.not_empty")
    Message("core.illegal", move="'b2'", objection=Message("hex.not_empty"), legal="a1, b1.")

A catalogue has a text with named placeholders for each key: `{move} {objection}. Legal moves: {legal}`. Values are
filled in as follows:

- a message is put into the same language;
- a number is formatted in the style of the language; `{bytes:,}` groups its digits, `{share:.1f}` has one decimal;
- a list is joined: `{names}` by commas, `{reasons:;}` by semicolons, `{words:or}` and `{words:and}` with that word
  before the last;
- any other text is left unchanged: a move, a file, the name of a game.

A message about a number of things has a text for each plural form, such as `moves.one` and `moves.other`, selected by
its value `number`.
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

SOURCE = "en"
"""Code of the language that messages are written in first."""


class Message(str):
    """A text for users that keeps its key and its values, so that it can be translated.

    As a string it is English: it can be shown, compared and written to a file like any other string. If a text may have
    another origin (a third-party game, an old record), a plain string works too and is the same in every language.
    """

    key: str
    values: Mapping[str, Any]

    def __new__(cls, key: str, /, **values: Any) -> "Message":
        """Create the message with this key; the values fill the placeholders of its text."""
        kept = {name: _kept(value) for name, value in values.items()}
        message = super().__new__(cls, english().text(key, kept))
        message.key, message.values = key, kept
        return message

    def mapped(self, change: Callable[[str], str]) -> "Message":
        """The message with every text among its values changed, including those in nested messages."""
        return Message(self.key, **{name: _mapped(value, change) for name, value in self.values.items()})

    def __str__(self) -> str:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (self.key, dict(self.values))


def _kept(value: Any) -> Any:
    """A value as stored in a message: a number, a text or a list of these; an error becomes its message."""
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
    """Rebuild a pickled message."""
    return Message(key, **values)


@dataclass(frozen=True)
class Wording:
    """The catalogue and the forms of a language, which turn keys and values into text."""

    catalogue: Mapping[str, str]
    forms: Forms

    def text(self, key: str, values: Mapping[str, Any]) -> str:
        """The text of a message."""
        text = self.catalogue.get(key)
        if text is None:
            form = f"{key}.{self.forms.plural(values['number'])}"
            text = self.catalogue.get(form) or self.catalogue[f"{key}.{OTHER}"]
        return Places(self).vformat(text, (), values)

    def clause(self, text: str) -> str:
        """A message as part of a longer one; text that is not a message is left unchanged."""
        return self.text(text.key, text.values) if isinstance(text, Message) else text

    def value(self, value: Any, spec: str) -> str:
        """Format one value for its placeholder."""
        if isinstance(value, str):
            return self.clause(value)
        if isinstance(value, list | tuple):
            return self.joined([self.value(each, "") for each in value], spec)
        return str(value) if isinstance(value, bool) else self.forms.number(value, spec)

    def joined(self, parts: list[str], how: str) -> str:
        """Join several parts: by semicolons, or by commas with `and` or `or` before the last."""
        if how in ("and", "or") and len(parts) > 1:
            parts = [*parts[:-2], f"{parts[-2]}{self.catalogue[f'list.{how}']}{parts[-1]}"]
        return ("; " if how == ";" else ", ").join(parts)


class Places(Formatter):
    """Fills in the placeholders of a text."""

    def __init__(self, wording: Wording) -> None:
        self.wording = wording

    def format_field(self, value: Any, format_spec: str) -> str:
        """Format one value."""
        return self.wording.value(value, format_spec)


def read_forms(code: str, folder: Traversable = FOLDER) -> Forms:
    """The plural and number forms of a language, from its facts file."""
    facts = read_facts(code, folder)
    return Forms(facts["locale"], int(facts.get("least_grouped", "0")))


@cache
def english() -> Wording:
    """English, the source language of every message."""
    return Wording(read_catalogue(SOURCE), read_forms(SOURCE))


@cache
def _endings() -> dict[str, str]:
    """The keys of the reasons why games end, by their English text."""
    keys = (key for key in english().catalogue if key.startswith("end.") or ".end." in key)
    return {english().catalogue[key]: key for key in keys}


def recorded_reason(text: str) -> str:
    """The reason a game ended, from its English text in a record: a message, or the text itself if it is not known.

    If one of several players ended the game for all, the text begins with that player: `red: resignation`.
    """
    if text in _endings():
        return Message(_endings()[text])
    seat, _, reason = text.partition(": ")
    if reason in _endings() and f"seat.{seat}.short" in english().catalogue:
        return Message("match.fault", seat=Message(f"seat.{seat}.short"), reason=Message(_endings()[reason]))
    return text


def message_or(key: str, text: str, /, **values: Any) -> str:
    """The message with a key built by the program, or a plain text if no catalogue has the key."""
    return Message(key, **values) if key in english().catalogue else text
