"""The language of a command: `--lang`, or the system's."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated

import typer

from plyground.core.errors import HeuristicError, OptionError, PlygroundError, quoted
from plyground.language import LANGUAGES, Language, Message, language, system_language
from plyground.language.catalogue import language_name

NAMES = " or ".join(language_name(code) for code in LANGUAGES)
Lang = Annotated[
    str | None,
    typer.Option("--lang", metavar="|".join(LANGUAGES), help=f"{NAMES}; the system's language if not given."),
]


def read_language(code: str | None) -> Language:
    """The language that was asked for."""
    if code is None:
        return system_language(os.environ)
    if code not in LANGUAGES:
        raise OptionError(Message("usage.no_language", language=quoted(code), languages=list(LANGUAGES)))
    return language(code)


def spoken(arguments: Sequence[str]) -> Language:
    """The language that a command line asks for, also one that is wrong otherwise; the system's if it asks for none."""
    for at, argument in enumerate(arguments):
        name, equals, value = argument.partition("=")
        code = value if equals else "".join(arguments[at + 1 : at + 2])
        if name == "--lang" and code in LANGUAGES:
            return language(code)
    return system_language(os.environ)


@contextmanager
def in_language(words: Language) -> Iterator[None]:
    """Put errors raised inside into this language."""
    try:
        yield
    except PlygroundError as problem:
        kind = HeuristicError if isinstance(problem, HeuristicError) else PlygroundError
        raise kind(words.translate(str(problem))) from problem
