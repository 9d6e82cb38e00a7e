"""The languages of the interface: one folder each, found at import.

language("pt").text("saved.as", number=7)
language("pt").translate(str(error))
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any, Literal

from plyground.language.catalogue import FOLDER, codes, language_name, read_catalogue
from plyground.language.message import SOURCE, Message, Wording, english, read_forms

LANGUAGES = codes()
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables with the user's language; the first one set counts."""


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
        """Text of every message by key."""
        return self.wording.catalogue

    def text(self, key: str, **values: Any) -> str:
        """The text of a message with its placeholders filled in."""
        return self.wording.text(key, values)

    def about(self, key: str, seat: str, **values: Any) -> str:
        """A message about a player, in the form `one` or `many`: in Portuguese Red is singular and White is plural."""
        number = self.catalogue.get(f"seat.{seat}.number", "one")
        return self.text(f"{key}.{number}", seat=self.seat(seat), **values)

    def count(self, key: str, number: int, **values: Any) -> str:
        """A message about a number of things, in the plural form for that number."""
        return self.text(key, number=number, **values)

    def number(self, value: float, spec: str = "") -> str:
        """Format a number in the style of the language, by a spec such as `.1f` or `,`."""
        return self.wording.forms.number(value, spec)

    def seat(self, seat: str) -> str:
        """A player's name within a sentence; the names of third-party games are left unchanged."""
        return self.catalogue.get(f"seat.{seat}.name", seat)

    def word(self, key: str, otherwise: str) -> str:
        """The message with this key, or `otherwise` if there is none."""
        return self.catalogue.get(key, otherwise)

    def translate(self, text: str) -> str:
        """A message in this language as a complete sentence; text that is not a message is left unchanged."""
        said = self.clause(text)
        return capital(said) if text[:1].isupper() else said

    def clause(self, text: str) -> str:
        """A message in this language as part of a longer sentence, with no initial capital added."""
        return self.wording.clause(text)

    @property
    def locale(self) -> str:
        """Locale of the number forms, as browsers name it: `pt-PT`."""
        return self.wording.forms.locale.replace("_", "-")


def capital(text: str) -> str:
    """Capitalise the first letter of a text."""
    return text[:1].upper() + text[1:]


def read_language(code: str, folder: Traversable = FOLDER) -> Language:
    """Read the language in a folder."""
    known = code == SOURCE and folder == FOLDER  # read for every message already
    wording = english() if known else Wording(read_catalogue(code, folder), read_forms(code, folder))
    return Language(code, language_name(code, folder), wording)


@cache
def language(code: str) -> Language:
    """The language with this code, such as `en` or `pt`."""
    if code not in LANGUAGES:
        raise LanguageError(Message("usage.no_language", language=repr(code), languages=list(LANGUAGES)))
    return read_language(code)


def system_language(environment: Mapping[str, str]) -> Language:
    """The language of the system settings, or English if it is not available."""
    wanted = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    return language(wanted[:2].lower() if wanted[:2].lower() in LANGUAGES else "en")
