"""Forms of values in table files: words of two bytes, bytes with the same content, or two bits for who wins.

A sector has few different values, so a byte says which of them a position has, and the header lists them. Not every
win takes an odd number of plies, nor every loss an even one: a player of Morris who places the last man and has fewer
than three loses by that move.
"""

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from plyground.core.errors import PlygroundError
from plyground.language import Message
from plyground.solve.retrograde import DRAWN, HOLE, OPEN, Values

Codes = npt.NDArray[np.uint8]

WORDS, BYTES, BITS = "words", "bytes", "bits"
FORMS = (WORDS, BYTES, BITS)
SOME_PLIES = 31999
"""A win with an unknown distance; the negative is a loss."""
LITTLE = np.dtype("<i2")
MOST_CODES = 256
_CLASSES = np.array([OPEN, SOME_PLIES, -SOME_PLIES, HOLE], np.int16)
_PLACES = np.array([0, 2, 4, 6], np.uint8)


class ValueFormError(PlygroundError):
    """A value does not fit the form."""


def distinct(values: Values) -> Values:
    """The different values among some, in rising order; sorting them all would take longer."""
    seen = np.zeros(1 << 16, np.bool_)
    seen[values.view(np.uint16)] = True
    return np.sort(np.flatnonzero(seen).astype(np.uint16).view(np.int16))


def codes_of(parts: Iterable[Values]) -> tuple[int, ...]:
    """The different values in all parts, in rising order; raises an error if a byte cannot number them."""
    found = distinct(np.concatenate([*parts]))
    if len(found) > MOST_CODES:
        raise ValueFormError(Message("solve.file.no_byte", values=len(found), most=MOST_CODES))
    return tuple(map(int, found))


def pack(values: Values, form: str, codes: Sequence[int] = ()) -> bytes:
    """Values as bytes; for the form of one byte with the values that its codes stand for, as found by `codes_of`."""
    if form == WORDS:
        return values.astype(LITTLE).tobytes()
    return _as_bytes(values, codes).tobytes() if form == BYTES else _as_bits(values).tobytes()


def unpack(data: bytes, form: str, size: int, codes: Sequence[int] = ()) -> Values:
    """The values in bytes written by `pack`."""
    if form == WORDS:
        return np.frombuffer(data, LITTLE, size).astype(np.int16)
    bytes_read = np.frombuffer(data, np.uint8)
    if form == BITS:
        return np.take(_CLASSES, (bytes_read[:, None] >> _PLACES & 3).ravel()[:size])
    return np.take(np.array(codes, np.int16), bytes_read[:size])


def _as_bytes(values: Values, codes: Sequence[int]) -> Codes:
    code_by_value = np.zeros(1 << 16, np.uint8)
    code_by_value[np.array(codes, np.int16).view(np.uint16)] = np.arange(len(codes))
    return code_by_value[values.view(np.uint16)]


def _as_bits(values: Values) -> Codes:
    codes = np.where(values == HOLE, 3, np.where((values == OPEN) | (values == DRAWN), 0, np.where(values > 0, 1, 2)))
    padded = np.zeros(-(-len(codes) // 4) * 4, np.uint8)
    padded[: len(codes)] = codes
    fours: Codes = np.bitwise_or.reduce(padded.reshape(-1, 4) << _PLACES, axis=1)
    return fours


OLD_CODES = (*range(0, 256, 2), *range(-1, -253, -2), DRAWN, HOLE)
"""What bytes stand for in tables of version 1, which do not list it: wins in an odd number of plies, then losses."""
