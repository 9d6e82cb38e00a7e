"""Neutreeko's moves (`b1-c1`) and positions (`.w.w./..b../...../..w../.b.b. b`) as text."""

import re
from collections.abc import Sequence

import numpy as np

from plyground.core.contract import Words
from plyground.core.errors import InvalidPositionError, NotationError, quoted
from plyground.core.scene import seat_title
from plyground.core.text import cells_of, read_mover, read_rows, split_fields, write_rows
from plyground.games.neutreeko.board import GRID
from plyground.games.neutreeko.rules import SIDE, destination_of, has_three, origin_of, packed, pieces
from plyground.language import Message

SYMBOLS = ".bw"
PIECES = 3
ORDER = [GRID.row(row) for row in reversed(range(SIDE))]


def write_move(move: int) -> str:
    """Origin and destination."""
    return "-".join(squares_of(move))


def squares_of(move: int) -> tuple[str, str]:
    """The names of a move's origin and destination."""
    word = np.uint64(move)
    return GRID.names[origin_of(word)], GRID.names[destination_of(word)]


def check_move(text: str) -> None:
    """Raise an error unless the text is two squares of the board joined by `-`."""
    found = re.fullmatch(r"([a-z][0-9]+)-([a-z][0-9]+)", text, re.ASCII)
    if found is None:
        raise NotationError(Message("neutreeko.notation", move=quoted(text)))
    for name in found.groups():
        GRID.square_in(text, name)


def write_position(state: Words) -> str:
    """The rows from row 5 down, and the mover."""
    return position_text(pieces_by_seat(state), int(state[0]) >> 50)


def position_text(sets: Sequence[int], seat: int) -> str:
    """The position text for these pieces and mover."""
    return f"{write_rows(sets, SYMBOLS, ORDER)} {SYMBOLS[1 + seat]}"


def pieces_by_seat(state: Words) -> tuple[int, int]:
    """The squares of both players' pieces, as bits of integers."""
    return int(pieces(state, 0)), int(pieces(state, 1))


def read_position(text: str) -> Words:
    """The state of a position text."""
    fields, reasons = split_fields(text, (Message("core.field.board"), Message("core.field.mover")))
    if reasons:
        raise InvalidPositionError(text, reasons)
    rows, reasons = read_rows(fields[0], [SIDE] * SIDE, SYMBOLS)
    seat, mover_reasons = read_mover(fields[1], SYMBOLS[1:])
    if reasons or mover_reasons:
        raise InvalidPositionError(text, reasons + mover_reasons)
    black, white = cells_of(rows, "b", ORDER), cells_of(rows, "w", ORDER)
    reasons = impossibilities(black, white)
    if reasons:
        raise InvalidPositionError(text, reasons)
    return np.array([packed(np.uint64(black), np.uint64(white), seat)], np.uint64)


def impossibilities(black: int, white: int) -> list[str]:
    """Why the position cannot occur."""
    reasons: list[str] = [
        Message("neutreeko.not_three", side=seat_title(name), pieces=Message("neutreeko.pieces", number=number))
        for name, number in (("black", black.bit_count()), ("white", white.bit_count()))
        if number != PIECES
    ]
    if has_three(np.uint64(black)) and has_three(np.uint64(white)):
        reasons.append(Message("neutreeko.both_won"))
    return reasons
