"""File formats of other programs for whole games, as a game declares them.

`play/records/detect.py` finds the reader and writer by the format's name.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class FileFormat:
    """A format for whole games other than our own text records."""

    name: str
    ending: str
    """File name extension."""
    begins: str
    """A case-insensitive regular expression for the start of a text in this format."""
