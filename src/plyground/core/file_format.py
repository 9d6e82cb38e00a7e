"""File formats of other programs for whole games: what a game says about those that it has.

The machinery is elsewhere: `play/records/detect.py` finds the reader and the writer by the format's name.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class FileFormat:
    """A format for whole games besides our own text records."""

    name: str
    ending: str
    """Of a file's name."""
    begins: str
    """A regular expression, upper and lower case alike, for the first characters of a text in this format."""
