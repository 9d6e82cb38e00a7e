"""The catalogues: one folder per language, one file per area (`core`, `hex`, `terminal`, `web`), one key per message.

Every language has the same keys with the same placeholders; the tests check this. `language.toml` is not an area: it
has the language's own name and the locale for its plural and number forms.
"""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

FOLDER: Traversable = files("plyground.language")
FACTS = "language"
"""Name of the file with the facts about a language."""


def flattened(table: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    """Flatten nested tables into one, joining the names with dots."""
    found: dict[str, str] = {}
    for name, value in table.items():
        found |= {f"{prefix}{name}": value} if isinstance(value, str) else flattened(value, f"{prefix}{name}.")
    return found


def read_area(code: str, area: str, folder: Traversable = FOLDER) -> dict[str, str]:
    """The messages of one file."""
    table = tomllib.loads(folder.joinpath(code, f"{area}.toml").read_text(encoding="utf-8"))
    return flattened(table)


def areas(code: str, folder: Traversable = FOLDER) -> list[str]:
    """Names of the areas of a language."""
    names = sorted(entry.name for entry in folder.joinpath(code).iterdir())
    return [name.removesuffix(".toml") for name in names if name.endswith(".toml") and name != f"{FACTS}.toml"]


def read_catalogue(code: str, folder: Traversable = FOLDER) -> Mapping[str, str]:
    """All messages of a language by key."""
    return {key: text for area in areas(code, folder) for key, text in read_area(code, area, folder).items()}


def read_facts(code: str, folder: Traversable = FOLDER) -> dict[str, str]:
    """The facts about a language: its name and its locale."""
    return read_area(code, FACTS, folder)


def language_name(code: str, folder: Traversable = FOLDER) -> str:
    """What a language calls itself."""
    return read_facts(code, folder)["name"]


def codes(folder: Traversable = FOLDER) -> tuple[str, ...]:
    """Codes of the available languages: every folder with a facts file."""
    return tuple(sorted(entry.name for entry in folder.iterdir() if entry.joinpath(f"{FACTS}.toml").is_file()))
