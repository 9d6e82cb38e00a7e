"""Forms of values in table files: words of two bytes, bytes with the same content, or two bits for who wins.

A win takes an odd number of plies and a loss an even one, so a byte is enough for wins and losses in up to 250 plies.
"""

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
_LOSSES, _DRAWN, _HOLE = 128, 254, 255
"""Bytes: 0 is open, then wins, losses from 128 on, and two special values."""
_MOST = 126
_CLASSES = np.array([OPEN, SOME_PLIES, -SOME_PLIES, HOLE], np.int16)
_PLACES = np.array([0, 2, 4, 6], np.uint8)


class ValueFormError(PlygroundError):
    """A value does not fit the form."""


def pack(values: Values, form: str) -> bytes:
    """Values as bytes; raise an error if one does not fit."""
    if form == WORDS:
        return values.astype(LITTLE).tobytes()
    return _as_bytes(values).tobytes() if form == BYTES else _as_bits(values).tobytes()


def unpack(data: bytes, form: str, size: int) -> Values:
    """The values in bytes written by `pack`."""
    if form == WORDS:
        return np.frombuffer(data, LITTLE, size).astype(np.int16)
    codes = np.frombuffer(data, np.uint8)
    if form == BITS:
        return np.take(_CLASSES, (codes[:, None] >> _PLACES & 3).ravel()[:size])
    return np.take(_BYTE_VALUES, codes[:size])


def _as_bytes(values: Values) -> Codes:
    wide = values.astype(np.int32)
    codes = np.where(wide > 0, wide // 2, np.where(wide < 0, _LOSSES + (-wide - 1) // 2, 0))
    codes = np.where(values == DRAWN, _DRAWN, np.where(values == HOLE, _HOLE, codes))
    narrow = codes.astype(np.uint8)
    if not np.array_equal(_BYTE_VALUES[narrow], values):
        raise ValueFormError(Message("solve.file.no_byte"))
    return narrow


def _as_bits(values: Values) -> Codes:
    codes = np.where(values == HOLE, 3, np.where((values == OPEN) | (values == DRAWN), 0, np.where(values > 0, 1, 2)))
    padded = np.zeros(-(-len(codes) // 4) * 4, np.uint8)
    padded[: len(codes)] = codes
    fours: Codes = np.bitwise_or.reduce(padded.reshape(-1, 4) << _PLACES, axis=1)
    return fours


def _byte_values() -> Values:
    """The value of each byte; those without one stand for a hole."""
    found = np.full(256, HOLE, np.int16)
    found[: _MOST + 2] = 2 * np.arange(_MOST + 2)
    found[_LOSSES : _LOSSES + _MOST] = -2 * np.arange(_MOST) - 1
    found[_DRAWN] = DRAWN
    return found


_BYTE_VALUES = _byte_values()
