"""Errors of a visitor's message, with a code for the page and a sentence for people."""

import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import plyground
from plyground.core.errors import IllegalMoveError, NotationError, PlygroundError
from plyground.language import Message, message_or

Code = Literal["message", "illegal", "stale", "gone", "denied", "busy", "wrong"]


class WebError(PlygroundError):
    """A message that cannot be handled."""

    def __init__(self, code: Code, sentence: str) -> None:
        self.code = code
        super().__init__(sentence)


def private_folders(store: Path) -> tuple[str, ...]:
    """Folders of this machine that an error may name, the longest first: of the data, the user, the program."""
    places = (store.parent, Path.home(), Path.cwd(), Path(plyground.__file__).parent, Path(sys.prefix))
    found = {str(each) for place in places for each in (place, place.resolve()) if len(each.parts) > 1}
    return tuple(sorted(found, key=len, reverse=True))


def without_folders(text: str, folders: Sequence[str]) -> str:
    """The text without these folders: visitors need not know where this machine keeps its files."""
    if isinstance(text, Message):
        return text.mapped(lambda value: without_folders(value, folders))
    for folder in folders:
        text = text.replace(folder, "…")
    return text


def fault_of(error: Mapping[str, Any]) -> str:
    """What pydantic found wrong with a field, in the catalogue's words where it has some."""
    context = dict(error.get("ctx", {}))
    kind = f"{error['type']}_{context['field_type'].lower()}" if "field_type" in context else error["type"]
    if context.get("actual_length", 0) is None:  # it stopped counting
        context["actual_length"] = Message("server.fault.more")
    if "expected" in context:
        context["expected"] = re.split(", | or ", context["expected"])
    return message_or(f"server.fault.{kind}", error["msg"], **context)


def gone() -> WebError:
    """There is no such table."""
    return WebError("gone", Message("server.no_table"))


def denied(sentence: str) -> WebError:
    """The visitor may not do this."""
    return WebError("denied", sentence)


def code_of(problem: PlygroundError) -> Code:
    """The code for an error from anywhere below."""
    if isinstance(problem, WebError):
        return problem.code
    return "illegal" if isinstance(problem, IllegalMoveError | NotationError) else "wrong"
