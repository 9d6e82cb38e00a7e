"""The languages that people read: a folder each, found by what is there.

language("pt").text("saved.as", number=7)
language("pt").translate(str(error))
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any, Literal

from plyground.language.catalogue import FOLDER, codes, read_catalogue, read_facts
from plyground.language.message import Wording, read_forms

LANGUAGES = codes()
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where a system says which language its user reads; the first that is set counts."""


if TYPE_CHECKING:
    LanguageCode = str
else:
    LanguageCode = Literal[LANGUAGES]
    """The code of a language that there is, for a library that checks what comes from outside."""


class LanguageError(ValueError):
    """There is no such language."""


@dataclass(frozen=True)
class Language:
    """A language with all its messages."""

    code: str
    name: str
    wording: Wording

    @property
    def catalogue(self) -> Mapping[str, str]:
        """The text of every message."""
        return self.wording.catalogue

    def text(self, key: str, **values: Any) -> str:
        """The message of that key with its places filled."""
        return self.wording.text(key, values)

    def about(self, key: str, seat: str, **values: Any) -> str:
        """A message about a player, in the form `one` or `many`: in Portuguese Red is one and White are many."""
        number = self.catalogue.get(f"seat.{seat}.number", "one")
        return self.text(f"{key}.{number}", seat=self.seat(seat), **values)

    def count(self, key: str, number: int, **values: Any) -> str:
        """A message about a number of things, in the plural form of that number."""
        return self.text(key, number=number, **values)

    def number(self, value: float, spec: str = "") -> str:
        """A number as the language writes it, with the digits that a format such as `.1f` or `,` asks for."""
        return self.wording.forms.number(value, spec)

    def seat(self, seat: str) -> str:
        """A player's name inside a sentence; one from somebody else's game is left as it is."""
        return self.catalogue.get(f"seat.{seat}.name", seat)

    def word(self, key: str, otherwise: str) -> str:
        """The message of that key, or else what there is instead."""
        return self.catalogue.get(key, otherwise)

    def translate(self, text: str) -> str:
        """A message in this language, as a sentence of its own; a text that is no message is left as it is."""
        said = self.clause(text)
        return capital(said) if text[:1].isupper() else said

    def clause(self, text: str) -> str:
        """The same as a part of a longer sentence: what is no capital letter by itself is none at its beginning."""
        return self.wording.clause(text)

    @property
    def locale(self) -> str:
        """Whose number forms the language has, as browsers name it: `pt-PT`."""
        return self.wording.forms.locale.replace("_", "-")


def capital(text: str) -> str:
    """The text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def read_language(code: str, folder: Traversable = FOLDER) -> Language:
    """The language of a folder."""
    facts = read_facts(code, folder)
    wording = Wording(read_catalogue(code, folder), read_forms(code, folder))
    return Language(code, facts["name"], wording)


@cache
def language(code: str) -> Language:
    """The language of that code, such as `en` or `pt`."""
    if code not in LANGUAGES:
        raise LanguageError(f"There is no language {code!r}; there are {' and '.join(LANGUAGES)}.")
    return read_language(code)


def system_language(environment: Mapping[str, str]) -> Language:
    """The language that the system's settings ask for, English where we do not have it."""
    wanted = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    return language(wanted[:2].lower() if wanted[:2].lower() in LANGUAGES else "en")
