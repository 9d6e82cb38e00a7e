"""The catalogue of messages: a folder a language, a file an area (`terminal`, `web`), a key a message.

    language("pt").text("saved.as", number=7)

A message has named places: `Saved as game {number}.` Every language has the same keys with the same places; the tests
see to it. Whatever the layers below the front ends say comes in English and goes through `translate`.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from plyground.language.sentences import Translator

LANGUAGES = ("en", "pt")
SENTENCES = "sentences"
"""The file that is no area of messages: English sentences of the lower layers and what they are in the language."""
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where a system says which language its user reads; the first that is set counts."""


class LanguageError(ValueError):
    """There is no such language."""


@dataclass(frozen=True)
class Language:
    """A language with all its messages."""

    code: str
    catalogue: Mapping[str, str]
    translator: Translator

    def text(self, key: str, **values: object) -> str:
        """The message of that key with its places filled."""
        return self.catalogue[key].format_map(values)

    def about(self, key: str, seat: str, **values: object) -> str:
        """A message about a player, in the form `one` or `many`: in Portuguese Red is one and White are many."""
        number = self.catalogue.get(f"seat.{seat}.number", "one")
        return self.text(f"{key}.{number}", seat=self.seat(seat), **values)

    def count(self, key: str, number: int, **values: object) -> str:
        """A message about so many things, in the form `one` or `many`."""
        form = "one" if number == 1 else "many"
        return self.text(f"{key}.{form}", number=self.number(f"{number:,}"), **values)

    def number(self, text: str) -> str:
        """A text with numbers as the language writes them, from one with numbers as `1,024.5` is written."""
        return self.translator.number(text)

    def seat(self, seat: str) -> str:
        """A player's name inside a sentence; one from somebody else's game is left as it is."""
        return self.catalogue.get(f"seat.{seat}.name", seat)

    def word(self, key: str, otherwise: str) -> str:
        """The message of that key, or else what there is instead."""
        return self.catalogue.get(key, otherwise)

    def translate(self, sentence: str) -> str:
        """A sentence that a lower layer wrote in English."""
        return self.translator.translate(sentence)

    def clause(self, sentence: str) -> str:
        """The same as a part of a longer sentence: what is no capital letter by itself is none at its beginning."""
        return self.translator.clause(sentence)

    def area(self, prefix: str) -> dict[str, str]:
        """All messages whose keys begin so, for a page that fills the places itself."""
        return {key: message for key, message in self.catalogue.items() if key.startswith(prefix)}


def capital(text: str) -> str:
    """The text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def flattened(table: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    """Tables in tables as one, with dots between the names."""
    found: dict[str, str] = {}
    for name, value in table.items():
        found |= {f"{prefix}{name}": value} if isinstance(value, str) else flattened(value, f"{prefix}{name}.")
    return found


def read_area(code: str, area: str) -> dict[str, str]:
    """The messages of one file."""
    text = files("plyground.language").joinpath(code, f"{area}.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text)
    return dict(table) if area == SENTENCES else flattened(table)


def areas(code: str) -> list[str]:
    """The names of a language's files of messages."""
    names = sorted(entry.name for entry in files("plyground.language").joinpath(code).iterdir())
    return [name.removesuffix(".toml") for name in names if name.endswith(".toml") and name != f"{SENTENCES}.toml"]


@cache
def language(code: str) -> Language:
    """The language of that code, `en` or `pt`."""
    if code not in LANGUAGES:
        raise LanguageError(f"There is no language {code!r}; there are {' and '.join(LANGUAGES)}.")
    messages = {key: message for area in areas(code) for key, message in read_area(code, area).items()}
    sentences = {} if code == "en" else read_area(code, SENTENCES)
    return Language(code, messages, Translator(sentences))


def system_language(environment: Mapping[str, str]) -> Language:
    """The language that the system's settings ask for, English where we do not have it."""
    wanted = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    return language(wanted[:2].lower() if wanted[:2].lower() in LANGUAGES else "en")
