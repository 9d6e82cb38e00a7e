"""The catalogues: a folder a language, a file an area (`core`, `hex`, `terminal`, `web`), a key a message.

Every language has the same keys with the same places; the tests see to it. `language.toml` is no area: it has what the
language calls itself and the locale whose plural and number forms it has.
"""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

FOLDER: Traversable = files("plyground.language")
FACTS = "language"
"""The file with what is to be known of a language itself."""


def flattened(table: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    """Tables in tables as one, with dots between the names."""
    found: dict[str, str] = {}
    for name, value in table.items():
        found |= {f"{prefix}{name}": value} if isinstance(value, str) else flattened(value, f"{prefix}{name}.")
    return found


def read_area(code: str, area: str, folder: Traversable = FOLDER) -> dict[str, str]:
    """The messages of one file."""
    table = tomllib.loads(folder.joinpath(code, f"{area}.toml").read_text(encoding="utf-8"))
    return flattened(table)


def areas(code: str, folder: Traversable = FOLDER) -> list[str]:
    """The names of a language's files of messages."""
    names = sorted(entry.name for entry in folder.joinpath(code).iterdir())
    return [name.removesuffix(".toml") for name in names if name.endswith(".toml") and name != f"{FACTS}.toml"]


def read_catalogue(code: str, folder: Traversable = FOLDER) -> Mapping[str, str]:
    """All messages of a language by key."""
    return {key: text for area in areas(code, folder) for key, text in read_area(code, area, folder).items()}


def read_facts(code: str, folder: Traversable = FOLDER) -> dict[str, str]:
    """What is to be known of a language: its name and its locale."""
    return read_area(code, FACTS, folder)


def codes(folder: Traversable = FOLDER) -> tuple[str, ...]:
    """The languages that there are: every folder that says its facts."""
    return tuple(sorted(entry.name for entry in folder.iterdir() if entry.joinpath(f"{FACTS}.toml").is_file()))
