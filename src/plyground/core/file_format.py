"""File formats for whole games, as a game declares them: names, readers and writers.

`play/records/registry.py` finds a format by its name, by a file name's extension, or by the beginning of a text.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from plyground.core.record import Record


@dataclass(frozen=True)
class FileFormat:
    """A format for whole games."""

    name: str
    ending: str
    """File name extension."""
    begins: str
    """A case-insensitive regular expression for the start of a text in this format."""
    read: Callable[[str], Record]
    """Read a text; a `RecordError` says where it is wrong."""
    write: Callable[[Record], str]
    """Write a game; a `RecordError` says what the format cannot express."""
